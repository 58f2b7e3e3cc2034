// Which model a pointer means.

import type { ModelId } from '../protocol';
import { distance } from './polygons';
import type { Vec } from './units';

export interface Target {
  model: ModelId;
  at: Vec;
  /** As large as it is drawn. */
  radius: number;
}

/** Half of the 44 pixels that a finger needs, and what a mouse needs. */
export const FINGER = 22;
export const MOUSE = 11;

/**
 * The model whose middle is nearest, if the pointer is on its counter or within `slack` of its
 * middle. Counters come before slack, so that a finger on one model never means its neighbour.
 */
export function picked(targets: Target[], at: Vec, slack: number): ModelId | null {
  const near = targets
    .map((target) => ({ target, far: distance(target.at, at) }))
    .filter(({ target, far }) => far <= Math.max(target.radius, slack))
    .sort((a, b) => Number(a.far > a.target.radius) - Number(b.far > b.target.radius) || a.far - b.far);
  return near[0]?.target.model ?? null;
}
