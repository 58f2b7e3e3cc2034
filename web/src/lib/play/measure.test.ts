import { describe, expect, it } from 'vitest';
import type { ModelId, Spot, Vector } from '../protocol';
import {
  INCH, alongPath, clipped, compass, degrees, formation, inches, nearestAlong, nudge, pathUpTo, placeInWords, towards,
} from './measure';

const spot = (x: number, y: number): Spot => ({ at: { x: x * INCH, y: y * INCH }, z: 0 });

describe('words for lengths and directions', () => {
  it('says inches with at most one decimal', () => {
    expect(inches(INCH)).toBe('1 inch');
    expect(inches(INCH * 4.25)).toBe('4.3 inches');
    expect(inches(INCH * 6)).toBe('6 inches');
  });

  it('knows the compass, north being up', () => {
    expect(compass({ x: 0, y: 1 })).toBe('north');
    expect(compass({ x: 1, y: 0 })).toBe('east');
    expect(compass({ x: -1, y: -1 })).toBe('south-west');
    expect(compass({ x: -1, y: 100 })).toBe('north');
  });

  it('turns degrees into a direction and back', () => {
    for (const angle of [0, 45, 90, 137, 270, 359]) expect(degrees(towards(angle))).toBe(angle);
  });

  it('describes a place by distance, direction and neighbour', () => {
    const bo = { model: 1, name: 'Bo', spot: spot(6, 0) } as Parameters<typeof placeInWords>[2][number];
    expect(placeInWords(spot(5, 0).at, spot(0, 0).at, [bo], null)).toBe('5 inches east, near Bo');
    expect(placeInWords(spot(5, 0).at, spot(0, 0).at, [bo], 1)).toBe('5 inches east');
  });
});

describe('nudging', () => {
  const plain = { shift: false, ctrl: false };

  it('goes one inch, a tenth with shift, three with control', () => {
    expect(nudge('ArrowUp', plain)).toEqual({ x: 0, y: INCH });
    expect(nudge('ArrowLeft', { shift: true, ctrl: false })).toEqual({ x: -2540, y: 0 });
    expect(nudge('ArrowDown', { shift: false, ctrl: true })).toEqual({ x: 0, y: -3 * INCH });
  });

  it('leaves other keys alone', () => {
    expect(nudge('Enter', plain)).toBeNull();
  });
});

describe('formations', () => {
  const movers: [ModelId, Spot][] = [[0, spot(1, 1)], [1, spot(2, 1)], [2, spot(3, 1)]];

  it('moves everybody by the same offset', () => {
    const paths = formation(movers, { x: INCH, y: 2 * INCH }, new Map(), 10 * INCH);
    expect(paths.map(([, path]) => path.at(-1))).toEqual([spot(2, 3), spot(3, 3), spot(4, 3)]);
  });

  it('lets one go its own way, or stay', () => {
    const own = new Map<ModelId, Vector>([[1, { x: 0, y: 0 }]]);
    const paths = formation(movers, { x: INCH, y: 0 }, own, 10 * INCH);
    expect(paths[1]).toEqual([1, [spot(2, 1)]]);
    expect(paths[2]?.[1]).toHaveLength(2);
  });

  it('never goes beyond the limit', () => {
    const by = clipped({ x: 7 * INCH, y: 7 * INCH }, 6 * INCH);
    expect(Math.hypot(by.x, by.y)).toBeLessThanOrEqual(6 * INCH);
    expect(by.x).toBe(by.y);
  });
});

describe('places along a path', () => {
  const path = [spot(0, 0), spot(4, 0), spot(4, 3)];

  it('finds the spot at a distance, around the bend', () => {
    expect(alongPath(path, 5 * INCH)).toEqual(spot(4, 1));
    expect(alongPath(path, 99 * INCH)).toEqual(spot(4, 3));
    expect(pathUpTo(path, 5 * INCH)).toEqual([spot(0, 0), spot(4, 0), spot(4, 1)]);
  });

  it('finds the nearest place to where somebody clicked', () => {
    expect(nearestAlong(path, spot(6, 2).at)).toBe(6 * INCH);
    expect(nearestAlong(path, spot(-1, -1).at)).toBe(0);
  });
});
