// Massive things one walks around: rocks, crates, barrels, wrecks, crystals, wells and trees.

import type { Kind } from '../../protocol';
import { circlePath, distance, extent, grain, linePath, middle, mix, moved, path, roomiest, shrunk, sides, signedArea, turned } from '../polygons';
import { dice } from '../random';
import type { Vec } from '../units';
import type { Mark, Plot } from './marks';
import { shadowOf, shifted } from './marks';
import { crown, crownShade } from './symbols';

type Draw = (plot: Plot) => Mark[];

const shadow = (plot: Plot): Mark => ({ d: path(shifted(plot.shape, shadowOf(plot.height))), look: 'shade' });

/** The side of a facet that the sun, in the north-west, shines on: nought to three, dark to light. */
function light(a: Vec, b: Vec, clockwise: boolean): number {
  const way = turned({ x: (b.x - a.x) / (distance(a, b) || 1), y: (b.y - a.y) / (distance(a, b) || 1) });
  const sense = clockwise ? 1 : -1;
  const facing = (way.x * 0.7 + way.y * 0.7) * sense;
  return Math.min(3, Math.max(0, Math.floor((facing + 1) * 2)));
}

/** A stone cut into facets that run up to its top. */
function faceted(plot: Plot, look: string): Mark[] {
  const roll = dice(plot.seed);
  const heart = roomiest(plot.shape);
  const size = Math.sqrt(Math.abs(signedArea(plot.shape)));
  const top = { x: heart.x - size * 0.06 + (roll() - 0.5) * size * 0.1, y: heart.y - size * 0.08 };
  const crest = shrunk(plot.shape, top, 0.5).map((p) => mix(p, top, roll() * 0.3));
  const clockwise = signedArea(plot.shape) > 0;
  const facets = sides(plot.shape).map(([a, b], i) => {
    const [c, d] = [crest[(i + 1) % crest.length]!, crest[i]!];
    return { d: path([a, b, c, d]), look: `${look} facet-${light(a, b, clockwise)}` };
  });
  return [shadow(plot), ...facets, { d: path(crest), look: `${look} facet-3` }, { d: path(plot.shape), look: `${look}-edge` }];
}

const rock: Draw = (plot) => faceted(plot, 'rock');

/** Crystals: a faceted foot with shards that stand out of it. */
const crystal: Draw = (plot) => {
  const roll = dice(plot.seed);
  const heart = roomiest(plot.shape);
  const size = Math.sqrt(Math.abs(signedArea(plot.shape)));
  const shards = [-2.4, -1.55, -0.7, 0.5, 2.6].flatMap((turn) => {
    const way = { x: Math.cos(turn + roll() * 0.4), y: Math.sin(turn + roll() * 0.4) };
    const long = size * (0.34 + roll() * 0.16);
    const wide = size * 0.085;
    const [foot, neck, tip] = [heart, moved(heart, way, long * 0.72), moved(heart, way, long)];
    const side = turned(way);
    const [l, r] = [moved(neck, side, -wide), moved(neck, side, wide)];
    return [
      { d: path([moved(foot, side, -wide * 0.7), l, tip, foot]), look: 'crystal facet-3' },
      { d: path([foot, tip, r, moved(foot, side, wide * 0.7)]), look: 'crystal facet-1' },
    ];
  });
  return [...faceted(plot, 'crystal'), ...shards];
};

/** A crate with a braced lid; a long one is a container with ribs. */
const crate: Draw = (plot) => {
  const { center, along, long, wide } = grain(plot.shape);
  const across = turned(along);
  const at = (l: number, w: number): Vec => moved(moved(center, along, l * long), across, w * wide);
  const container = long > 90;
  const paint = /red/.test(plot.name) || plot.seed % 2 ? 'rusty' : 'steel';
  const marks: Mark[] = [shadow(plot), { d: path(plot.shape), look: container ? `crate ${paint}` : 'crate' }];
  if (container) {
    const ribs = Math.max(4, Math.round(long / 11));
    const lines = Array.from({ length: ribs - 1 }, (_, i) => {
      const l = -1 + (2 * (i + 1)) / ribs;
      return linePath([at(l, -0.86), at(l, 0.86)]);
    });
    marks.push({ d: lines.join(''), look: 'crate-rib' }, { d: linePath([at(0.93, -1), at(0.93, 1)]) + linePath([at(0.965, -0.12), at(0.965, 0.12)]), look: 'crate-line' });
  } else {
    const lid = shrunk(plot.shape, center, 0.74);
    marks.push({ d: path(lid) + linePath([at(-0.74, -0.74), at(0.74, 0.74)]) + linePath([at(-0.74, 0.74), at(0.74, -0.74)]), look: 'crate-line' });
  }
  return [...marks, { d: path(plot.shape), look: 'crate-edge' }];
};

/** A barrel from above: rim, lid and bung; a big one is a tank with a seam and a hatch. */
const barrel: Draw = (plot) => {
  const c = middle(plot.shape);
  const { low, high } = extent(plot.shape);
  const r = Math.min(high.x - low.x, high.y - low.y) / 2;
  const tank = r > 80;
  const rings = (tank ? [0.9, 0.55] : [0.78]).map((part) => circlePath(c, r * part)).join('');
  const seams = [0, 1, 2, 3, 4, 5].map((i) => {
    const way = { x: Math.cos((i * Math.PI) / 3), y: Math.sin((i * Math.PI) / 3) };
    return linePath([moved(c, way, r * 0.55), moved(c, way, r * 0.9)]);
  });
  const hatch = { x: c.x + r * 0.22, y: c.y - r * 0.2 };
  return [
    shadow(plot),
    { d: path(plot.shape), look: 'barrel' },
    { d: crownShade(c, r * (tank ? 1.05 : 0.9)), look: 'barrel-shade', clip: true },
    { d: rings + (tank ? seams.join('') : ''), look: 'barrel-line' },
    { d: circlePath(hatch, r * (tank ? 0.13 : 0.17)), look: 'barrel-bung' },
    { d: path(plot.shape), look: 'barrel-edge' },
  ];
};

/** The lie of a vehicle, with its narrower end in front. */
function bowFirst(shape: Vec[]): ReturnType<typeof grain> {
  const lie = grain(shape);
  const side = turned(lie.along);
  const ahead = (p: Vec): number => (p.x - lie.center.x) * lie.along.x + (p.y - lie.center.y) * lie.along.y;
  const off = (p: Vec): number => Math.abs((p.x - lie.center.x) * side.x + (p.y - lie.center.y) * side.y);
  const breadth = (front: boolean): number =>
    Math.max(0, ...shape.filter((p) => (front ? ahead(p) : -ahead(p)) > lie.long * 0.97).map(off));
  return breadth(true) <= breadth(false) ? lie : { ...lie, along: { x: -lie.along.x, y: -lie.along.y } };
}

/** A wreck from above: wheels, lamps, hood, screen, roof and bed. */
const vehicle: Draw = (plot) => {
  const { center, along, long, wide } = bowFirst(plot.shape);
  const across = turned(along);
  const at = (l: number, w: number): Vec => moved(moved(center, along, l * long), across, w * wide);
  const box = (l0: number, l1: number, w0: number, w1 = w0): string =>
    path([at(l0, -w0), at(l1, -w1), at(l1, w1), at(l0, w0)]);
  const wheel = (l: number, w: number): string => path([at(l - 0.15, w - 0.16), at(l + 0.15, w - 0.16), at(l + 0.15, w + 0.16), at(l - 0.15, w + 0.16)]);
  const wheels = [-0.56, 0.42].flatMap((l) => [wheel(l, -0.97), wheel(l, 0.97)]);
  const roll = dice(plot.seed);
  const rust = Array.from({ length: 7 }, () => circlePath(at(roll() * 1.6 - 0.8, roll() * 1.3 - 0.65), 2 + roll() * 4));
  return [
    shadow(plot),
    { d: wheels.join(''), look: 'wheel' },
    { d: path(plot.shape), look: 'vehicle' },
    { d: box(-0.86, 0.02, 0.74), look: 'vehicle-bed' },
    { d: [-0.6, -0.34, -0.1].map((l) => linePath([at(l, -0.74), at(l, 0.74)])).join(''), look: 'vehicle-line' },
    { d: box(0.12, 0.44, 0.72, 0.8), look: 'vehicle-roof' },
    { d: box(0.44, 0.58, 0.8, 0.6), look: 'glass' },
    { d: linePath([at(0.62, -0.5), at(0.9, -0.28)]) + linePath([at(0.62, 0.5), at(0.9, 0.28)]) + linePath([at(0.62, 0), at(0.96, 0)]), look: 'vehicle-line' },
    { d: circlePath(at(0.86, -0.4), 4) + circlePath(at(0.86, 0.4), 4), look: 'lamp', clip: true },
    { d: rust.join(''), look: 'rust', clip: true },
    { d: path(plot.shape), look: 'vehicle-edge' },
  ];
};

const well: Draw = (plot) => {
  const c = middle(plot.shape);
  const inner = shrunk(plot.shape, c, 0.62);
  const joints = Array.from({ length: 12 }, (_, i) => {
    const p = plot.shape[Math.floor((i * plot.shape.length) / 12)]!;
    return linePath([mix(c, p, 0.62), p]);
  });
  return [
    shadow(plot),
    { d: path(plot.shape), look: 'well' },
    { d: joints.join(''), look: 'well-joint' },
    { d: path(inner), look: 'well-water' },
    { d: path(shrunk(plot.shape, c, 0.4)), look: 'well-deep' },
    { d: path(plot.shape), look: 'well-edge' },
  ];
};

const tree: Draw = (plot) => {
  const c = middle(plot.shape);
  const { low, high } = extent(plot.shape);
  const r = Math.max(14, (high.x - low.x + high.y - low.y) / 4);
  return [
    { d: crown({ x: c.x + 10, y: c.y + 11 }, r, 9, plot.seed), look: 'shade' },
    { d: crown(c, r * 0.96, 9, plot.seed), look: 'crown dense' },
    { d: crownShade(c, r), look: 'crown-shade' },
    { d: crown({ x: c.x - r * 0.16, y: c.y - r * 0.16 }, r * 0.5, 7, plot.seed + 1), look: 'crown medium' },
    { d: circlePath(c, Math.max(4, r * 0.11)), look: 'trunk' },
    { d: path(plot.shape), look: 'tree-edge' },
  ];
};

export const SOLIDS: { [kind in Kind]?: Draw } = { rock, crystal, crate, barrel, vehicle, well, tree };
