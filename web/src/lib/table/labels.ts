// Labels that keep out of each other's way.

import type { Box } from './polygons';
import type { Vec } from './units';

export interface LabelBox {
  x: number;
  y: number;
  wide: number;
  high: number;
}

export interface Wish<Key> {
  key: Key;
  wide: number;
  high: number;
  /** Where its middle may be, the best place first. */
  places: Vec[];
  /** It is shown even where it covers something. */
  must?: boolean;
}

export const overlap = (a: LabelBox, b: LabelBox): boolean =>
  Math.abs(a.x - b.x) * 2 < a.wide + b.wide && Math.abs(a.y - b.y) * 2 < a.high + b.high;

/** Moves a label as little as possible so that it lies on the sheet. */
export function keptOn(sheet: Box, at: Vec, wide: number, high: number): Vec {
  const kept = (middle: number, long: number, low: number, top: number): number =>
    Math.max(low + long / 2, Math.min(top - long / 2, middle));
  return { x: kept(at.x, wide, sheet.low.x, sheet.high.x), y: kept(at.y, high, sheet.low.y, sheet.high.y) };
}

/** The first free place for each label, in the order of the wishes; those without one are left out. */
export function layOut<Key>(wishes: Wish<Key>[], obstacles: LabelBox[], sheet?: Box): Map<Key, Vec> {
  const taken = [...obstacles];
  const laid = new Map<Key, Vec>();
  for (const wish of wishes) {
    const box = (at: Vec): LabelBox => ({ ...at, wide: wish.wide, high: wish.high });
    const places = sheet ? wish.places.map((at) => keptOn(sheet, at, wish.wide, wish.high)) : wish.places;
    const free = places.find((at) => !taken.some((other) => overlap(box(at), other)));
    const place = free ?? (wish.must ? places[0] : undefined);
    if (!place) continue;
    taken.push(box(place));
    laid.set(wish.key, place);
  }
  return laid;
}

/** Below, above, right and left of something round, and a little farther below and above. */
export function around(at: Vec, radius: number, wide: number, high: number): Vec[] {
  const [down, side] = [radius + high / 2, radius + wide / 2];
  return [
    { x: at.x, y: at.y + down }, { x: at.x, y: at.y - down },
    { x: at.x + side, y: at.y }, { x: at.x - side, y: at.y },
    { x: at.x + side * 0.6, y: at.y + down }, { x: at.x - side * 0.6, y: at.y + down },
    { x: at.x + side * 0.6, y: at.y - down }, { x: at.x - side * 0.6, y: at.y - down },
    { x: at.x, y: at.y + down + high }, { x: at.x, y: at.y - down - high },
  ];
}

/** About how wide a word is in the condensed face, in parts of its size. */
export const textWidth = (text: string, size: number): number => text.length * size * 0.43;
