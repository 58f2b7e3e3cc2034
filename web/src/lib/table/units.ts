// Lengths are whole micrometres on the table and hundredths of an inch on the drawing. North is
// up on both, but y grows north on the table and down on the drawing.

import type { Length, Point, Spot } from '../protocol';

/** Micrometres in an inch. */
export const INCH = 25400;

/** Micrometres in one unit of the drawing. */
export const UNIT = 254;

/** A place or a direction on the drawing. */
export interface Vec {
  x: number;
  y: number;
}

export const units = (length: Length): number => length / UNIT;

export const onSheet = (point: Point, depth: Length): Vec => ({
  x: units(point.x),
  y: units(depth - point.y),
});

export const onTable = (place: Vec, depth: Length): Point => ({
  x: Math.round(place.x * UNIT),
  y: depth - Math.round(place.y * UNIT),
});

/** With one decimal, for places: `12.4`. */
export const tenths = (length: Length): string => (length / INCH).toFixed(1);

/** With as many decimals as it takes, for heights: `3`, `0.75`. */
export const inches = (length: Length): string => String(Math.round((length / INCH) * 100) / 100);

/** Where a spot is, in words. */
export function whereabouts(spot: Spot): string {
  const above = spot.z > 0 ? `, ${tenths(spot.z)} up` : '';
  return `${tenths(spot.at.x)} east, ${tenths(spot.at.y)} north${above}`;
}
