// Chance that always falls the same way, so that a table looks the same in every browser.

import { contains, edgeDistance, extent } from './polygons';
import type { Vec } from './units';

/** Numbers from nought to below one; equal seeds give equal numbers. */
export function dice(seed: number): () => number {
  let state = (seed * 0x9e3779b9 + 0x6d2b79f5) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Places inside an outline, about `spacing` apart and `margin` from its edge, like dots of a pen. */
export function stipple(shape: Vec[], spacing: number, margin: number, seed: number): Vec[] {
  const roll = dice(seed);
  const { low, high } = extent(shape);
  const places: Vec[] = [];
  const rise = spacing * 0.866;
  let shifted = false;
  for (let y = low.y + rise / 2; y < high.y; y += rise) {
    shifted = !shifted;
    for (let x = low.x + (shifted ? spacing / 2 : 0); x < high.x; x += spacing) {
      const place = { x: x + (roll() - 0.5) * spacing * 0.62, y: y + (roll() - 0.5) * spacing * 0.62 };
      if (contains(shape, place) && edgeDistance(shape, place) >= margin) places.push(place);
    }
  }
  return places;
}
