import { expect, test } from 'vitest';
import type { Piece, Sketch } from '../protocol';
import { clauseParts, linkedClause } from './clauses';
import { between, certaintyWords, fraction, resultWords, spread } from './odds';
import { profile, runs } from './profile';
import { region, standsIn, within } from './where';

const INCH = 25_400;
const p = (x: number, y: number) => ({ x: x * INCH, y: y * INCH });
const wood: Piece = {
  name: 'wood', kind: 'light-woods', form: { Area: [p(4, 4), p(8, 4), p(8, 8), p(4, 8)] }, bottom: 0, height: 3 * INCH,
};
const wall: Piece = {
  name: 'wall', kind: 'low-wall', form: { Barrier: { line: [p(10, 0), p(10, 20)], thickness: INCH / 2 } }, bottom: 0, height: INCH,
};
const sketch: Sketch = { name: 'yard', width: 36 * INCH, depth: 36 * INCH, pieces: [wood, wall] };

test('who stands in what', () => {
  expect(within(p(5, 5), [p(4, 4), p(8, 4), p(8, 8), p(4, 8)])).toBe(true);
  expect(standsIn({ at: p(5, 5), z: 0 }, sketch)).toEqual(['wood']);
  expect(standsIn({ at: p(10.2, 3), z: 0 }, sketch)).toEqual(['wall']);
  expect(standsIn({ at: p(11, 3), z: 0 }, sketch)).toEqual([]);
  expect(region(p(18, 19), sketch)).toBe('middle');
  expect(region(p(2, 34), sketch)).toBe('north-west');
});

test('the side view cuts what the line passes', () => {
  const ray = { from: { at: p(0, 6), z: INCH }, to: { at: p(20, 6), z: INCH }, open: false };
  const side = profile([ray], sketch);
  expect(side?.length).toBeCloseTo(20 * INCH);
  expect(side?.cuts.map((cut) => [cut.piece.name, Math.round(cut.from / INCH), Math.round(cut.to / INCH)])).toEqual([
    ['wood', 4, 8], ['wall', 10, 10],
  ]);
  expect(profile([], sketch)).toBe(null);
  expect(runs([true, true, false, true])).toEqual([[0, 1], [3, 3]]);
});

test('ids of clauses in texts and links', () => {
  expect(clauseParts('as MUT-SPC-096 says, AK-47')).toEqual([
    { text: 'as ', clause: false }, { text: 'MUT-SPC-096', clause: true }, { text: ' says, AK-47', clause: false },
  ]);
  expect(linkedClause('/rules/mutants#MUT-Q-1')).toBe('MUT-Q-1');
  expect(linkedClause('https://example.org/')).toBe(null);
});

test('results in words, the unlikely ones together', () => {
  expect(resultWords('nothing')).toBe('nothing happens');
  expect([fraction('5/36'), fraction('1'), fraction('19851/262144')]).toEqual(['5 / 36', 'always', '']);
  expect(resultWords('Ana removed, Cy stunned, Bo removed')).toBe('Cy stunned, Ana and Bo are removed');
  expect(resultWords('Bo wounds 1, Ana removed, Cy stunned')).toBe('Bo has 1 wound, Ana is removed, Cy stunned');
  const line = (n: number) => ({ result: `r${n}`, chance: '1/20', millionths: n, between: null });
  const all = Array.from({ length: 12 }, (_, i) => line(i));
  expect(spread(all).main).toHaveLength(8);
  expect(spread(all).restMillionths).toBe(0 + 1 + 2 + 3);
  expect(spread(all.slice(0, 9)).rest).toEqual([]);
});

test('odds say how sure they are', () => {
  expect(certaintyWords('exact')).toMatch(/^Exact/);
  expect(certaintyWords('rounded')).toMatch(/rounded/);
  expect(certaintyWords({ tried: { tries: 2000 } })).toMatch(/^About, from 2,000 tries/);
  const counted = { result: 'nothing', chance: '700 of 2000', millionths: 350_000, between: [329_000, 371_200] as [number, number] };
  expect(between(counted)).toBe('32.9 to 37.1%');
  expect(between({ ...counted, between: null })).toBe('');
  expect(resultWords('2 of Alpha removed')).toBe('2 of Alpha are removed');
  expect(resultWords('1 of Alpha removed, 2 of Alpha hit')).toBe('1 of Alpha is removed, 2 of Alpha hit');
});
