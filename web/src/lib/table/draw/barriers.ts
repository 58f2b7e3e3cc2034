// Lines to be crossed: walls, hedges, fences, wire and doors.

import type { Kind } from '../../protocol';
import { circlePath, distance, linePath, moved, paces, path, strip, turned } from '../polygons';
import { dice } from '../random';
import type { Vec } from '../units';
import type { Mark } from './marks';
import { shadowOf, shifted } from './marks';
import { crown } from './symbols';

export interface Course {
  line: Vec[];
  breadth: number;
  height: number;
  name: string;
  seed: number;
}

type Draw = (course: Course) => Mark[];

const shadow = (course: Course): Mark => ({
  d: path(shifted(strip(course.line, course.breadth), shadowOf(course.height))),
  look: 'shade',
});

/** Short strokes across the line, so many apart. */
function crossStrokes(course: Course, step: number, part: number): string {
  return paces(course.line, step)
    .map(({ at, way }) => {
      const half = (course.breadth / 2) * part;
      return linePath([moved(at, turned(way), -half), moved(at, turned(way), half)]);
    })
    .join('');
}

/** A wall to shoot over: pale, with joints; the higher, the heavier its outline. */
const lowWall: Draw = (course) => {
  if (/pipe/.test(course.name)) return pipe(course);
  if (/tree|log|trunk/.test(course.name)) return log(course);
  const weight = 3.5 + course.height * 0.03;
  return [
    shadow(course),
    { d: path(strip(course.line, course.breadth)), look: 'low-wall', width: weight },
    { d: crossStrokes(course, 30, 0.9), look: 'low-wall-joint' },
  ];
};

/** A wall to hide behind: solid, with an outline that grows with its height. */
const highWall: Draw = (course) => [
  shadow(course),
  { d: path(strip(course.line, course.breadth)), look: 'high-wall', width: Math.min(9, course.height * 0.022) },
];

const pipe: Draw = (course) => [
  shadow(course),
  { d: linePath(course.line), look: 'pipe-edge', width: course.breadth },
  { d: linePath(course.line), look: 'pipe', width: course.breadth - 7 },
  { d: linePath(course.line.map((p) => ({ x: p.x - course.breadth * 0.12, y: p.y - course.breadth * 0.12 }))), look: 'pipe-shine', width: course.breadth * 0.16 },
  { d: crossStrokes(course, 78, 1.18), look: 'pipe-joint' },
];

const log: Draw = (course) => {
  const roll = dice(course.seed);
  const bark = paces(course.line, 17).map(({ at, way }) => {
    const start = moved(at, turned(way), (roll() - 0.5) * course.breadth * 0.55);
    return linePath([start, moved(start, way, 10 + roll() * 12)]);
  });
  return [
    shadow(course),
    { d: linePath(course.line), look: 'log-edge', width: course.breadth },
    { d: linePath(course.line), look: 'log', width: course.breadth - 7 },
    { d: bark.join(''), look: 'bark' },
  ];
};

const hedge: Draw = (course) => {
  const roll = dice(course.seed);
  const bushes = paces(course.line, course.breadth * 0.5, 0).map(({ at, way }) => ({
    at: moved(at, turned(way), (roll() - 0.5) * course.breadth * 0.2),
    r: course.breadth * (0.42 + roll() * 0.14),
    turn: roll() * 7,
  }));
  const tops = bushes.map((b) => crown({ x: b.at.x - b.r * 0.18, y: b.at.y - b.r * 0.18 }, b.r * 0.45, 5, b.turn));
  return [
    { d: bushes.map((b) => crown({ x: b.at.x + 6, y: b.at.y + 6 }, b.r, 6, b.turn)).join(''), look: 'shade' },
    { d: bushes.map((b) => crown(b.at, b.r, 6, b.turn)).join(''), look: 'hedge-edge' },
    { d: bushes.map((b) => crown(b.at, b.r, 6, b.turn)).join(''), look: 'hedge' },
    { d: tops.join(''), look: 'hedge-top' },
  ];
};

/** A fence: two rails and posts. */
const fence: Draw = (course) => {
  const half = Math.max(3, course.breadth * 0.22);
  const rail = (by: number) => linePath(strip(course.line, 2 * by).slice(0, course.line.length));
  const whole = course.line.slice(1).reduce((sum, p, i) => sum + distance(course.line[i]!, p), 0);
  const step = whole / Math.max(1, Math.round(whole / 45));
  const posts = paces(course.line, step, 0).map(({ at, way }) => {
    const [l, w] = [5, half + 4];
    const side = turned(way);
    return path([moved(moved(at, way, -l), side, -w), moved(moved(at, way, l), side, -w), moved(moved(at, way, l), side, w), moved(moved(at, way, -l), side, w)]);
  });
  return [
    { d: path(shifted(strip(course.line, 6), 6)), look: 'shade' },
    { d: rail(half) + rail(-half), look: 'rail' },
    { d: posts.join(''), look: 'post' },
  ];
};

/** Barbed wire: a coil with barbs. */
const wire: Draw = (course) => {
  const r = Math.max(7, course.breadth * 0.5);
  const coil = paces(course.line, r * 1.1).map(({ at }) => circlePath(at, r));
  const barbs = paces(course.line, r * 2.2).map(({ at, way }) => {
    const slant = { x: (way.x + turned(way).x) * 0.7, y: (way.y + turned(way).y) * 0.7 };
    const other = turned(slant);
    return linePath([moved(at, slant, -r * 1.2), moved(at, slant, r * 1.2)]) + linePath([moved(at, other, -r * 1.2), moved(at, other, r * 1.2)]);
  });
  return [
    { d: linePath(course.line), look: 'wire-line' },
    { d: coil.join(''), look: 'wire-coil' },
    { d: barbs.join(''), look: 'wire-barb' },
  ];
};

const door: Draw = (course) => [
  shadow(course),
  { d: path(strip(course.line, Math.max(6, course.breadth * 0.6))), look: 'leaf' },
];

/** Anything else that was laid along a line: a band of its breadth. */
export const band: Draw = (course) => [{ d: path(strip(course.line, course.breadth)), look: 'low-wall', width: 4 }];

export const BARRIERS: { [kind in Kind]?: Draw } = {
  'low-wall': lowWall, 'high-wall': highWall, hedge, fence, wire, door,
};
