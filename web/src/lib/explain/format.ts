// How numbers, distances and directions are written, the same on every screen.

import type { Length, Point, SideId } from '../protocol';

/** Micrometres in an inch. */
export const INCH = 25_400;

/** The names sides go by everywhere, in the order of their numbers. */
export const SIDE_NAMES = ['red', 'blue', 'green', 'gold'] as const;

/** The colour a side goes by: `red`. */
export const sideName = (side: SideId): string => SIDE_NAMES[side] ?? `side ${side + 1}`;

/** The variable that holds a side's colour; sides beyond the fourth share its colours in turn. */
export const sideColour = (side: SideId): string => `var(--side-${side % 4})`;

/** The variable that holds the faint form of a side's colour. */
export const sideWash = (side: SideId): string => `var(--side-${side % 4}-wash)`;

/** A length in inches with one decimal and without a sign for them: `4.2`. */
export function inchNumber(length: Length): string {
  const tenths = Math.round((length * 10) / INCH);
  // Minus nought would be written with its sign.
  return (tenths === 0 ? 0 : tenths / 10).toFixed(1);
}

/** A length as people say it: `4.2″`. */
export const inches = (length: Length): string => `${inchNumber(length)}″`;

/** The same without a decimal where there is nothing behind the point: `6″`, `4.2″`. */
export const shortInches = (length: Length): string => inches(length).replace('.0″', '″');

/** A text whose numbers have at most two decimals: hundredths of an inch are as fine as anybody can point. */
export const roundedText = (text: string): string => text.replace(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));

/** A chance in millionths as a percentage that never claims more than is known. */
export function percent(millionths: number): string {
  if (millionths <= 0) return '0%';
  if (millionths >= 1_000_000) return '100%';
  if (millionths < 1_000) return '< 0.1%';
  if (millionths > 999_000) return '> 99.9%';
  return `${(millionths / 10_000).toFixed(1).replace('.0', '')}%`;
}

const SMALL = [
  'no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
];

const ORDINALS = [
  'zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth',
  'eleventh', 'twelfth',
];

/** Small whole numbers as words, larger ones as figures. */
export const numberWord = (n: number): string => SMALL[n] ?? String(n);

/** `first`, `second` ... `twelfth`, then `13th`, `21st`. */
export function ordinal(n: number): string {
  const word = ORDINALS[n];
  if (word !== undefined && n > 0) return word;
  const tens = n % 100;
  if (tens >= 11 && tens <= 13) return `${n}th`;
  return `${n}${['th', 'st', 'nd', 'rd'][n % 10] ?? 'th'}`;
}

/** A number with its noun: `1 die`, `3 dice`. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Several things in a sentence: `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The first letter large, for the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How many of all do so, in the words of a conversation: `one in five`, `almost all`. */
export function oneIn(share: number): string {
  if (share <= 0.0005) return 'fewer than one in 1000';
  if (share > 0.95) return 'almost all';
  if (share > 0.8) return 'most';
  if (share > 0.58) return 'two in three';
  if (share > 0.42) return 'about half';
  const of = 1 / share;
  if (of < 12.5) return `one in ${numberWord(Math.round(of))}`;
  const round = of < 100 ? 5 : of < 500 ? 50 : 100;
  return `one in ${Math.round(of / round) * round}`;
}

const COMPASS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
const LETTERS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** The whole degrees of a direction: nought is north, ninety east. */
export function degrees(from: Point, to: Point): number {
  const turn = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
  return Math.round(turn + 360) % 360;
}

const eighth = (from: Point, to: Point): number => Math.round(degrees(from, to) / 45) % 8;

/** The direction from one point to another: `north-east`. */
export const bearing = (from: Point, to: Point): string => COMPASS[eighth(from, to)] ?? 'north';

/** The same in letters: `NE`. */
export const shortBearing = (from: Point, to: Point): string => LETTERS[eighth(from, to)] ?? 'N';

/** The distance of two points, seen from above. */
export const apart = (a: Point, b: Point): Length => Math.hypot(a.x - b.x, a.y - b.y);

/** A clause without the word for its book, which is the same on every line: `MOV-04`. */
export const shortClause = (id: string): string => id.replace(/^[A-Z]+-(?=[A-Z]+-)/, '');

/** What to tell people about something that was thrown. */
export const whyNot = (error: unknown): string => (error instanceof Error ? error.message : String(error));
