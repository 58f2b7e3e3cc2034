// Chances in words.

import type { OddsLine } from '../protocol';
import { listWords } from './format';

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

/** Fractions of more parts than this say less than the percentage beside them. */
const MOST_PARTS = 1296;

/** A chance as a fraction for people: `5/36`; a sure thing needs none. */
export function fraction(chance: string): string {
  if (chance === '1') return 'always';
  const [, parts] = chance.split('/');
  return parts !== undefined && Number(parts) <= MOST_PARTS ? chance.replace('/', ' / ') : '';
}
