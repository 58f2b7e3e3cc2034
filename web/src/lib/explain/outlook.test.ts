import { describe, expect, it } from 'vitest';
import type { Outlook } from '../protocol';
import { chancesAt, drawn, largest, linePath, marks, points, spreadOut } from './outlook';

const outlook: Outlook = {
  moments: [{ step: 0, chances: [500, 400] }, { step: 10, chances: [700, 300] }, { step: 20, chances: [1000, 0] }],
  swings: [{ step: 14, before: [620, 350], choice: [-70, 50], luck: [-240, 260] }],
  games: 8,
};

describe('who was how likely to win', () => {
  it('is a line through everything that is known', () => {
    const all = points(outlook);
    expect(all.map((point) => point.step)).toEqual([0, 10, 14, 15, 20]);
    expect(all[3]!.chances).toEqual([310, 660]);
    expect(linePath(all.slice(0, 2), 1)).toBe('M0 600L10 700');
  });

  it('is known at every step', () => {
    const all = points(outlook);
    expect(chancesAt(all, 5)).toEqual([600, 350]);
    expect(chancesAt(all, 10)).toEqual([700, 300]);
    expect(chancesAt(all, 99)).toEqual([1000, 0]);
    expect(chancesAt([], 3)).toEqual([]);
    expect(drawn([500, 400])).toBe(100);
  });

  it('marks every swing where it can be touched', () => {
    const room = { width: 360, height: 64 };
    const wanted = [{ x: 100, y: 30 }, { x: 104, y: 32 }, { x: 108, y: 28 }, { x: 110, y: 28 }, { x: 359, y: 2 }];
    const placed = spreadOut(wanted, room, 26);
    expect(placed[0]).toEqual({ x: 100, y: 30 });
    expect(placed[4]).toEqual({ x: 347, y: 13 });
    const covers = placed.some((a, i) => placed.some((b, j) => i < j && Math.abs(a.x - b.x) < 26 && Math.abs(a.y - b.y) < 26));
    expect(covers).toBe(false);
    expect(placed.every(({ x, y }) => x >= 13 && x <= 347 && y >= 13 && y <= 51)).toBe(true);
  });

  it('says whether a swing was luck or choice', () => {
    const [mark] = marks(outlook, null);
    expect(mark).toMatchObject({ step: 15, side: 0, cause: 'luck', words: 'Red 62% → 31%: luck −24, choice −7' });
    const small = { ...outlook.swings[0]!, step: 3, luck: [0, 0] };
    const both = marks({ ...outlook, swings: [small, ...outlook.swings] }, null);
    expect(largest(both, 1).map(({ step }) => step)).toEqual([15]);
    expect(largest(both, Infinity)).toEqual(both);
    expect(marks(outlook, 1)[0]!.words).toBe('Blue 35% → 66%: luck +26, choice +5');
  });
});
