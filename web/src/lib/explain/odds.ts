// Chances in words.

import type { Certainty, OddsLine } from '../protocol';
import { listWords, percent } from './format';

/** What a result says, as a sentence would say it. */
export function resultWords(result: string): string {
  const parts = result.split(', ');
  const removed = parts.flatMap((part) => REMOVED.exec(part)?.[1] ?? []);
  if (removed.length < 2) return parts.map(partWords).join(', ');
  // Several who are lost are named together, after everything else.
  const others = parts.filter((part) => !REMOVED.test(part)).map(partWords);
  return [...others, `${listWords(removed)} are removed`].join(', ');
}

const REMOVED = /^(.+) removed$/;

function partWords(part: string): string {
  if (part === 'nothing') return 'nothing happens';
  // Soldiers of one squad are counted: `2 of Alpha removed`.
  const counted = part.match(/^(\d+) of /);
  if (counted !== null) return part.replace(REMOVED, counted[1] === '1' ? '$1 is removed' : '$1 are removed');
  const wounds = part.match(/^(.+) wounds (\d+)$/);
  if (wounds !== null) return `${wounds[1]} has ${wounds[2]} ${wounds[2] === '1' ? 'wound' : 'wounds'}`;
  return part.replace(REMOVED, '$1 is removed');
}

/** The likeliest results, and what is left of them in one. */
export interface Spread {
  main: OddsLine[];
  rest: OddsLine[];
  restMillionths: number;
}

/** Results worth a line of their own, and the unlikely many. */
export function spread(results: readonly OddsLine[], most = 8): Spread {
  const sorted = [...results].sort((a, b) => b.millionths - a.millionths);
  const main = sorted.length <= most + 1 ? sorted : sorted.slice(0, most);
  const rest = sorted.slice(main.length);
  return { main, rest, restMillionths: rest.reduce((sum, line) => sum + line.millionths, 0) };
}

/** How sure odds are, in a sentence. */
export function certaintyWords(certainty: Certainty): string {
  if (certainty === 'exact') return 'Exact: every way the dice can fall was gone through.';
  if (certainty === 'rounded') return 'Every way the dice can fall was gone through; the fractions are too long and are rounded.';
  const tries = certainty.tried.tries.toLocaleString('en');
  return `About, from ${tries} tries: there are too many ways the dice can fall. The true chance lies between the two small figures in 95 of 100 cases.`;
}

/** Between which two a chance lies that was counted: `12 to 15 %`; nothing where it is exact. */
export function between(line: OddsLine): string {
  if (line.between === null) return '';
  const [low, high] = line.between;
  return `${percent(low).replace('%', '')} to ${percent(high)}`;
}

/** Fractions of more parts than this say less than the percentage beside them. */
const MOST_PARTS = 1296;

/** A chance as a fraction for people: `5/36`; a sure thing needs none. */
export function fraction(chance: string): string {
  if (chance === '1') return 'always';
  const [, parts] = chance.split('/');
  return parts !== undefined && Number(parts) <= MOST_PARTS ? chance.replace('/', ' / ') : '';
}
