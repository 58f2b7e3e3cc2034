// What computers were thinking, for whoever looks back.

import type { Thought } from '../protocol';
import { capital } from './format';
import { plainWords } from './lines';

/** Something that was weighed, and how long its bar is. */
export interface Weighed {
  words: string;
  /** What it was worth, in hundredths of a force, with its sign. */
  worth: string;
  /** In hundredths of the longest bar: the worst of all keeps a stump, so that it can be seen. */
  length: number;
}

const STUMP = 6;

export function weighed({ reasons: { options } }: Thought): Weighed[] {
  const all = options.map(([, worth]) => worth);
  const [best, worst] = [Math.max(...all), Math.min(...all)];
  const share = (worth: number) => (best === worst ? 1 : (worth - worst) / (best - worst));
  return options.map(([words, worth]) => ({
    words: plainWords(words, null), worth: hundredths(worth), length: Math.round(STUMP + (100 - STUMP) * share(worth)),
  }));
}

/** Thousandths of a force as hundredths: `+41.2`. */
export function hundredths(worth: number): string {
  const size = Math.abs(worth / 10).toFixed(1);
  return worth === 0 ? '0' : `${worth > 0 ? '+' : '−'}${size}`;
}

export const intentWords = ({ reasons }: Thought): string => capital(plainWords(reasons.intent, null));

/** The thoughts that led to the picture after so many steps. */
export const thoughtsAt = (all: readonly Thought[], steps: number): Thought[] => all.filter((thought) => thought.step + 1 === steps);

/** The nearest picture before or after this one to which thoughts led. */
export function nextThought(all: readonly Thought[], steps: number, direction: 1 | -1): number | null {
  const found = direction > 0 ? all.find(({ step }) => step + 1 > steps) : all.findLast(({ step }) => step + 1 < steps);
  return found ? found.step + 1 : null;
}
