// Which kinds a legend shows, and a small sample of each.

import type { Alterations, Ground, Kind, Piece, Point, Shape } from '../protocol';
import type { Drawn } from './draw/scene';
import { drawPiece, drawWalls } from './draw/scene';
import { INCH } from './units';

/** The kinds on a table, in the order in which they first appear; doors if there are any. */
export function drawnKinds(ground: Ground, changes?: Alterations): Kind[] {
  const pieces = ground.sketch.pieces.map((piece) => piece.kind);
  const parts = ground.features.map((feature) => feature.kind);
  const clouds = changes?.clouds.map((cloud) => cloud.kind) ?? [];
  return [...new Set([...pieces, ...parts, ...clouds])];
}

/** A swatch shows 2.6 by 1.8 inches; of growth, water and the like twice as much, to show how they repeat. */
const DEPTH = 1.8 * INCH;
const at = (x: number, y: number): Point => ({ x: x * INCH, y: y * INCH });

const PATCH = [at(0.2, 0.5), at(0.7, 0.18), at(1.6, 0.22), at(2.35, 0.45), at(2.42, 1.2), at(1.9, 1.6), at(0.9, 1.62), at(0.25, 1.2)];
const BLOCK = [at(0.75, 0.4), at(1.85, 0.4), at(1.85, 1.4), at(0.75, 1.4)];
const ROUND = Array.from({ length: 16 }, (_, i) => at(1.3 + Math.cos((i * Math.PI) / 8) * 0.55, 0.9 + Math.sin((i * Math.PI) / 8) * 0.55));
const CAR = [at(0.35, 0.5), at(1.7, 0.5), at(2.2, 0.7), at(2.2, 1.1), at(1.7, 1.3), at(0.35, 1.3)];
const HOUSE = [at(0.2, 0.2), at(2.4, 0.2), at(2.4, 1.6), at(0.2, 1.6)];

function sampleForm(kind: Kind): Shape {
  switch (kind) {
    case 'low-wall': case 'high-wall': case 'hedge': case 'fence': case 'wire': case 'door':
      return { Barrier: { line: [at(0.25, 0.9), at(2.35, 0.9)], thickness: 0.25 * INCH } };
    case 'building': return { Building: {
      outline: HOUSE, thickness: 0.2 * INCH, floors: [], roof: true, breachable: false,
      openings: [
        { side: 0, from: 0.35 * INCH, width: 0.55 * INCH, sill: 0, head: INCH, door: true },
        { side: 0, from: 1.3 * INCH, width: 0.6 * INCH, sill: 0.5 * INCH, head: INCH, door: false },
        { side: 1, from: 0.45 * INCH, width: 0.5 * INCH, sill: 0, head: INCH, door: false },
      ],
    } };
    case 'stairs': return { Stairs: { foot: at(0.3, 0.9), head: at(2.3, 0.9), width: 0.9 * INCH } };
    case 'ladder': return { Ladder: at(1.3, 0.9) };
    case 'crate': case 'interior': return { Area: BLOCK };
    case 'barrel': case 'well': case 'tree': return { Area: ROUND };
    case 'vehicle': return { Area: CAR };
    default: return { Area: PATCH.map((p) => ({ x: p.x * 2, y: p.y * 2 })) };
  }
}

const NARROW: ReadonlySet<Kind> = new Set<Kind>([
  'low-wall', 'high-wall', 'hedge', 'fence', 'wire', 'door', 'building', 'stairs', 'ladder', 'crate', 'interior', 'barrel', 'well', 'tree', 'vehicle',
]);

export interface Swatch {
  drawn: Drawn[];
  viewBox: string;
}

/** A sample of a kind, drawn just like the real thing. */
export function swatch(kind: Kind): Swatch {
  const scale = NARROW.has(kind) ? 1 : 2;
  const height = kind === 'low-wall' ? 0.5 * INCH : 2 * INCH;
  const depth = DEPTH * scale;
  const piece: Piece = { name: kind, kind, form: sampleForm(kind), bottom: 0, height };
  const sketch = { name: '', width: 2.6 * INCH * scale, depth, pieces: [piece] };
  const drawn = [drawPiece(piece, 4, depth), ...drawWalls({ sketch, features: [] }, new Set())];
  return { drawn, viewBox: `0 0 ${260 * scale} ${180 * scale}` };
}
