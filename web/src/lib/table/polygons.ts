// Plain geometry of outlines on the drawing.

import type { Vec } from './units';

export interface Box {
  low: Vec;
  high: Vec;
}

export function extent(shape: Vec[]): Box {
  const xs = shape.map((p) => p.x);
  const ys = shape.map((p) => p.y);
  return { low: { x: Math.min(...xs), y: Math.min(...ys) }, high: { x: Math.max(...xs), y: Math.max(...ys) } };
}

export const mix = (a: Vec, b: Vec, part: number): Vec => ({
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
});

export const distance = (a: Vec, b: Vec): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The direction from one place to another, of length one; nought if they are the same. */
export function direction(a: Vec, b: Vec): Vec {
  const length = distance(a, b) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

export const moved = (a: Vec, way: Vec, by: number): Vec => ({ x: a.x + way.x * by, y: a.y + way.y * by });

/** A quarter turn. */
export const turned = (way: Vec): Vec => ({ x: -way.y, y: way.x });

/** The sides of an outline, the one back to the start included. */
export function sides(shape: Vec[]): [Vec, Vec][] {
  return shape.map((corner, i) => [corner, shape[(i + 1) % shape.length]!]);
}

export function contains(shape: Vec[], place: Vec): boolean {
  let inside = false;
  for (const [a, b] of sides(shape)) {
    const crosses = a.y > place.y !== b.y > place.y;
    if (crosses && place.x < ((b.x - a.x) * (place.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

function segmentDistance(a: Vec, b: Vec, place: Vec): number {
  const long = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const along = long === 0 ? 0 : ((place.x - a.x) * (b.x - a.x) + (place.y - a.y) * (b.y - a.y)) / long;
  return distance(place, mix(a, b, Math.min(1, Math.max(0, along))));
}

export const edgeDistance = (shape: Vec[], place: Vec): number =>
  Math.min(...sides(shape).map(([a, b]) => segmentDistance(a, b, place)));

/** Twice-signed areas summed: positive when the outline runs clockwise on the drawing. */
export const signedArea = (shape: Vec[]): number =>
  sides(shape).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0) / 2;

/** The middle of the corners. */
export function middle(shape: Vec[]): Vec {
  const sum = shape.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / shape.length, y: sum.y / shape.length };
}

/** The place inside an outline that is farthest from its edge: room for a sign or a word. */
export function roomiest(shape: Vec[]): Vec {
  const { low, high } = extent(shape);
  let best = middle(shape);
  let room = contains(shape, best) ? edgeDistance(shape, best) * 1.15 : -1;
  for (let i = 1; i < 12; i++) {
    for (let j = 1; j < 12; j++) {
      const place = { x: low.x + ((high.x - low.x) * i) / 12, y: low.y + ((high.y - low.y) * j) / 12 };
      if (!contains(shape, place)) continue;
      const here = edgeDistance(shape, place);
      if (here > room) [best, room] = [place, here];
    }
  }
  return best;
}

/** A longish shape as seen along its longer axis: where it lies and how far it reaches each way. */
export function grain(shape: Vec[]): { center: Vec; along: Vec; long: number; wide: number } {
  const [a, b] = sides(shape).reduce((best, side) => (distance(...side) > distance(...best) ? side : best));
  const along = direction(a, b);
  const across = turned(along);
  const reach = (way: Vec) => {
    const spread = shape.map((p) => p.x * way.x + p.y * way.y);
    return { low: Math.min(...spread), high: Math.max(...spread) };
  };
  const [l, w] = [reach(along), reach(across)];
  const [lm, wm] = [(l.low + l.high) / 2, (w.low + w.high) / 2];
  const center = { x: along.x * lm + across.x * wm, y: along.y * lm + across.y * wm };
  const [long, wide] = [(l.high - l.low) / 2, (w.high - w.low) / 2];
  if (long >= wide) return { center, along, long, wide };
  return { center, along: across, long: wide, wide: long };
}

/** The outline of a band of some breadth along a line, with mitred corners. */
export function strip(line: Vec[], breadth: number): Vec[] {
  const clean = line.filter((p, i) => i === 0 || distance(p, line[i - 1]!) > 0.01);
  if (clean.length < 2) return [];
  const left: Vec[] = [];
  const right: Vec[] = [];
  clean.forEach((corner, i) => {
    const before = i > 0 ? direction(clean[i - 1]!, corner) : direction(corner, clean[1]!);
    const after = i < clean.length - 1 ? direction(corner, clean[i + 1]!) : before;
    const [n, m] = [turned(before), turned(after)];
    // Very sharp corners would shoot out; they are cut at four half breadths.
    const stretch = 1 / Math.max(0.25, 1 + n.x * m.x + n.y * m.y);
    const miter = { x: (n.x + m.x) * stretch, y: (n.y + m.y) * stretch };
    left.push(moved(corner, miter, breadth / 2));
    right.unshift(moved(corner, miter, -breadth / 2));
  });
  return [...left, ...right];
}

/** A circle as an outline. */
export function round(center: Vec, radius: number, corners = 32): Vec[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI;
    return { x: center.x + Math.cos(angle) * radius, y: center.y + Math.sin(angle) * radius };
  });
}

/** An outline shrunk towards a place. */
export const shrunk = (shape: Vec[], to: Vec, part: number): Vec[] => shape.map((p) => mix(to, p, part));

/** Places along a line, equally far apart, with the direction of the line there. */
export function paces(line: Vec[], step: number, start = step / 2): { at: Vec; way: Vec }[] {
  const places: { at: Vec; way: Vec }[] = [];
  let due = start;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const long = distance(a, b);
    const way = direction(a, b);
    for (; due <= long + 1e-6; due += step) places.push({ at: moved(a, way, due), way });
    due -= long;
  }
  return places;
}

/**
 * The parts of an outline that do not lie against or inside one of its neighbours: where two
 * reaches of the same stream meet there is no shore.
 */
export function openEdge(shape: Vec[], neighbours: Vec[][]): Vec[][] {
  const around = [...shape, shape[0]!];
  if (neighbours.length === 0) return [around];
  const outward = signedArea(shape) > 0 ? -1 : 1;
  const runs: Vec[][] = [];
  let run: Vec[] = [];
  for (let i = 1; i < around.length; i++) {
    const [a, b] = [around[i - 1]!, around[i]!];
    const bits = Math.max(1, Math.ceil(distance(a, b) / 8));
    const out = turned(direction(a, b));
    for (let bit = 0; bit < bits; bit++) {
      const [from, to] = [mix(a, b, bit / bits), mix(a, b, (bit + 1) / bits)];
      const beyond = moved(mix(from, to, 0.5), out, 2 * outward);
      if (neighbours.some((other) => contains(other, beyond))) {
        if (run.length > 1) runs.push(run);
        run = [];
      } else {
        if (run.length === 0) run.push(from);
        run.push(to);
      }
    }
  }
  if (run.length > 1) runs.push(run);
  return runs;
}

// Paths ---------------------------------------------------------------------------------------

const n = (value: number): string => String(Math.round(value * 10) / 10);

export const spot = (p: Vec): string => `${n(p.x)} ${n(p.y)}`;

/** An open line. */
export const linePath = (line: Vec[]): string => line.map((p, i) => `${i ? 'L' : 'M'}${spot(p)}`).join('');

/** A closed outline. */
export const path = (shape: Vec[]): string => (shape.length ? `${linePath(shape)}Z` : '');

export const circlePath = (c: Vec, r: number): string =>
  `M${n(c.x - r)} ${n(c.y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

/** Parallel lines that cover the box around a shape, as far apart as `gap`, running along `way`. */
export function hatching(shape: Vec[], gap: number, way: Vec): string {
  const { low, high } = extent(shape);
  const center = mix(low, high, 0.5);
  const reach = distance(low, high) / 2;
  const along = direction({ x: 0, y: 0 }, way);
  const across = turned(along);
  // The lines keep to one lattice for the whole table, so that neighbours continue each other.
  const offset = (center.x * across.x + center.y * across.y) % gap;
  let d = '';
  for (let by = -Math.ceil(reach / gap) * gap - offset; by <= reach; by += gap) {
    const at = moved(center, across, by);
    d += linePath([moved(at, along, -reach), moved(at, along, reach)]);
  }
  return d;
}
