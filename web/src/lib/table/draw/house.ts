// Buildings as cut-away plans, and the ways up.

import type { Building, FeatureInfo, Piece } from '../../protocol';
import { circlePath, direction, distance, hatching, linePath, mix, moved, path, spot, strip, turned } from '../polygons';
import type { Vec } from '../units';
import { units } from '../units';
import type { WallPart } from '../walls';
import { wallParts } from '../walls';
import type { Mark } from './marks';
import { shadowOf, shifted } from './marks';

type OnSheet = (corner: { x: number; y: number }) => Vec;

/** The floor, and a hatching where another floor or a roof is overhead. */
export function houseFloor(piece: Piece, building: Building, sheet: OnSheet): Mark[] {
  const outline = building.outline.map(sheet);
  const marks: Mark[] = [
    { d: path(shifted(outline, shadowOf(units(piece.height)))), look: 'shade' },
    { d: path(outline), look: 'house-floor' },
    { d: hatching(outline, 50, { x: 1, y: 0 }) + hatching(outline, 50, { x: 0, y: 1 }), look: 'tiles', clip: true },
  ];
  if (building.floors.length) marks.push({ d: hatching(outline, 30, { x: 1, y: -1 }), look: 'overhead', clip: true });
  if (building.roof) marks.push({ d: hatching(outline, 30, { x: 1, y: 1 }), look: 'overhead', clip: true });
  return marks;
}

/** The walls with their gaps, windows and doors; `gone` are open doors and breached walls. */
export function houseWalls(
  building: Building, piece: number, features: FeatureInfo[], gone: ReadonlySet<number>, sheet: OnSheet,
): Mark[] {
  const parts = wallParts(building, piece, features);
  const shapes = (is: WallPart['is']): Vec[][] => parts.filter((p) => p.is === is).map((p) => p.corners.map(sheet));
  const isGone = (part: WallPart): boolean => part.feature !== null && gone.has(part.feature);
  const solid = parts.filter((p) => p.is === 'wall' && !isGone(p)).map((p) => p.corners.map(sheet));
  const breached = parts.filter((p) => p.is === 'wall' && isGone(p)).map((p) => p.corners.map(sheet));
  const doors = parts.filter((p) => p.is === 'door');
  return [
    { d: shapes('gap').map(thresholds).join(''), look: 'threshold' },
    { d: breached.map(path).join(''), look: 'breach' },
    { d: [...solid, ...shapes('slit')].map(path).join(''), look: 'house-wall' },
    { d: shapes('slit').map(axis).join(''), look: 'slit' },
    { d: shapes('window').map(path).join(''), look: 'window' },
    { d: shapes('window').map(axis).join(''), look: 'pane' },
    ...doors.flatMap((part) => doorMarks(part.corners.map(sheet), isGone(part))),
  ].filter((mark) => mark.d !== '');
}

/** The line through the middle of a wall. */
const axis = ([a, b, c, d]: Vec[]): string => linePath([mix(a!, d!, 0.5), mix(b!, c!, 0.5)]);

const thresholds = ([a, b, c, d]: Vec[]): string => linePath([a!, b!]) + linePath([d!, c!]);

/** A leaf across its gap, or swung open with the arc it has swept. */
function doorMarks([a, b, c, d]: Vec[], open: boolean): Mark[] {
  const jambs = linePath([a!, d!]) + linePath([b!, c!]);
  const hinge = mix(a!, d!, 0.5);
  const far = mix(b!, c!, 0.5);
  if (!open) {
    return [
      { d: path([a!, b!, c!, d!]), look: 'doorway' },
      { d: path(strip([hinge, far], Math.max(7, distance(a!, d!) * 0.42))), look: 'leaf' },
      { d: circlePath(mix(hinge, far, 0.82), 3), look: 'handle' },
      { d: jambs, look: 'jamb' },
    ];
  }
  const wide = distance(a!, b!);
  const tip = moved(a!, direction(d!, a!), wide);
  const arc = `M${spot(b!)}A${wide.toFixed(1)} ${wide.toFixed(1)} 0 0 ${turnOf(a!, b!, tip)} ${spot(tip)}`;
  return [
    { d: thresholds([a!, b!, c!, d!]), look: 'threshold' },
    { d: arc, look: 'swing' },
    { d: path(strip([a!, tip], 8)), look: 'leaf' },
    { d: jambs, look: 'jamb' },
  ];
}

/** Which way round an arc runs from one place to another about a third. */
const turnOf = (about: Vec, from: Vec, to: Vec): 0 | 1 =>
  (from.x - about.x) * (to.y - about.y) - (from.y - about.y) * (to.x - about.x) > 0 ? 1 : 0;

/** A flight of stairs: treads, and an arrow that points up. */
export function stairs(foot: Vec, head: Vec, breadth: number, height: number): Mark[] {
  const up = direction(foot, head);
  const side = turned(up);
  const long = distance(foot, head);
  const outline = strip([foot, head], breadth);
  const count = Math.max(3, Math.round(long / 19));
  const treads = Array.from({ length: count - 1 }, (_, i) => {
    const at = mix(foot, head, (i + 1) / count);
    return linePath([moved(at, side, -breadth / 2), moved(at, side, breadth / 2)]);
  });
  const tip = moved(head, up, -long * 0.06);
  const wing = moved(tip, up, -Math.min(26, long * 0.3));
  const arrow = linePath([moved(foot, up, long * 0.08), tip]) + linePath([moved(wing, side, -15), tip, moved(wing, side, 15)]);
  return [
    { d: path(shifted(outline, shadowOf(height) / 2)), look: 'shade' },
    { d: path(outline), look: 'stairs' },
    { d: treads.join(''), look: 'tread' },
    { d: arrow, look: 'up' },
  ];
}

/** A ladder: two rails and its rungs. */
export function ladder(at: Vec): Mark[] {
  const [half, tall] = [12, 34];
  const rungs = [-24, -8, 8, 24].map((y) => `M${spot({ x: at.x - half, y: at.y + y })}h${2 * half}`).join('');
  const rails = [-half, half].map((x) => `M${spot({ x: at.x + x, y: at.y - tall })}v${2 * tall}`).join('');
  return [
    { d: rails + rungs, look: 'ladder-edge' },
    { d: rails + rungs, look: 'ladder' },
  ];
}
