import { describe, expect, it } from 'vitest';
import { contains, edgeDistance, grain, hatching, openEdge, paces, roomiest, round, signedArea, strip } from './polygons';
import { dice, stipple } from './random';

const square = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }];

describe('outlines', () => {
  it('know what is inside and how far the edge is', () => {
    expect(contains(square, { x: 50, y: 50 })).toBe(true);
    expect(contains(square, { x: 150, y: 50 })).toBe(false);
    expect(edgeDistance(square, { x: 50, y: 30 })).toBe(30);
  });

  it('find room away from the edge, inside even when the middle is not', () => {
    const hook = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 20 }, { x: 20, y: 20 }, { x: 20, y: 100 }, { x: 0, y: 100 }];
    expect(contains(hook, roomiest(hook))).toBe(true);
  });

  it('make bands with mitred corners', () => {
    const band = strip([{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }], 20);
    expect(band).toHaveLength(6);
    expect(Math.abs(signedArea(band))).toBeCloseTo(4000);
    expect(strip([{ x: 1, y: 1 }, { x: 1, y: 1 }], 20)).toEqual([]);
  });

  it('find the longer axis', () => {
    const lie = grain([{ x: 0, y: 0 }, { x: 200, y: 0 }, { x: 200, y: 80 }, { x: 0, y: 80 }]);
    expect([lie.long, lie.wide, lie.center]).toEqual([100, 40, { x: 100, y: 40 }]);
  });

  it('have no edge where a neighbour continues them', () => {
    const neighbour = square.map((p) => ({ x: p.x + 100, y: p.y }));
    const runs = openEdge(square, [neighbour]);
    const along = runs.flat().filter((p) => p.x === 100 && p.y > 0 && p.y < 100);
    expect(along).toEqual([]);
    expect(openEdge(square, [])).toHaveLength(1);
  });

  it('pace lines evenly across their corners', () => {
    const steps = paces([{ x: 0, y: 0 }, { x: 50, y: 0 }, { x: 50, y: 50 }], 40);
    expect(steps.map((step) => step.at)).toEqual([{ x: 20, y: 0 }, { x: 50, y: 10 }, { x: 50, y: 50 }]);
  });

  it('are hatched on one lattice for the whole table', () => {
    expect(hatching(square, 25, { x: 1, y: 0 })).toContain(' 25L');
    expect(hatching(square, 25, { x: 1, y: 0 })).not.toContain('NaN');
  });
});

describe('chance', () => {
  it('falls the same way for the same seed', () => {
    const [a, b, c] = [dice(5), dice(5), dice(6)];
    const rolls = [a(), a(), a()];
    expect([b(), b(), b()]).toEqual(rolls);
    expect([c(), c(), c()]).not.toEqual(rolls);
    expect(rolls.every((roll) => roll >= 0 && roll < 1)).toBe(true);
  });

  it('stipples inside the outline only, more densely when asked', () => {
    const shape = round({ x: 0, y: 0 }, 300);
    const [wide, dense] = [stipple(shape, 100, 20, 1), stipple(shape, 50, 20, 1)];
    expect(dense.length).toBeGreaterThan(2 * wide.length);
    expect(dense.every((p) => contains(shape, p) && edgeDistance(shape, p) >= 20)).toBe(true);
    expect(stipple(shape, 50, 20, 1)).toEqual(dense);
  });
});
