// Paths of arrows and rulers.

import { direction, distance, linePath, mix, moved, turned } from './polygons';
import type { Arrow } from './types';
import type { Vec } from './units';

/** The line between two places, cut off where the counters begin that stand there. */
export function rimToRim(a: Vec, b: Vec, discs: { at: Vec; radius: number }[], gap: number): [Vec, Vec] {
  const cut = (end: Vec): number => {
    const disc = discs.find(({ at, radius }) => distance(at, end) < radius);
    return disc ? disc.radius + gap : 0;
  };
  const way = direction(a, b);
  const room = distance(a, b);
  const [from, to] = [cut(a), cut(b)];
  if (from + to > room * 0.8) return [a, b];
  return [moved(a, way, from), moved(b, way, -to)];
}

/** A line with a head; a line of sight has none, and a blocked one has a bar halfway. */
export function arrowPath(a: Vec, b: Vec, kind: Arrow['kind'], px: number): string {
  const way = direction(a, b);
  const side = turned(way);
  if (kind === 'blocked') {
    const stop = mix(a, b, 0.55);
    return linePath([a, b]) + linePath([moved(stop, side, -9 * px), moved(stop, side, 9 * px)]);
  }
  if (kind === 'sight') return linePath([a, b]);
  const size = (kind === 'blow' ? 13 : 10) * px;
  const back = moved(b, way, -size);
  return linePath([a, b]) + linePath([moved(back, side, -size * 0.6), b, moved(back, side, size * 0.6)]);
}

/** End bars, and a tick at every inch as long as they do not run together. */
export function rulerTicks(a: Vec, b: Vec, px: number): string {
  const way = direction(a, b);
  const side = turned(way);
  const tick = (at: Vec, half: number): string => linePath([moved(at, side, -half), moved(at, side, half)]);
  const ends = tick(a, 8 * px) + tick(b, 8 * px);
  if (100 / px < 7) return ends;
  const count = Math.floor(distance(a, b) / 100);
  return ends + Array.from({ length: count }, (_, i) => tick(moved(a, way, (i + 1) * 100), (i % 6 === 5 ? 6 : 3.5) * px)).join('');
}
