// Ground of all sorts: woods, water, rubble, hazards, holes and hills.

import type { Kind } from '../../protocol';
import { circlePath, hatching, linePath, mix, moved, paces, path, roomiest, shrunk, signedArea, turned } from '../polygons';
import { dice, stipple } from '../random';
import type { Mark, Plot } from './marks';
import { shadowOf, shifted } from './marks';
import { crown, crownShade, drop, flame, ripple, stone, trefoil, tuft, warning } from './symbols';

type Draw = (plot: Plot) => Mark[];

const edgeOf = (plot: Plot): string => plot.edge.map(linePath).join('');

/** Short strokes across the edge: into the piece for hollows, out of it for slopes. */
function hachures(plot: Plot, step: number, length: number, inward: boolean): string {
  const sense = (signedArea(plot.shape) > 0) === inward ? 1 : -1;
  const roll = dice(plot.seed);
  const strokes = plot.edge.flatMap((run) => paces(run, step));
  return strokes
    .map(({ at, way }) => linePath([at, moved(at, turned(way), sense * length * (0.75 + roll() * 0.5))]))
    .join('');
}

/** Woods: the closer the crowns, the denser the woods. */
const woods = (spacing: number, radius: number, look: string): Draw => (plot) => {
  const roll = dice(plot.seed);
  const trees = stipple(plot.shape, spacing, radius * 0.55, plot.seed).map((at) => ({
    at, r: radius * (0.78 + roll() * 0.44), lobes: 6 + Math.floor(roll() * 3), turn: roll() * 7,
  }));
  const dots = stipple(plot.shape, spacing * 0.42, 8, plot.seed + 1).map((at) => circlePath(at, 2 + roll() * 1.8));
  return [
    { d: path(plot.shape), look: `wood-floor ${look}` },
    { d: edgeOf(plot), look: 'wood-edge' },
    { d: dots.join(''), look: 'wood-dots' },
    { d: trees.map((t) => crown({ x: t.at.x + 6, y: t.at.y + 7 }, t.r, t.lobes, t.turn)).join(''), look: 'shade' },
    ...trees.flatMap((t) => [
      { d: crown(t.at, t.r, t.lobes, t.turn), look: `crown ${look}` },
      { d: crownShade(t.at, t.r), look: 'crown-shade' },
    ]),
  ];
};

const scrub: Draw = (plot) => {
  const roll = dice(plot.seed);
  const places = stipple(plot.shape, 46, 10, plot.seed);
  const bushes = places.filter(() => roll() < 0.3);
  return [
    { d: path(plot.shape), look: 'scrub-floor' },
    { d: edgeOf(plot), look: 'wood-edge' },
    { d: places.map((at) => tuft(at, 20 + roll() * 8, roll() - 0.5)).join(''), look: 'tuft' },
    { d: bushes.map((at) => crown({ x: at.x + 14, y: at.y - 12 }, 9 + roll() * 5, 5, roll() * 7)).join(''), look: 'bush' },
  ];
};

/** Rubble: broken hatching with stones between the strokes. */
const rubble: Draw = (plot) => {
  const roll = dice(plot.seed);
  const strokes = stipple(plot.shape, 34, 7, plot.seed).map((at) => {
    const turn = (roll() < 0.5 ? -0.8 : 0.75) + (roll() - 0.5) * 0.5;
    const way = { x: Math.cos(turn), y: Math.sin(turn) };
    const long = 7 + roll() * 8;
    return linePath([moved(at, way, -long), moved(at, way, long)]);
  });
  const places = stipple(plot.shape, 52, 12, plot.seed + 1);
  return [
    { d: path(plot.shape), look: 'rubble-floor' },
    { d: strokes.join(''), look: 'rubble-hatch', clip: true },
    { d: places.map((at) => stone(at, 8 + roll() * 9, roll)).join(''), look: 'rubble-stone' },
    { d: edgeOf(plot), look: 'rubble-edge' },
  ];
};

/** Lines that follow the shore, each farther from it: wide strokes with narrower ones on top. */
function shoreLines(plot: Plot, distances: number[], wash: string): Mark[] {
  return [...distances].reverse().flatMap((far) => [
    { d: edgeOf(plot), look: 'shore', width: 2 * far + 3, clip: true },
    { d: edgeOf(plot), look: wash, width: 2 * far, clip: true },
  ]);
}

const water: Draw = (plot) => [
  { d: path(plot.shape), look: 'water-floor' },
  ...shoreLines(plot, [10, 23, 41, 64], 'shore-wash'),
  { d: stipple(plot.shape, 95, 34, plot.seed).map((at) => ripple(at, 15)).join(''), look: 'ripple' },
  { d: edgeOf(plot), look: 'bank' },
];

const ford: Draw = (plot) => {
  const roll = dice(plot.seed);
  const stones = stipple(plot.shape, 40, 12, plot.seed);
  return [
    { d: path(plot.shape), look: 'ford-floor' },
    ...shoreLines(plot, [12], 'shore-wash-pale'),
    { d: stipple(plot.shape, 60, 14, plot.seed + 1).map((at) => ripple(at, 10)).join(''), look: 'ripple' },
    { d: stones.map((at) => stone(at, 7 + roll() * 5, roll)).join(''), look: 'ford-stone' },
    { d: edgeOf(plot), look: 'bank-broken' },
  ];
};

const swamp: Draw = (plot) => {
  const roll = dice(plot.seed);
  const places = stipple(plot.shape, 52, 12, plot.seed);
  const strokes = places.map((at) => linePath([{ x: at.x - 12 - roll() * 10, y: at.y }, { x: at.x + 12 + roll() * 10, y: at.y }]));
  const reeds = places.filter(() => roll() < 0.55).map((at) => tuft({ x: at.x, y: at.y - 1 }, 22, roll() - 0.5));
  return [
    { d: path(plot.shape), look: 'swamp-floor' },
    { d: strokes.join(''), look: 'swamp-stroke', clip: true },
    { d: reeds.join(''), look: 'reed' },
    { d: edgeOf(plot), look: 'bank-broken' },
  ];
};

const crater: Draw = (plot) => {
  const bottom = roomiest(plot.shape);
  return [
    { d: path(plot.shape), look: 'crater-floor' },
    { d: path(shrunk(plot.shape, bottom, 0.66)), look: 'crater-deep' },
    { d: path(shrunk(plot.shape, bottom, 0.36)), look: 'crater-deep' },
    { d: hachures(plot, 11, 17, true), look: 'hachure' },
    { d: edgeOf(plot), look: 'crater-rim' },
  ];
};

const pit: Draw = (plot) => [
  { d: path(plot.shape), look: 'pit-floor' },
  { d: path(shifted(shrunk(plot.shape, roomiest(plot.shape), 0.86), 5)), look: 'pit-deep', clip: true },
  { d: hachures(plot, 9, 13, true), look: 'pit-hachure' },
  { d: edgeOf(plot), look: 'pit-rim' },
];

const trench: Draw = (plot) => [
  { d: path(plot.shape), look: 'trench-floor' },
  { d: hachures(plot, 24, 14, false), look: 'hachure' },
  { d: edgeOf(plot), look: 'trench-inner', width: 26, clip: true },
  { d: edgeOf(plot), look: 'trench-edge' },
];

/** A hazard: striped border, specks, and a sign in the middle. */
const hazard = (sign: 'trefoil' | 'drop'): Draw => (plot) => {
  const at = roomiest(plot.shape);
  const specks = stipple(plot.shape, 38, 22, plot.seed).map((p, i) => circlePath(p, i % 3 ? 2.6 : 4.4));
  const symbol = sign === 'trefoil' ? trefoil({ x: at.x, y: at.y + 7 }, 14) : drop({ x: at.x, y: at.y + 6 }, 14);
  return [
    { d: path(plot.shape), look: `hazard-floor ${sign}` },
    { d: specks.join(''), look: `hazard-specks ${sign}` },
    { d: edgeOf(plot), look: `hazard-border ${sign}`, width: 26, clip: true },
    { d: edgeOf(plot), look: `hazard-edge ${sign}` },
    { d: warning(at, 27), look: 'hazard-plate' },
    { d: symbol, look: 'hazard-sign' },
  ];
};

const hill: Draw = (plot) => [
  { d: path(shifted(plot.shape, shadowOf(plot.height))), look: 'shade' },
  { d: path(plot.shape), look: 'hill-floor' },
  { d: edgeOf(plot), look: 'hill-slope', width: 44, clip: true },
  { d: hachures(plot, 15, 15, true), look: 'hill-hachure' },
  { d: edgeOf(plot), look: 'contour' },
];

const open: Draw = (plot) => [{ d: path(plot.shape), look: 'open-edge' }];

const interior: Draw = (plot) => [
  { d: path(plot.shape), look: 'house-floor' },
  { d: hatching(plot.shape, 50, { x: 1, y: 0 }) + hatching(plot.shape, 50, { x: 0, y: 1 }), look: 'tiles', clip: true },
  { d: edgeOf(plot), look: 'open-edge' },
];

const smoke: Draw = (plot) => {
  const roll = dice(plot.seed);
  const puffs = stipple(plot.shape, 56, 14, plot.seed).map((at) => ({ at, r: 30 + roll() * 16, turn: roll() * 7 }));
  return [
    { d: path(plot.shape), look: 'smoke-floor' },
    ...puffs.map((p) => ({ d: crown(p.at, p.r, 6, p.turn), look: 'puff', clip: true })),
    { d: edgeOf(plot), look: 'smoke-edge' },
  ];
};

const fire: Draw = (plot) => {
  const roll = dice(plot.seed);
  const places = stipple(plot.shape, 48, 16, plot.seed).sort((a, b) => a.y - b.y);
  const tongues = places.map((at) => ({ at, r: 19 + roll() * 10, lean: roll() - 0.5 }));
  return [
    { d: path(plot.shape), look: 'fire-floor' },
    ...tongues.flatMap((t) => [
      { d: flame(t.at, t.r, t.lean), look: 'flame' },
      { d: flame({ x: t.at.x, y: t.at.y + t.r * 0.3 }, t.r * 0.5, t.lean), look: 'flame-heart' },
    ]),
    { d: edgeOf(plot), look: 'fire-edge' },
  ];
};

/** A platform: planks, and a broken edge because one walks under it. */
const platform: Draw = (plot) => {
  const bolts = plot.shape.map((p) => circlePath(mix(p, roomiest(plot.shape), 0.1), 4));
  return [
    { d: path(shifted(plot.shape, shadowOf(plot.bottom + plot.height))), look: 'shade' },
    { d: path(plot.shape), look: 'platform' },
    { d: hatching(plot.shape, 22, { x: 1, y: 0 }), look: 'planks', clip: true },
    { d: bolts.join(''), look: 'bolt' },
    { d: path(plot.shape), look: 'platform-edge' },
  ];
};

export const AREAS: { [kind in Kind]?: Draw } = {
  open, scrub, swamp, water, ford, rubble, hill, crater, pit, trench, interior, smoke, fire,
  'light-woods': woods(132, 38, 'light'),
  'medium-woods': woods(96, 40, 'medium'),
  'dense-woods': woods(68, 40, 'dense'),
  irradiated: hazard('trefoil'),
  contaminated: hazard('drop'),
  floor: platform,
  stairs: platform,
};
