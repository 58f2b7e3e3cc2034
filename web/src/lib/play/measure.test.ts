import { describe, expect, it } from 'vitest';
import type { Spot } from '../protocol';
import {
  INCH, alongPath, compass, degrees, inches, nearestAlong, nudge, pathUpTo, placeInWords, towards,
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
