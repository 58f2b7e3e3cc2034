// Which lines of a log are shown.

import type { SideId } from '../protocol';
import type { Line, Sort } from './lines';

export type Topic = 'all' | 'dice' | 'moves' | 'losses';

export interface Filter {
  topic: Topic;
  /** Only what this side did or suffered; everybody's if nothing is said. */
  side: SideId | null;
  words: string;
}

export const TOPICS: [Topic, string][] = [
  ['all', 'All'], ['dice', 'Dice'], ['moves', 'Moves'], ['losses', 'Losses'],
];

const WANTED: Record<Exclude<Topic, 'all'>, readonly Sort[]> = {
  dice: ['dice'], moves: ['move'], losses: ['loss', 'change', 'end'],
};

export const everything = (): Filter => ({ topic: 'all', side: null, words: '' });

export const isEverything = (filter: Filter): boolean =>
  filter.topic === 'all' && filter.side === null && filter.words.trim() === '';

/** The lines that fit, with the headings under which something is left. */
export function chosen(lines: readonly Line[], filter: Filter): Line[] {
  if (isEverything(filter)) return [...lines];
  const fits = fitting(filter);
  const kept: Line[] = [];
  let heading: Line | null = null;
  for (const line of lines) {
    if (line.sort === 'heading') heading = line;
    if (!fits(line)) continue;
    if (heading !== null && heading !== line) kept.push(heading);
    heading = null;
    kept.push(line);
  }
  return kept;
}

function fitting(filter: Filter): (line: Line) => boolean {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return (line) => fitsTopic(line, filter.topic) && fitsSide(line, filter.side) && fitsWords(line, words);
}

const fitsTopic = (line: Line, topic: Topic): boolean => topic === 'all' || WANTED[topic].includes(line.sort);

const fitsSide = (line: Line, side: SideId | null): boolean => side === null || line.side === side;

function fitsWords(line: Line, words: string[]): boolean {
  if (words.length === 0) return true;
  const text = `${line.text} ${line.event.text} ${line.event.clause ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
