import { expect, test } from 'vitest';
import type { FrameInfo } from '../protocol';
import { agreedUntil, CHUNK, eyesWord, Frames, type Source } from './frames';
import { match, told, view } from './made';
import { bySegment, marks, owners, segmentAt, segments, stretches } from './segments';

const heading = (step: number, text: string) => told(step, text, { deed: 'heading' });

test('headings divide the match', () => {
  expect(segments(match(), 0, 12)).toEqual([
    { from: 0, to: 4, title: 'Setting up' }, { from: 4, to: 9, title: 'Round 1' }, { from: 9, to: 12, title: 'Round 2' },
  ]);
  expect(segments([], 0, 0)).toEqual([{ from: 0, to: 0, title: 'Setting up' }]);
});

test('the scenario heads the setting up, and headings of one step are one', () => {
  const log = [heading(0, 'Free battle'), heading(4, 'Round 1'), heading(4, 'Red’s turn'), heading(7, 'Blue’s turn')];
  expect(segments(log, 0, 9).map((part) => part.title)).toEqual(['Setting up', 'Round 1 · Red’s turn', 'Blue’s turn']);
});

test('a match whose beginning cannot be shown starts with what can', () => {
  const log = [heading(4, 'Round 1'), heading(10, 'Round 2')];
  expect(segments(log, 8, 14)).toEqual([{ from: 8, to: 11, title: 'Round 1' }, { from: 11, to: 14, title: 'Round 2' }]);
});

test('jumping by rounds: first to the beginning of this one', () => {
  const all = segments(match(), 0, 12);
  expect(bySegment(all, 6, -1)).toBe(4);
  expect(bySegment(all, 4, -1)).toBe(0);
  expect(bySegment(all, 6, 1)).toBe(9);
  expect(bySegment(all, 10, 1)).toBe(12);
  expect(segmentAt(all, 4)?.title).toBe('Round 1');
  expect(segmentAt(all, 3)?.title).toBe('Setting up');
});

test('who acted, what is marked', () => {
  expect(stretches(match())).toEqual([{ from: 4, to: 8, model: 0 }]);
  expect(marks(match()).map(({ step, kind }) => [step, kind])).toEqual([[7, 'high'], [7, 'loss']]);
  expect(owners(match())).toEqual(new Map([[0, 0]]));
});

test('what two logs agree on', () => {
  expect(agreedUntil(match(), [...match(), told(9, 'more')])).toBe(Number.POSITIVE_INFINITY);
  expect(agreedUntil(match(), match().slice(0, 5))).toBe(6);
  expect(agreedUntil(match(), [...match().slice(0, 7), told(9, 'red shoots')])).toBe(9);
});

const frame = (steps: number): FrameInfo => ({ steps, view: view(), changes: { gone: [], clouds: [] }, events: steps });

function source(total: { steps: number }): Source & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    timeline: () => Promise.reject(new Error('not asked here')),
    frames: async (_match, from, to) => {
      asked.push(from);
      const end = Math.min(to, total.steps + 1);
      return Array.from({ length: Math.max(0, end - from) }, (_, i) => frame(from + i));
    },
  };
}

test('pictures are fetched by the handful, and once', async () => {
  const from = source({ steps: 100 });
  const frames = new Frames('m', null, from);
  const both = await Promise.all([frames.need(40), frames.need(41)]);
  expect(both.map((one) => one?.steps)).toEqual([40, 41]);
  expect(frames.at(CHUNK * 2 - 1)?.steps).toBe(63);
  expect(from.asked).toEqual([32]);
  frames.prepare(40, 100);
  await frames.need(70);
  expect(from.asked).toEqual([32, 64, 0]);
});

test('pictures of what is played later come when they are there, and what was taken back is forgotten', async () => {
  const total = { steps: 5 };
  const frames = new Frames('m', { side: 1 }, source(total));
  expect(await frames.need(6)).toBe(null);
  total.steps = 7;
  expect((await frames.need(6))?.steps).toBe(6);
  frames.forgetAfter(4);
  expect(frames.at(6)).toBe(null);
  expect(frames.at(4)?.steps).toBe(4);
  expect([eyesWord({ side: 1 }), eyesWord('referee')]).toEqual(['blue', 'referee']);
});
