// What terrain is called and what it does, in letters on the table and in words in the legend.

import type { Kind, Meaning } from '../protocol';

/** The shape of the plate a code letter stands on, so that it does not depend on reading. */
export type Plate = 'block' | 'half' | 'shield' | 'wave' | 'triangle' | 'bar' | 'arrow';

export const MEANINGS: { [meaning in Meaning]: { code: string; plate: Plate; words: string } } = {
  blocks_sight: { code: 'B', plate: 'block', words: 'blocks sight' },
  hinders_sight: { code: 'H', plate: 'half', words: 'hinders sight' },
  cover: { code: 'C', plate: 'shield', words: 'gives cover' },
  difficult: { code: 'D', plate: 'wave', words: 'difficult to cross' },
  dangerous: { code: '!', plate: 'triangle', words: 'dangerous' },
  impassable: { code: 'X', plate: 'bar', words: 'cannot be entered' },
  climbable: { code: '↑', plate: 'arrow', words: 'can be climbed' },
};

/** Twenty units wide and high, around the middle. */
export const PLATES: { [plate in Plate]: string } = {
  block: 'M-9-9H9V9H-9Z',
  half: 'M-9 9V-4A5 5 0 0 1-4-9H4A5 5 0 0 1 9-4V9Z',
  shield: 'M-9-9H9V0C9 6 4 9 0 11C-4 9-9 6-9 0Z',
  wave: 'M-10-6Q-5-11 0-7Q5-3 10-8V7Q5 12 0 8Q-5 4-10 9Z',
  triangle: 'M0-11L11 9H-11Z',
  bar: 'M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z',
  arrow: 'M0-11L10-3V9H-10V-3Z',
};

const words = (kind: Kind): string => kind.replaceAll('-', ' ');

/** The name of a kind as a heading. */
export const kindName = (kind: Kind): string => {
  const plain = words(kind);
  return plain[0]!.toUpperCase() + plain.slice(1);
};
