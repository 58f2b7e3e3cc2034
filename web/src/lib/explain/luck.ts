// How the dice of each side compare with what dice usually give.

import type { Roll, SideId, Told } from '../protocol';
import { capital, oneIn, plural } from './format';

/** The dice of one side. */
export interface Luck {
  side: SideId;
  dice: number;
  /** The pips on all of them together. */
  sum: number;
  /** The pips such dice usually show. */
  expected: number;
  /** By how much such sums usually differ from that. */
  spread: number;
  /** How often each face came, for dice of each number of sides. */
  faces: Map<number, number[]>;
}

/** Fewer dice than this say nothing about luck. */
export const ENOUGH = 10;

const USUAL_DICE = [6, 8, 10, 12, 20, 100];

/** The sides of the dice of a roll, or of dice large enough where a die that was thrown on and on shows more than it has. */
export function sidesOfDice(roll: Roll): number {
  const highest = Math.max(roll.sides, ...roll.dice.flatMap((die) => [die.face, die.was ?? 0]));
  return highest === roll.sides ? highest : (USUAL_DICE.find((sides) => sides >= highest) ?? highest);
}

/** Every face that was thrown. Those rolled again count as well: leaving the bad ones out would
 * make everybody look lucky. */
const thrown = (roll: Roll): number[] =>
  roll.dice.flatMap((die) => (die.was === null ? [die.face] : [die.was, die.face]));

/** The luck of a side, from all rolls in a log. */
export function luckOf(side: SideId, log: readonly Told[]): Luck {
  const luck: Luck = { side, dice: 0, sum: 0, expected: 0, spread: 0, faces: new Map() };
  let variance = 0;
  for (const { event } of log) {
    if (event.deed.deed !== 'rolled' || event.deed.side !== side) continue;
    const sides = sidesOfDice(event.deed);
    for (const face of thrown(event.deed)) {
      luck.dice += 1;
      luck.sum += face;
      luck.expected += (sides + 1) / 2;
      variance += (sides * sides - 1) / 12;
      tally(luck.faces, sides, face);
    }
  }
  luck.spread = Math.sqrt(variance);
  return luck;
}

function tally(faces: Map<number, number[]>, sides: number, face: number): void {
  const counts = faces.get(sides) ?? Array.from({ length: sides }, () => 0);
  counts[face - 1] = (counts[face - 1] ?? 0) + 1;
  faces.set(sides, counts);
}

/** The share of such handfuls whose sum is further from the usual than this one, on its side. */
export function moreExtreme(luck: Luck): number {
  if (luck.spread === 0) return 0.5;
  // Sums are whole numbers: half a pip keeps equal ones out.
  const beyond = Math.max(0, Math.abs(luck.sum - luck.expected) + 0.5);
  return 1 - normal(beyond / luck.spread);
}

/** The share of values of a normal distribution that are below so many spreads. */
export function normal(z: number): number {
  // Abramowitz and Stegun 26.2.17; off by less than one in ten million.
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const poly = t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return z >= 0 ? 1 - tail : tail;
}

/** The luck of a side in a sentence: the number first, then how unusual it is. */
export function luckSentence(luck: Luck, name: string): string {
  const owner = capital(name.endsWith('s') ? `${name}’` : `${name}’s`);
  if (luck.dice === 0) return `No dice from ${name} yet.`;
  const off = Math.round(luck.sum - luck.expected);
  const dice = luck.dice === 1 ? 'one die shows' : `${luck.dice} dice show`;
  if (off === 0) return `${owner} ${dice} just what dice usually give.`;
  const pips = plural(Math.abs(off), 'pip');
  const start = `${owner} ${dice} ${pips} ${off < 0 ? 'less' : 'more'} than dice usually give`;
  if (luck.dice < ENOUGH) return `${start}; that is too few dice to mean anything.`;
  const share = oneIn(moreExtreme(luck));
  return `${start}; ${share} would be ${off < 0 ? 'unluckier' : 'luckier'}.`;
}
