// Who was how likely to win when: the line that is drawn, and where it swings.

import type { Outlook, SideId, Swing } from '../protocol';
import { capital, sideName } from './format';

/** The chances at a moment, in thousandths. */
export interface Point {
  step: number;
  chances: number[];
}

/** A swing as it is marked. */
export interface Mark {
  /** The first picture that shows what came of it. */
  step: number;
  /** Whose chances are told. */
  side: SideId;
  cause: 'luck' | 'choice';
  from: number;
  to: number;
  /** `Red 62% → 31%: luck −24, choice −7`. */
  words: string;
}

const sum = (a: number, b: number) => a + b;
const clip = (chance: number) => Math.min(1000, Math.max(0, chance));

/** How the chances of a side changed. */
const change = (swing: Swing, side: SideId): number => (swing.choice[side] ?? 0) + (swing.luck[side] ?? 0);

/** Everything that is known of the line, in the order of the match. */
export function points({ moments, swings }: Outlook): Point[] {
  const after = (swing: Swing) => swing.before.map((chance, side) => clip(chance + change(swing, side)));
  const turns = swings.flatMap((swing): Point[] => [
    { step: swing.step, chances: swing.before }, { step: swing.step + 1, chances: after(swing) },
  ]);
  const known = new Map([...turns, ...moments].map((point): [number, Point] => [point.step, point]));
  return [...known.values()].sort((a, b) => a.step - b.step);
}

/** The chances at any step; between two that are known they lie on the line. */
export function chancesAt(all: readonly Point[], step: number): number[] {
  const before = all.findLast((point) => point.step <= step);
  const after = all.find((point) => point.step >= step);
  if (!before || !after || before === after) return (before ?? after)?.chances ?? [];
  const share = (step - before.step) / (after.step - before.step);
  return before.chances.map((chance, side) => Math.round(chance + ((after.chances[side] ?? chance) - chance) * share));
}

/** What is left for a draw. */
export const drawn = (chances: readonly number[]): number => clip(1000 - chances.reduce(sum, 0));

/** The line of a side in a drawing that is as wide as the match is long and a thousand high. */
export const linePath = (all: readonly Point[], side: SideId): string =>
  all.map(({ step, chances }, i) => `${i === 0 ? 'M' : 'L'}${step} ${1000 - (chances[side] ?? 0)}`).join('');

export const percents = (thousandths: number): string => `${Math.round(thousandths / 10)}%`;

const signed = (thousandths: number): string => {
  const points = Math.round(thousandths / 10);
  return points === 0 ? '±0' : points > 0 ? `+${points}` : `−${-points}`;
};

/** The swings as those see them who sit at a side, or else as whoever they changed most for. */
export function marks({ swings }: Outlook, mine: SideId | null): Mark[] {
  return swings.map((swing) => {
    const sides = swing.before.map((_, side) => side);
    const most = sides.reduce((best, side) => (Math.abs(change(swing, side)) > Math.abs(change(swing, best)) ? side : best), 0);
    const side = mine !== null && Math.abs(change(swing, mine)) > 0 ? mine : most;
    const [luck, choice] = [swing.luck[side] ?? 0, swing.choice[side] ?? 0];
    const from = swing.before[side] ?? 0;
    const to = clip(from + change(swing, side));
    const words = `${capital(sideName(side))} ${percents(from)} → ${percents(to)}: luck ${signed(luck)}, choice ${signed(choice)}`;
    return { step: swing.step + 1, side, cause: Math.abs(luck) > Math.abs(choice) ? 'luck' : 'choice', from, to, words };
  });
}

/** The largest so many of some swings, in the order of the match. */
export function largest(all: readonly Mark[], count: number): Mark[] {
  const size = ({ from, to }: Mark) => Math.abs(to - from);
  const kept = new Set([...all].sort((a, b) => size(b) - size(a)).slice(0, count));
  return all.filter((mark) => kept.has(mark));
}

/** Places for things of a size, as near to where they belong as may be without one covering another. */
export function spreadOut(wanted: readonly { x: number; y: number }[], room: { width: number; height: number }, size: number): { x: number; y: number }[] {
  const [low, right, bottom] = [size / 2, Math.max(size / 2, room.width - size / 2), Math.max(size / 2, room.height - size / 2)];
  const placed: { x: number; y: number }[] = [];
  const free = (x: number, y: number) => placed.every((other) => Math.abs(other.x - x) >= size || Math.abs(other.y - y) >= size);
  for (const { x, y } of wanted) {
    const home = { x: Math.min(Math.max(x, low), right), y: Math.min(Math.max(y, low), bottom) };
    let best: { x: number; y: number; far: number } | null = null;
    for (let across = low; across <= right; across += 2) {
      for (let down = low; down <= bottom; down += 2) {
        // Beside where it happened is worse than above or below it.
        const far = 3 * Math.abs(across - home.x) + Math.abs(down - home.y);
        if (far < (best?.far ?? Infinity) && free(across, down)) best = { x: across, y: down, far };
      }
    }
    placed.push(free(home.x, home.y) ? home : (best ?? home));
  }
  return placed.map(({ x, y }) => ({ x, y }));
}
