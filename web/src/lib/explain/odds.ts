// Chances in words.

import type { OddsLine } from '../protocol';

/** What a result says, as a sentence would say it. */
export function resultWords(result: string): string {
  return result.split(', ').map(partWords).join(', ');
}

function partWords(part: string): string {
  if (part === 'nothing') return 'nothing happens';
  const wounds = part.match(/^(.+) wounds (\d+)$/);
  if (wounds !== null) return `${wounds[1]} has ${wounds[2]} ${wounds[2] === '1' ? 'wound' : 'wounds'}`;
  return part.replace(/^(.+) removed$/, '$1 is removed');
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

/** A chance as a fraction for people: `5/36`; a sure thing needs none. */
export const fraction = (chance: string): string => (chance === '1' ? 'always' : chance.replace('/', ' / '));
