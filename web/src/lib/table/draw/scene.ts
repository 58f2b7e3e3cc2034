// Everything that lies on a table, as marks in the order in which they are drawn.

import type { Cloud, Ground, Kind, Length, Piece } from '../../protocol';
import { linePath, openEdge, path, round, roomiest, middle, strip } from '../polygons';
import type { Vec } from '../units';
import { onSheet, units } from '../units';
import { AREAS } from './areas';
import { BARRIERS, band } from './barriers';
import { houseFloor, houseWalls, ladder, stairs } from './house';
import type { Mark, Plot } from './marks';
import { SOLIDS } from './solids';

/** A piece, or a part of one that lies in a layer of its own. */
export interface Drawn {
  key: string;
  kind: Kind;
  layer: number;
  marks: Mark[];
  /** The outline where clipped marks end. */
  outline: string;
}

/** Neighbouring marks that end at the outline share one clip, which is dear to the browser. */
export function clippedRuns(marks: Mark[]): { clip: boolean; marks: Mark[] }[] {
  const runs: { clip: boolean; marks: Mark[] }[] = [];
  for (const mark of marks) {
    const last = runs.at(-1);
    if (last && last.clip === !!mark.clip) last.marks.push(mark);
    else runs.push({ clip: !!mark.clip, marks: [mark] });
  }
  return runs;
}

/** From the ground up: hills, floors, growth and water, walls, things, platforms, ways up, crowns. */
const LAYERS: { [kind in Kind]?: number } = {
  hill: 0, open: 2, interior: 2, 'low-wall': 4, 'high-wall': 4, hedge: 4, fence: 4, wire: 4, door: 4,
  rock: 5, crate: 5, barrel: 5, vehicle: 5, crystal: 5, well: 5, floor: 6, stairs: 7, ladder: 7,
  'light-woods': 8, 'medium-woods': 8, 'dense-woods': 8, tree: 8, smoke: 9, fire: 9,
};
const FLOORS = 1;
const WALLS = 3;
const layerOf = (kind: Kind): number => LAYERS[kind] ?? 2;

/** Kinds whose neighbours run into each other, so that no edge is drawn between them. */
const FLOWING: ReadonlySet<Kind> = new Set<Kind>(['water', 'ford', 'swamp', 'rubble', 'scrub', 'trench', 'light-woods', 'medium-woods', 'dense-woods']);

const higher = (a: Piece, b: Piece): number => a.bottom + a.height - (b.bottom + b.height);

/** All that never changes while a match is played: everything but the walls of buildings. */
export function drawStill({ sketch }: Ground): Drawn[] {
  const areas = sketch.pieces.map((piece) => ('Area' in piece.form ? piece.form.Area.map((p) => onSheet(p, sketch.depth)) : null));
  const order = sketch.pieces.map((piece, id) => ({ piece, id })).sort((a, b) => layerOf(a.piece.kind) - layerOf(b.piece.kind) || higher(a.piece, b.piece) || a.id - b.id);
  return order.map(({ piece, id }) => {
    const neighbours = FLOWING.has(piece.kind)
      ? areas.filter((other, i): other is Vec[] => other !== null && i !== id && sketch.pieces[i]!.kind === piece.kind)
      : [];
    return drawPiece(piece, id, sketch.depth, neighbours);
  });
}

/** The walls of the buildings, with what has been opened or breached. */
export function drawWalls({ sketch, features }: Ground, gone: ReadonlySet<number>): Drawn[] {
  return sketch.pieces.flatMap((piece, id) => {
    if (!('Building' in piece.form)) return [];
    const marks = houseWalls(piece.form.Building, id, features, gone, (p) => onSheet(p, sketch.depth));
    return [{ key: `walls ${id}`, kind: piece.kind, layer: WALLS, marks, outline: '' }];
  });
}

export function drawPiece(piece: Piece, id: number, depth: Length, neighbours: Vec[][] = []): Drawn {
  const sheet = (p: { x: number; y: number }): Vec => onSheet(p, depth);
  const drawn = (marks: Mark[], layer = layerOf(piece.kind)): Drawn => ({
    key: `piece ${id}`, kind: piece.kind, layer, marks, outline: outlineOf(piece, depth),
  });
  const { form } = piece;
  const height = units(piece.height);
  const seed = id + 1;
  if ('Building' in form) return drawn(houseFloor(piece, form.Building, sheet), FLOORS);
  if ('Stairs' in form) {
    const { foot, head, width } = form.Stairs;
    return drawn(stairs(sheet(foot), sheet(head), units(width), height));
  }
  if ('Ladder' in form) return drawn(ladder(sheet(form.Ladder)));
  if ('Barrier' in form) {
    const course = { line: form.Barrier.line.map(sheet), breadth: units(form.Barrier.thickness), height, name: piece.name, seed };
    return drawn((BARRIERS[piece.kind] ?? band)(course));
  }
  const shape = form.Area.map(sheet);
  const plot: Plot = { shape, edge: openEdge(shape, neighbours), height, bottom: units(piece.bottom), name: piece.name, seed };
  return drawn(drawPlot(piece.kind, plot));
}

/** An area of any kind; a barrier that was given as an area is drawn along its outline. */
function drawPlot(kind: Kind, plot: Plot): Mark[] {
  const draw = AREAS[kind] ?? SOLIDS[kind];
  if (draw) return draw(plot);
  const barrier = BARRIERS[kind];
  const around = [...plot.shape, plot.shape[0]!];
  if (barrier) return barrier({ line: around, breadth: 12, height: plot.height, name: plot.name, seed: plot.seed });
  return [{ d: path(plot.shape), look: 'house-floor' }, { d: linePath(around), look: 'contour' }];
}

/** Smoke, fire and whatever else has come up during play. */
export function drawClouds(clouds: Cloud[], depth: Length): Drawn[] {
  return clouds.map((cloud, i) => {
    const shape = round(onSheet(cloud.spot.at, depth), units(cloud.radius));
    const seed = Math.round(cloud.spot.at.x + cloud.spot.at.y * 3);
    const plot: Plot = { shape, edge: [[...shape, shape[0]!]], height: units(cloud.height), bottom: units(cloud.spot.z), name: cloud.kind, seed };
    return { key: `cloud ${i} ${seed}`, kind: cloud.kind, layer: 9, marks: drawPlot(cloud.kind, plot), outline: path(shape) };
  });
}

/** The ground a piece covers. */
export function footprint(piece: Piece, depth: Length): Vec[] {
  const sheet = (p: { x: number; y: number }): Vec => onSheet(p, depth);
  const { form } = piece;
  if ('Area' in form) return form.Area.map(sheet);
  if ('Building' in form) return form.Building.outline.map(sheet);
  if ('Barrier' in form) return strip(form.Barrier.line.map(sheet), units(form.Barrier.thickness));
  if ('Stairs' in form) return strip([sheet(form.Stairs.foot), sheet(form.Stairs.head)], units(form.Stairs.width));
  return round(sheet(form.Ladder), 30, 12);
}

export const outlineOf = (piece: Piece, depth: Length): string => path(footprint(piece, depth));

/** Where there is room for a few signs on a piece. */
export function signPlace(piece: Piece, depth: Length): Vec {
  const shape = footprint(piece, depth);
  if ('Barrier' in piece.form) {
    const { line } = piece.form.Barrier;
    const at = Math.max(0, Math.floor((line.length - 1) / 2));
    const [a, b] = [line[at]!, line[Math.min(at + 1, line.length - 1)]!];
    return onSheet({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, depth);
  }
  return 'Stairs' in piece.form || 'Ladder' in piece.form ? middle(shape) : roomiest(shape);
}
