// Lengths, directions and places, in whole micrometres with y to the north, put into numbers and words for people.

import { INCH, apart, bearing, degrees as degreesOf } from '../explain/format';
import type { Extent, Length, ModelId, ModelView, Point, Spot, Vector } from '../protocol';

export { INCH, apart as distance };

const whole = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y) });

export const plus = (a: Point, b: Vector): Point => whole(a.x + b.x, a.y + b.y);
export const minus = (a: Point, b: Point): Vector => whole(a.x - b.x, a.y - b.y);

/** A length as people say it: `4.2 inches`, `1 inch`. */
export function inches(length: Length): string {
  const number = (length / INCH).toFixed(1).replace(/\.0$/, '');
  return `${number} ${number === '1' ? 'inch' : 'inches'}`;
}

export const COMPASS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

const HERE: Point = { x: 0, y: 0 };

/** The compass word for a direction. */
export const compass = (direction: Vector): string => bearing(HERE, direction);

/** The degrees of a direction; north is nought and east is ninety. */
export const degrees = (direction: Vector): number => degreesOf(HERE, direction);

/** A direction of a length that whole micrometres express finely enough. */
export function towards(degrees: number): Vector {
  const angle = (degrees * Math.PI) / 180;
  return whole(Math.sin(angle) * 1_000_000, Math.cos(angle) * 1_000_000);
}

export function lengthOf(path: Spot[]): Length {
  return path.slice(1).reduce((sum, spot, i) => sum + apart(path[i]!.at, spot.at), 0);
}

/** The spot at a distance along a path, seen from above. */
export function alongPath(path: Spot[], far: Length): Spot {
  let left = far;
  for (const [i, to] of path.slice(1).entries()) {
    const from = path[i]!;
    const leg = apart(from.at, to.at);
    if (left <= leg && leg > 0) {
      const part = left / leg;
      return { at: plus(from.at, { x: (to.at.x - from.at.x) * part, y: (to.at.y - from.at.y) * part }), z: from.z };
    }
    left -= leg;
  }
  return path.at(-1)!;
}

/** The part of a path up to a distance. */
export function pathUpTo(path: Spot[], far: Length): Spot[] {
  const kept = path.slice(0, 1);
  let walked = 0;
  for (const [i, to] of path.slice(1).entries()) {
    walked += apart(path[i]!.at, to.at);
    if (walked >= far) break;
    kept.push(to);
  }
  return [...kept, alongPath(path, far)];
}

/** How far along a path lies the place that is nearest to a point. */
export function nearestAlong(path: Spot[], to: Point): Length {
  let best = { off: Infinity, far: 0 };
  let walked = 0;
  for (const [i, end] of path.slice(1).entries()) {
    const from = path[i]!.at;
    const leg = apart(from, end.at);
    const dot = (to.x - from.x) * (end.at.x - from.x) + (to.y - from.y) * (end.at.y - from.y);
    const part = leg === 0 ? 0 : Math.min(1, Math.max(0, dot / (leg * leg)));
    const foot = plus(from, { x: (end.at.x - from.x) * part, y: (end.at.y - from.y) * part });
    const off = apart(foot, to);
    if (off < best.off) best = { off, far: Math.round(walked + leg * part) };
    walked += leg;
  }
  return best.far;
}

/** The middle of a box. */
export const middle = ({ low, high }: Extent): Point => ({ x: Math.round((low.x + high.x) / 2), y: Math.round((low.y + high.y) / 2) });

/** The nearest point inside a box. */
export const clamped = ({ low, high }: Extent, at: Point): Point => ({
  x: Math.min(Math.max(at.x, low.x), high.x),
  y: Math.min(Math.max(at.y, low.y), high.y),
});

export const inside = (box: Extent, at: Point): boolean =>
  at.x >= box.low.x && at.x <= box.high.x && at.y >= box.low.y && at.y <= box.high.y;

/** The model whose base a point touches, the nearest first. */
export function modelAt(models: ModelView[], at: Point): ModelView | null {
  const near = models.filter((m) => m.spot !== null && apart(m.spot.at, at) <= m.base);
  near.sort((a, b) => apart(a.spot!.at, at) - apart(b.spot!.at, at));
  return near[0] ?? null;
}

/** How far a nudge goes: an inch, with shift a tenth, with control three. */
export function nudgeStep(how: { shift: boolean; ctrl: boolean }): Length {
  if (how.shift) return INCH / 10;
  return how.ctrl ? INCH * 3 : INCH;
}

const ARROWS: Record<string, Vector> = {
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Where an arrow key pushes something, or nothing if it is another key. */
export function nudge(key: string, how: { shift: boolean; ctrl: boolean }): Vector | null {
  const direction = ARROWS[key];
  if (!direction) return null;
  const step = nudgeStep(how);
  return { x: direction.x * step, y: direction.y * step };
}

/** A place in words, as seen from another: `5.2 inches east, near Bo`. */
export function placeInWords(at: Point, from: Point | null, models: ModelView[], except: ModelId | null): string {
  const others = models.filter((m) => m.spot !== null && m.model !== except);
  others.sort((a, b) => apart(a.spot!.at, at) - apart(b.spot!.at, at));
  const near = others[0] && apart(others[0].spot!.at, at) < 12 * INCH ? others[0].name : null;
  const where = from ? `${inches(apart(from, at))} ${compass(minus(at, from))}` : coordinates(at);
  return near ? `${where}, near ${near}` : where;
}

/** Inches from the west and from the south edge. */
export const coordinates = (at: Point): string => `${(at.x / INCH).toFixed(1)}, ${(at.y / INCH).toFixed(1)}`;
