// How models that move together stand to each other.

import type { Extent, ModelId, Point, Spot, Vector } from '../../protocol';
import { INCH, clamped, distance, minus, plus } from '../measure';

export const SHAPES = ['as they are', 'wider', 'closer', 'line', 'column'] as const;
export type Shape = (typeof SHAPES)[number];

/** How far apart the middles of neighbours are in a line or column. */
const APART = 1.6 * INCH;
const WIDER = 1.4;
const CLOSER = 0.75;

/** The places of all, if the leader goes to one: the others keep their distance, or form up around him. */
export function formUp(movers: [ModelId, Spot][], leader: ModelId, to: Point, shape: Shape): Map<ModelId, Point> {
  const start = movers.find(([model]) => model === leader)![1].at;
  const offsets = movers.map(([model, spot]) => [model, minus(spot.at, start)] as const);
  const place = (offset: Vector): Point => plus(to, offset);
  switch (shape) {
    case 'as they are': return new Map(offsets.map(([model, offset]) => [model, place(offset)]));
    case 'wider': return new Map(offsets.map(([model, offset]) => [model, place(times(offset, WIDER))]));
    case 'closer': return new Map(offsets.map(([model, offset]) => [model, place(times(offset, CLOSER))]));
    case 'line': return inRow(offsets, to, across(ahead(start, to)));
    case 'column': return inRow(offsets, to, ahead(start, to));
  }
}

const times = (by: Vector, factor: number): Vector => ({ x: Math.round(by.x * factor), y: Math.round(by.y * factor) });

/** The direction they go in; north where they do not go anywhere. */
function ahead(from: Point, to: Point): Vector {
  const long = distance(from, to);
  return long === 0 ? { x: 0, y: 1 } : { x: (to.x - from.x) / long, y: (to.y - from.y) / long };
}

const across = ({ x, y }: Vector): Vector => ({ x: -y, y: x });

/** A row with the leader in its middle; the others stay on the side they are on. */
function inRow(offsets: (readonly [ModelId, Vector])[], to: Point, along: Vector): Map<ModelId, Point> {
  const far = ({ x, y }: Vector): number => x * along.x + y * along.y;
  const order = [...offsets].sort((a, b) => far(a[1]) - far(b[1]));
  const own = order.findIndex(([, offset]) => offset.x === 0 && offset.y === 0);
  return new Map(order.map(([model], i) => [model, plus(to, times(along, (i - own) * APART))]));
}

/** So many places in ranks of at most five around a point, kept inside a box where they fit. */
export function ranks(count: number, at: Point, within: Extent): Point[] {
  const wide = Math.min(count, 5);
  const deep = Math.ceil(count / wide);
  const half = { x: ((wide - 1) * APART) / 2, y: ((deep - 1) * APART) / 2 };
  const room = { low: plus(within.low, half), high: minus(within.high, half) };
  const center = room.low.x <= room.high.x && room.low.y <= room.high.y ? clamped(room, at) : at;
  return Array.from({ length: count }, (_, i) =>
    plus(center, { x: (i % wide) * APART - half.x, y: half.y - Math.floor(i / wide) * APART }));
}
