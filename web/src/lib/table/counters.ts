// What the table needs to know about counters besides drawing them.

import { bearing } from '../explain/format';
import type { ModelView, Piece, SideId, View } from '../protocol';
import { units, whereabouts } from './units';
import { storey } from './walls';

/** Below this a counter could not be read or hit any more, in pixels. */
const LEAST_RADIUS = 10;

/** Where a whole table is on a small screen, soldiers of a squad would lie in a heap: they are drawn smaller. */
const LEAST_IN_A_CROWD = 6.5;
const SMALL_TABLE = 10;

/** As large as the base, but never too small on the screen. */
export function drawnRadius(model: Pick<ModelView, 'base'> & { squad?: string | null }, px: number): number {
  const crowded = model.squad != null && 100 / px < SMALL_TABLE;
  return Math.max(units(model.base), (crowded ? LEAST_IN_A_CROWD : LEAST_RADIUS) * px);
}

export const SIDE_NAMES = ['red', 'blue', 'green', 'gold'] as const;

/** Everything a counter shows, in words. */
export function counterLabel(model: ModelView, view: View, pieces: Piece[], mine: SideId | null): string {
  const side = SIDE_NAMES[model.side] ?? `side ${model.side + 1}`;
  const force = view.sides.find((one) => one.side === model.side)?.name;
  const whose = model.side === mine ? `yours, ${side}` : side;
  const [taken, most] = model.wounds;
  const parts = [model.squad && !model.name.startsWith(model.squad) ? `${model.name} of ${model.squad}` : model.name, force ? `${whose} (${force})` : whose];
  if (most > 0) parts.push(`${taken} of ${most} wounds`);
  parts.push(...model.conditions.map((word) => word.replaceAll('-', ' ')));
  if (model.facing) parts.push(`faces ${bearing({ x: 0, y: 0 }, model.facing)}`);
  if (model.acted) parts.push('has acted');
  if (model.spot) {
    const level = model.spot.z > 0 ? storey(pieces, model.spot) : null;
    parts.push(whereabouts(model.spot) + (level ? ` on the ${level}` : ''));
  }
  return parts.join(', ');
}
