import { expect, test } from 'vitest';
import { chosen, everything, type Filter } from './filter';
import { Cast, foreseen, gathered, plainText, understand } from './lines';
import { match, model, roll, told, view } from './made';
import { battleReport, logText, rollText } from './report';

const lines = () => match().map((line, i) => understand(line, i, new Cast(view())));
const texts = (filter: Partial<Filter>) => chosen(lines(), { ...everything(), ...filter }).map((line) => line.text);

test('ways are told by length and direction, places by both edges', () => {
  expect(lines()[2]?.text).toBe('Ana moves 4.2″ north');
  expect(plainText(told(1, 'Bo is placed at 16.894,2.394').event)).toBe('Bo is placed at 16.9″ east, 2.4″ north');
  expect(plainText(told(1, 'Bo climbs to 3,4,2.5').event)).toBe('Bo climbs to 3.0″ east, 4.0″ north, 2.5″ high');
  expect(plainText(told(1, 'red 6, blue 4: red has the choice').event)).toBe('Red 6, blue 4: red has the choice');
});

test('whom a line is about', () => {
  const cast = new Cast(view());
  expect(cast.namedIn('Ana 2 sees Bo')).toEqual([1, 2]);
  expect(cast.namedIn('Anatol sees nobody')).toEqual([]);
  expect(lines()[3]).toMatchObject({ models: [0, 2], side: 0, step: 6 });
  expect(understand(told(1, 'Hounds go first'), 0, cast).side).toBe(1);
  expect(understand(told(1, 'blue goes first'), 0, cast).side).toBe(1);
  expect(understand(told(1, 'gold goes first'), 0, cast).side).toBe(null);
});

test('what a squad does one after the other is one line', () => {
  const squad = [0, 1, 2, 3].map((id) => ({ ...model(id, `Quill ${id}`, 0), squad: 'Quill' }));
  const cast = new Cast({ ...view(), models: squad });
  const turns = (step: number) => squad.map((one) => told(step, `${one.name} turns`, { deed: 'changed', model: one.model }));
  const all = (log: ReturnType<typeof told>[]) => gathered(log.map((line, i) => understand(line, i, cast)), cast).map((line) => line.text);
  expect(all([...turns(1), told(1, 'red waits')])).toEqual(['Quill: 4 soldiers, each turns', 'Red waits']);
  expect(all(turns(1).slice(1))).toHaveLength(3);
  expect(all([...turns(1).slice(2), ...turns(2).slice(2)])).toHaveLength(4);
});

test('a line that begins with a squad is its side’s', () => {
  const cast = new Cast({ ...view(), models: [{ ...model(0, 'Ana', 1), squad: 'Quill' }] });
  expect(understand(told(1, 'Quill has run: No Fire'), 0, cast).side).toBe(1);
  expect(understand(told(1, 'Quills are sharp'), 0, cast).side).toBe(null);
});

test('of the ways of a squad that are foreseen one line is told', () => {
  const squad = [0, 1, 2, 3].map((id) => ({ ...model(id, `Quill ${id}`, 0), squad: 'Quill' }));
  const spot = (x: number) => ({ at: { x: x * 25400, y: 25400 }, z: 0 });
  const seen = { ...view(), models: squad };
  const words = (id: number) => `Quill ${id} walks from 1,1 to 4,1`;
  const ways = squad.map(({ model: id }): [number, ReturnType<typeof spot>[]] => [id, [spot(1), spot(4)]]);
  expect(foreseen([...squad.map(({ model: id }) => words(id)), 'Quill has walked'], ways, null, seen)).toEqual([
    'Quill: 4 soldiers move, as the table shows', 'Quill has walked',
  ]);
  expect(foreseen([words(1)], ways.slice(1, 2), null, seen)).toEqual(['Quill 1 walks 3.0″ east']);
});

test('topics, sides and words', () => {
  expect(texts({})).toHaveLength(8);
  expect(texts({ topic: 'dice' })).toEqual(['Round 1', 'Ana shoots']);
  expect(texts({ topic: 'moves' })).toEqual(['Round 1', 'Ana moves 4.2″ north']);
  expect(texts({ topic: 'losses' })).toEqual(['Round 1', 'Bo is killed']);
  expect(texts({ side: 1 })).toEqual(['Round 1', 'Bo is killed']);
  expect(texts({ words: 'WAITS red' })).toEqual(['Round 2', 'Red waits']);
  expect(texts({ words: 'round 2' })).toEqual(['Round 2']);
  expect(texts({ words: 'unheard of' })).toEqual([]);
});

test('rolls in a line', () => {
  const deed = roll([6, 2], { terms: [{ amount: '+1', value: 1, reason: 'aim', clause: 'MUT-RNG-01' }], total: 9 });
  expect(rollText(deed as never)).toBe('+1 aim: [6] [2] = 9');
  const again = roll([], { dice: [{ face: 2, kept: false, was: 3 }, { face: 5, kept: true, was: null }], total: 1, counts: true });
  expect(rollText(again as never)).toBe('3→2 [5] = 1 success');
});

test('the log as text', () => {
  expect(logText(lines().slice(1, 4))).toBe(
    'ROUND 1\nAna moves 4.2″ north (MUT-GEN-01)\nAna shoots at Bo (MUT-GEN-01)',
  );
});

test('the battle report has sides, losses, dice and the story under headings', () => {
  const names = (side: number) => ['Rita', 'Ben'][side] ?? '';
  const report = battleReport(match(), { ...view(), outcome: { winner: 0, reason: 'nobody is left' } }, names, 'Foxes at dawn');
  expect(report).toBe(`# Foxes at dawn

- **Rita**: Foxes (2 models)
- **Ben**: Hounds (1 model)

**Rita won**: nobody is left.

## Losses

- **Rita**: none
- **Ben**: Bo is killed

## Dice

- Rita’s 2 dice show 5 pips more than dice usually give; that is too few dice to mean anything.
- No dice from Ben yet.

## Setting up

- The table is 36 by 36 inches

## Round 1

- Ana moves 4.2″ north
- Ana shoots at Bo
  - Ana shoots: [6] [6] = 12
- **Bo is killed**

## Round 2

- Red waits
`);
});
