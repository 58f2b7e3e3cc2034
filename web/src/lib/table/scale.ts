// The bar that tells how long an inch is on the screen.

import type { Vec } from './units';

/** A round number of inches that makes a bar of about a hundred pixels. */
export function scaleLength(pxPerInch: number): number {
  const lengths = [1, 2, 3, 6, 12, 24];
  return lengths.find((inches) => inches * pxPerInch >= 64) ?? 24;
}

/** Corners of the window, the usual one first. */
const CORNERS = ['south-west', 'south-east', 'north-west', 'north-east'] as const;
export type Corner = (typeof CORNERS)[number];

/** How high the bar is with the room around it, and how much wider than its line, in pixels. */
const HIGH = 52;
const EXTRA = 64;

/** A corner where the bar covers nobody; the usual one if somebody stands in each. */
export function freeCorner(port: { wide: number; high: number }, barWide: number, taken: Vec[]): Corner {
  const wide = barWide + EXTRA;
  const covers = (corner: Corner, { x, y }: Vec): boolean =>
    (corner.endsWith('west') ? x < wide : x > port.wide - wide) && (corner.startsWith('north') ? y < HIGH : y > port.high - HIGH);
  return CORNERS.find((corner) => !taken.some((pixel) => covers(corner, pixel))) ?? 'south-west';
}
