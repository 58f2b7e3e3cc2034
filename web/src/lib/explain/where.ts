// Where things are, in words. Only descriptions: what they mean is for the rules to say.

import type { Piece, Point, Shape, Sketch, Spot } from '../protocol';
import { apart, bearing, inches } from './format';

/** Whether a point lies within a polygon. */
export function within(point: Point, corners: readonly Point[]): boolean {
  let inside = false;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    const crosses = a.y > point.y !== b.y > point.y;
    if (crosses && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

/** How far a point is from a stretch of line. */
export function fromLine(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = dx * dx + dy * dy;
  const along = long === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / long;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
}

/** The points that give a piece its shape. */
export function corners(form: Shape): Point[] {
  if ('Area' in form) return form.Area;
  if ('Barrier' in form) return form.Barrier.line;
  if ('Building' in form) return form.Building.outline;
  if ('Stairs' in form) return [form.Stairs.foot, form.Stairs.head];
  return [form.Ladder];
}

/** How thick the line of a piece is; pieces with an area have none. */
export function thickness(form: Shape): number {
  if ('Barrier' in form) return form.Barrier.thickness;
  return 'Stairs' in form ? form.Stairs.width : 0;
}

/** Whether a point is on or in a piece, seen from above. */
export function isOn(point: Point, piece: Piece): boolean {
  const { form } = piece;
  if ('Area' in form || 'Building' in form) return within(point, corners(form));
  const line = corners(form);
  const reach = thickness(form) / 2;
  return line.slice(1).some((b, i) => fromLine(point, line[i] ?? b, b) <= reach);
}

/** The names of the pieces somebody stands on or in. */
export function standsIn(spot: Spot, sketch: Sketch): string[] {
  return sketch.pieces.filter((piece) => piece.kind !== 'open' && isOn(spot.at, piece)).map((piece) => piece.name);
}

/** The middle of the box around a piece, and its size. */
export function box(form: Shape): { middle: Point; width: number; depth: number } {
  const points = corners(form);
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { middle: { x: (west + east) / 2, y: (south + north) / 2 }, width: east - west, depth: north - south };
}

/** How large a piece is on the ground, in words. */
export function sizeWords(form: Shape): string {
  if ('Ladder' in form) return 'against a wall';
  const { width, depth } = box(form);
  if ('Area' in form || 'Building' in form) return `${inches(width)} by ${inches(depth)}`;
  const line = corners(form);
  const length = line.slice(1).reduce((sum, b, i) => sum + apart(line[i] ?? b, b), 0);
  return `${inches(length)} long, ${inches(thickness(form))} wide`;
}

/** The part of the table a point lies in: `north-west`, `middle`. */
export function region(point: Point, sketch: Sketch): string {
  const middle = { x: sketch.width / 2, y: sketch.depth / 2 };
  const far = Math.max(Math.abs(point.x / middle.x - 1), Math.abs(point.y / middle.y - 1));
  return far < 1 / 3 ? 'middle' : bearing(middle, point);
}

/** A place in inches from the west and south edges. */
export const placeWords = (spot: Spot): string =>
  `${inches(spot.at.x)} from west, ${inches(spot.at.y)} from south${spot.z > 0 ? `, ${inches(spot.z)} up` : ''}`;
