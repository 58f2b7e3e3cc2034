// Conditions of models as chips: a shape and a sign each, so that none depends on colour.

export type ChipShape = 'star' | 'square' | 'diamond' | 'hexagon' | 'shield' | 'circle' | 'down' | 'up' | 'plate';

export interface Chip {
  shape: ChipShape;
  /** A path in a box of twenty by twenty around the middle, drawn as a line. */
  glyph?: string;
  /** Otherwise a letter. */
  letter?: string;
  tone: 'bad' | 'good' | 'plain';
}

/** Outlines in a box of twenty by twenty around the middle. */
export const CHIP_SHAPES: { [shape in ChipShape]: string } = {
  star: 'M0-11L2.9-6.9L7.8-7.8L6.9-2.9L11 0L6.9 2.9L7.8 7.8L2.9 6.9L0 11L-2.9 6.9L-7.8 7.8L-6.9 2.9L-11 0L-6.9-2.9L-7.8-7.8L-2.9-6.9Z',
  square: 'M-9-9H9V9H-9Z',
  diamond: 'M0-12L12 0L0 12L-12 0Z',
  hexagon: 'M-5.5-9.5H5.5L11 0L5.5 9.5H-5.5L-11 0Z',
  shield: 'M-9-9.5H9V0C9 6 4 9 0 11C-4 9-9 6-9 0Z',
  circle: 'M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z',
  down: 'M-11-8H11L0 12Z',
  up: 'M0-12L11 8H-11Z',
  plate: 'M-10-6A3 3 0 0 1-7-9H7A3 3 0 0 1 10-6V6A3 3 0 0 1 7 9H-7A3 3 0 0 1-10 6Z',
};

const SPIRAL = 'M1 0A1.5 1.5 0 1 0-1 1.4A3.4 3.4 0 1 0 1.6-3.6';
const DOWN_CHEVRONS = 'M-4.5-4.5L0-1L4.5-4.5M-4.5 1L0 4.5L4.5 1';
const UP_CHEVRONS = 'M-4.5 4.5L0 1L4.5 4.5M-4.5-1L0-4.5L4.5-1';
const CROSS = 'M-4-4L4 4M4-4L-4 4';
const CLOSED_EYE = 'M-6-1Q0 4.5 6-1M-4 1.5L-5.5 4M0 2.4V5.2M4 1.5L5.5 4';
const EYE = 'M-6 0Q0-6 6 0Q0 6-6 0ZM-1.2 0A1.2 1.2 0 1 0 1.2 0A1.2 1.2 0 1 0-1.2 0';
const DROP = 'M0-6Q4.5-.5 4 2A4 4 0 0 1-4 2Q-4.5-.5 0-6Z';
const PIN = 'M0 6V-1M-3.5-5.5H3.5L2.5-1H-2.5Z';
const BED = 'M-6 3.5H6M-6-.5H2.5';

const chip = (shape: ChipShape, tone: Chip['tone'], sign: Pick<Chip, 'glyph' | 'letter'>): Chip => ({ shape, tone, ...sign });
const bad = (shape: ChipShape, glyph: string): Chip => chip(shape, 'bad', { glyph });
const good = (shape: ChipShape, glyph: string): Chip => chip(shape, 'good', { glyph });

const KNOWN: { [word: string]: Chip } = {
  fallen: bad('plate', BED),
  prone: chip('plate', 'plain', { glyph: BED }),
  stunned: bad('star', SPIRAL),
  shaken: bad('star', 'M-5 1.5L-2.5-2.5L0 1.5L2.5-2.5L5 1.5'),
  suppressed: bad('square', DOWN_CHEVRONS),
  transfixed: bad('diamond', PIN),
  pinned: bad('diamond', PIN),
  webbed: bad('hexagon', 'M0-6V6M-5.5-3L5.5 3M-5.5 3L5.5-3M-3.2-1.8L0-3.6L3.2-1.8V1.8L0 3.6L-3.2 1.8Z'),
  helpless: bad('hexagon', CROSS),
  'loses-next-activation': bad('square', 'M-4.5-5L1.5 0L-4.5 5ZM4-5V5'),
  'passed-out': bad('circle', 'M-3.5-4.5H3.5L-3.5 4.5H3.5'),
  'shut-down': bad('circle', 'M0-6V-1M-3.2-4A5 5 0 1 0 3.2-4'),
  drained: bad('plate', 'M-6-3.5H4V3.5H-6ZM6-1.2V1.2M-4 0H-2.5'),
  confused: chip('circle', 'bad', { letter: '?' }),
  controlled: bad('diamond', 'M-3.5-1.5V3.5H3.5V-1.5M-3.5-1.5L-1.2-4M3.5-1.5L1.2-4M0-5.5V0'),
  lured: bad('diamond', 'M0 4.5C-8-.5-3.5-6 0-2.5C3.5-6 8-.5 0 4.5Z'),
  panicked: chip('down', 'bad', { letter: '!' }),
  'in-dread': bad('down', 'M-4-4.5V-1.5M4-4.5V-1.5M-2.5 3Q0 0 2.5 3'),
  contaminated: bad('up', 'M0-4.5Q3.6 0 3.2 2A3.2 3.2 0 0 1-3.2 2Q-3.6 0 0-4.5Z'),
  infected: bad('hexagon', 'M0 0m-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M0-2.2V-6M1.9 1.1L5.2 3M-1.9 1.1L-5.2 3'),
  'infected-today': bad('hexagon', 'M0 0m-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M0-2.2V-6M1.9 1.1L5.2 3M-1.9 1.1L-5.2 3'),
  poisoned: bad('up', 'M0-4.5Q3.6 0 3.2 2A3.2 3.2 0 0 1-3.2 2Q-3.6 0 0-4.5Z'),
  exposed: bad('circle', EYE),
  revealed: bad('circle', EYE),
  wounded: bad('circle', DROP),
  burning: bad('up', 'M0-5Q4 0 3 3A3.2 3.2 0 0 1-3 3Q-4 1-1-2Q-.6 0 .4 0Q1-2.5 0-5Z'),
  hidden: chip('circle', 'plain', { glyph: CLOSED_EYE }),
  veiled: chip('shield', 'plain', { glyph: 'M-5-4Q-2.5-6.5 0-4T5-4M-5 0Q-2.5-2.5 0 0T5 0M-4 4Q-2-1.5 0 4T4 4' }),
  climbing: chip('up', 'plain', { glyph: 'M0 6V-4M-3.5-.5L0-4L3.5-.5' }),
  aiming: good('circle', 'M0-7V-2.5M0 7V2.5M-7 0H-2.5M7 0H2.5'),
  boosted: good('square', UP_CHEVRONS),
  stimulated: good('square', UP_CHEVRONS),
  frenzied: good('star', 'M1.5-5.5L-3 .8H.5L-1.5 5.5L3.5-1.2H0Z'),
  'fire+1': chip('plate', 'plain', { letter: '+1' }),
  'no-fire': chip('circle', 'plain', { glyph: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0M-3.5-3.5L3.5 3.5' }),
  hit: bad('star', CROSS),
  'hit-hard': bad('hexagon', CROSS),
  charged: chip('up', 'plain', { glyph: 'M0 5V-4M-3.2-1L0-4L3.2-1' }),
  separated: bad('plate', 'M-6 0H-2.5M2.5 0H6M-1-3L1 3'),
  'in-contact': chip('diamond', 'plain', { glyph: CROSS }),
  demoralized: bad('square', 'M-4.5-1L0 3.5L4.5-1'),
  broken: bad('down', 'M-3.5-4.5L0-1L-1.5 1L0 3'),
  'carries-weapon': chip('plate', 'plain', { glyph: 'M-6 2H1L6-3M-2 2L-3.5 5.5' }),
  shielded: good('shield', 'M-4 0L-1 3.5L4.5-4'),
};

/** The chip of a condition; words nobody has drawn a sign for get their first letter. */
export function chipOf(condition: string): Chip {
  const known = KNOWN[condition];
  return known ?? { shape: 'plate', letter: (condition[0] ?? '?').toUpperCase(), tone: 'plain' };
}

/** What a counter tells of: where it is small and one of a squad, only the worst that has befallen it. */
export function tellingOf(conditions: string[], crowded: boolean): string[] {
  return crowded ? conditions.filter((word) => chipOf(word).tone === 'bad').slice(-1) : conditions;
}

/** Whether a model with these conditions lies on the ground. */
export const isDown = (conditions: string[]): boolean =>
  conditions.some((word) => word === 'fallen' || word === 'prone' || word === 'passed-out');
