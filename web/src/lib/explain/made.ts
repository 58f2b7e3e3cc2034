// Small made-up logs and views for the tests.

import type { Deed, Die, ModelView, Roll, Told, View } from '../protocol';

export const told = (step: number, text: string, deed: Deed = { deed: 'note' }, clause: string | null = 'MUT-GEN-01'): Told => ({
  step, event: { text, clause, audience: [], deed },
});

export const die = (face: number, kept = true, was: number | null = null): Die => ({ face, kept, was });

export function roll(faces: number[], more: Partial<Roll> = {}): Deed {
  const total = faces.reduce((sum, face) => sum + face, 0);
  return {
    deed: 'rolled', side: 0, model: 0, title: 'Ana shoots', dice: faces.map((face) => die(face)), sides: 6, terms: [], total, counts: false, ...more,
  };
}

export const model = (id: number, name: string, side: number): ModelView => ({
  model: id, name, side, spot: { at: { x: 254_000, y: 127_000 }, z: 0 }, facing: null, squad: null, base: 10_000, height: 30_000, wounds: [0, 1], conditions: [],
  gone: false, acted: false, ranges: [], card: [],
});

export const view = (): View => ({
  phase: 'round 2', zones: [], markers: [], outcome: null,
  sides: [{ side: 0, name: 'Foxes', standing: '2 models' }, { side: 1, name: 'Hounds', standing: '1 model' }],
  models: [model(0, 'Ana', 0), model(1, 'Ana 2', 0), model(2, 'Bo', 1)],
});

/** A short match: a heading, a move, an attack with dice, a loss. */
export const match = (): Told[] => [
  told(0, 'The table is 36 by 36 inches'),
  told(3, 'Round 1', { deed: 'heading' }),
  told(4, 'Ana moves from 10,5 to 10,9.2', { deed: 'moved', model: 0, path: [at(10, 5), at(10, 9.2)] }),
  told(5, 'Ana shoots at Bo', { deed: 'attacked', model: 0, target: 2, ranged: true }),
  told(6, 'Ana shoots: [6] = 6', roll([6, 6])),
  told(6, 'Bo is killed', { deed: 'removed', model: 2 }),
  told(8, 'Round 2', { deed: 'heading' }),
  told(9, 'red waits'),
];

const at = (x: number, y: number) => ({ at: { x: x * 25_400, y: y * 25_400 }, z: 0 });
