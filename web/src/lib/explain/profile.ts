// The side view of a line of sight: everything along the line, by distance and height.

import type { Piece, Point, Ray, Sketch } from '../protocol';
import { apart } from './format';
import { corners, isOn, thickness } from './where';

/** A piece that the line passes, cut open. */
export interface Cut {
  piece: Piece;
  /** Its place in the sketch. */
  number: number;
  from: number;
  to: number;
  bottom: number;
  top: number;
}

/** One line of sight by distance and height. */
export interface Sloped {
  from: [number, number];
  to: [number, number];
  open: boolean;
}

export interface Profile {
  length: number;
  height: number;
  rays: Sloped[];
  cuts: Cut[];
}

/** How finely the line is walked along to find what lies under it. */
const SAMPLES = 400;

/** The side view of some rays, with the pieces beneath them where the table is known. */
export function profile(rays: readonly Ray[], sketch: Sketch | null): Profile | null {
  const first = rays[0];
  if (first === undefined) return null;
  const start = first.from.at;
  const end = rays.reduce((far, ray) => (apart(start, ray.to.at) > apart(start, far) ? ray.to.at : far), first.to.at);
  const length = Math.max(apart(start, end), 1);
  const sloped = rays.map((ray) => slope(ray, start));
  const cuts = sketch === null ? [] : cutsAlong(sketch, start, end, length);
  const tops = [...sloped.flatMap((ray) => [ray.from[1], ray.to[1]]), ...cuts.map((cut) => cut.top)];
  return { length, height: Math.max(...tops, 1), rays: sloped, cuts };
}

const slope = (ray: Ray, start: Point): Sloped => ({
  from: [apart(start, ray.from.at), ray.from.z],
  to: [apart(start, ray.to.at), ray.to.z],
  open: ray.open,
});

function cutsAlong(sketch: Sketch, start: Point, end: Point, length: number): Cut[] {
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) => between(start, end, i / SAMPLES));
  const cut = (piece: Piece, number: number): Cut[] => {
    if (piece.height <= 0 || corners(piece.form).length < 2) return [];
    return runs(points.map((point) => isOn(point, piece))).map(([from, to]) => ({
      piece, number, bottom: piece.bottom, top: piece.bottom + piece.height, ...wide(from, to, length, piece),
    }));
  };
  return sketch.pieces.flatMap(cut);
}

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** Thin walls are crossed between two samples: they are drawn as thick as they are. */
function wide(from: number, to: number, length: number, piece: Piece): { from: number; to: number } {
  const [a, b] = [(from / SAMPLES) * length, (to / SAMPLES) * length];
  const missing = Math.max(0, thickness(piece.form) - (b - a)) / 2;
  return { from: Math.max(0, a - missing), to: Math.min(length, b + missing) };
}

/** The stretches of a list that are true, as first and last place. */
export function runs(flags: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  flags.forEach((flag, i) => {
    const last = found.at(-1);
    if (!flag) return;
    if (last !== undefined && last[1] === i - 1) last[1] = i;
    else found.push([i, i]);
  });
  return found;
}
