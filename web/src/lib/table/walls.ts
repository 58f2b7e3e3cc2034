// The walls of a building, cut where its doors and windows are.

import type { Building, FeatureInfo, Length, Piece, Point, Spot } from '../protocol';
import { contains } from './polygons';

/** A sill higher than this cannot be looked over from the ground: the wall below it is a wall. */
const EYE: Length = 38100;

export interface WallPart {
  is: 'wall' | 'window' | 'slit' | 'gap' | 'door';
  /** Outer start, outer end, inner end, inner start, on the table. */
  corners: [Point, Point, Point, Point];
  /** Its number among the things that may change, if it is one of them. */
  feature: number | null;
}

/** Numbers of a piece's changeable parts, in the order in which its walls are walked along. */
function numbers(features: FeatureInfo[], piece: number, door: boolean): number[] {
  const mine = features.map((feature, number) => ({ feature, number }));
  return mine
    .filter(({ feature }) => feature.piece === piece && (feature.kind === 'door') === door)
    .map(({ number }) => number);
}

function block(a: Point, b: Point, thickness: Length, from: number, to: number): WallPart['corners'] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const way = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  // Outlines run counter-clockwise on the table, so the inside is on the left.
  const inward = { x: -way.y * thickness, y: way.x * thickness };
  const at = (along: number): Point => ({ x: a.x + way.x * along, y: a.y + way.y * along });
  const [start, end] = [at(from), at(to)];
  const inside = (p: Point): Point => ({ x: p.x + inward.x, y: p.y + inward.y });
  return [start, end, inside(end), inside(start)];
}

export function wallParts(building: Building, piece: number, features: FeatureInfo[]): WallPart[] {
  const doors = numbers(features, piece, true);
  const walls = building.breachable ? numbers(features, piece, false) : [];
  const parts: WallPart[] = [];
  building.outline.forEach((a, side) => {
    const b = building.outline[(side + 1) % building.outline.length]!;
    const cut = (from: number, to: number) => block(a, b, building.thickness, from, to);
    const solid = (from: number, to: number) =>
      parts.push({ is: 'wall', corners: cut(from, to), feature: walls.shift() ?? null });
    const openings = building.openings.filter((o) => o.side === side).sort((p, q) => p.from - q.from);
    let start = 0;
    for (const opening of openings) {
      if (opening.from > start) solid(start, opening.from);
      const end = opening.from + opening.width;
      const feature = opening.door ? (doors.shift() ?? null) : null;
      parts.push({ is: openingIs(opening), corners: cut(opening.from, end), feature });
      start = end;
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (start < length) solid(start, length);
  });
  return parts;
}

function openingIs(opening: Building['openings'][number]): WallPart['is'] {
  if (opening.door) return 'door';
  if (opening.sill === 0) return 'gap';
  return opening.sill < EYE ? 'window' : 'slit';
}

/** The heights one can stand at in a building, from the ground up, and what they are called. */
export function levels(piece: Piece): { z: Length; name: string }[] {
  if (!('Building' in piece.form)) return [];
  const { floors, roof } = piece.form.Building;
  const upper = [...floors].sort((a, b) => a - b);
  const all = upper.map((z, i) => ({ z: piece.bottom + z, name: `floor ${i + 1}` }));
  if (roof) all.push({ z: piece.bottom + piece.height, name: 'roof' });
  return [{ z: piece.bottom, name: 'ground floor' }, ...all];
}

/** The level of a building that a height is nearest to; the lower one halfway between two. */
export function nearestLevel(piece: Piece, z: Length): { z: Length; name: string } | null {
  return levels(piece).reduce<{ z: Length; name: string } | null>(
    (best, level) => (best && Math.abs(best.z - z) <= Math.abs(level.z - z) ? best : level),
    null,
  );
}

/** The storey somebody stands on, if they are inside or on top of a building. */
export function storey(pieces: Piece[], where: Spot): string | null {
  for (const piece of pieces) {
    if ('Building' in piece.form && contains(piece.form.Building.outline, where.at)) {
      return nearestLevel(piece, where.z)?.name ?? null;
    }
  }
  return null;
}
