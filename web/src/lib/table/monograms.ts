// Two signs that stand for a name on a counter.

import type { ModelId } from '../protocol';

/** What a name could be shortened to, the best first. */
function shortenings(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const first = words[0] ?? '?';
  const last = words.at(-1) ?? first;
  const lead = [...first][0]!.toUpperCase();
  const found: string[] = [];
  if (words.length > 1) {
    const number = /^\d+$/.test(last);
    found.push(lead + (number ? last.slice(-2) : [...last][0]!.toUpperCase()));
    if (number && words.length > 2) found.push([...words[1]!][0]!.toUpperCase() + last);
  }
  for (const letter of [...first].slice(1)) found.push(lead + letter.toLowerCase());
  for (const letter of [...last].slice(1)) found.push(lead + letter.toLowerCase());
  return found.length ? found : [lead];
}

/** A monogram for everybody. Nobody shares one as long as the names leave a choice. */
export function monograms(models: { model: ModelId; name: string }[]): Map<ModelId, string> {
  const taken = new Set<string>();
  const given = new Map<ModelId, string>();
  for (const { model, name } of models) {
    const wishes = shortenings(name);
    const numbered = Array.from({ length: 9 }, (_, i) => `${wishes[0]![0]}${i + 2}`);
    const chosen = [...wishes, ...numbered].find((sign) => !taken.has(sign)) ?? wishes[0]!;
    taken.add(chosen);
    given.set(model, chosen);
  }
  return given;
}
