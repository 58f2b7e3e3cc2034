import { describe, expect, it } from 'vitest';
import type { Choice, ModelView } from '../protocol';
import { INCH } from './measure';
import { RESERVED, concerning, layOut, namedIn, placeIn, rank, sift } from './options';

const choice = (key: string, more: Partial<Choice> = {}): Choice =>
  ({ key, detail: '', models: [], refusal: null, declines: false, merit: 0, ...more });
const refused = (key: string) => choice(key, { refusal: { why: 'too far away', clause: 'X-1' } });
const model = (id: number, name: string) => ({ model: id, name, squad: null }) as ModelView;
const models = [model(0, 'Ana'), model(1, 'Guard 1'), model(2, 'Guard 12')];

describe('ranking', () => {
  it('keeps the given order, the possible before the nearly possible', () => {
    const ranked = rank([refused('shoot Ana'), choice('move'), refused('charge'), choice('done')], models);
    expect(ranked.map((option) => option.choice.key)).toEqual(['move', 'done', 'shoot Ana', 'charge']);
  });

  it('numbers the possible ones, then uses letters that mean nothing else', () => {
    const ranked = rank([...Array(14).keys()].map((i) => choice(`option ${i}`)), models);
    expect(ranked.map((option) => option.hotkey).join('')).toBe('123456789adehi');
    expect(ranked.some((option) => option.hotkey && RESERVED.includes(option.hotkey))).toBe(false);
    expect(rank([refused('shoot')], models)[0]?.hotkey).toBeNull();
  });

  it('means a whole squad where its words name the squad and not one of it', () => {
    const soldier = (id: number, name: string, gone = false) => ({ model: id, name, side: 0, squad: 'Quill', gone }) as ModelView;
    const squad = [soldier(0, 'Quill Commander'), soldier(1, 'Quill 1'), soldier(2, 'Quill 2', true)];
    expect(rank([choice('fire at Quill', { models: [0] })], squad)[0]?.models).toEqual([0, 1]);
    expect(rank([choice('fire at Quill 1', { models: [1] })], squad)[0]?.models).toEqual([1]);
    expect(rank([choice('wait', { models: [0] })], squad)[0]?.models).toEqual([0]);
  });

  it('takes the models an option says, or else those it names', () => {
    expect(rank([choice('wait', { models: [2] })], models)[0]?.models).toEqual([2]);
    expect(rank([refused('shoot Guard 12 with Rifle')], models)[0]?.models).toEqual([2]);
    expect(namedIn('swap Guard 1 and Guard 12', models).sort()).toEqual([1, 2]);
    expect(namedIn('Anabel', models)).toEqual([]);
  });

  it('sees a place in the words of an option', () => {
    expect(placeIn('recoil to 16.5,17')).toEqual({ x: 16.5 * INCH, y: 17 * INCH });
    expect(placeIn('reroll the 3')).toBeNull();
  });
});

describe('filtering', () => {
  const options = rank(
    [choice('shoot Ana with Rifle', { models: [0] }), choice('shoot Guard 1', { models: [1] }), choice('move', { detail: 'up to 4 inches' })],
    models,
  );
  const keys = (only: number | null, text: string) => sift(options, { only, text }).map((option) => option.choice.key);

  it('by model', () => expect(keys(1, '')).toEqual(['shoot Guard 1']));
  it('by words in any order and of the detail too', () => {
    expect(keys(null, 'rifle SHOOT')).toEqual(['shoot Ana with Rifle']);
    expect(keys(null, '4 inch')).toEqual(['move']);
    expect(keys(null, '')).toHaveLength(3);
  });

  it('finds what a click on a model can mean', () => {
    expect(concerning(options, 0)).toHaveLength(1);
    expect(concerning(options, 2)).toHaveLength(0);
  });
});

describe('layout', () => {
  it('sets apart what ends, when it stands last', () => {
    const laid = layOut(rank([choice('move'), choice('done', { declines: true }), refused('shoot')], models));
    expect(laid.main.map((option) => option.choice.key)).toEqual(['move']);
    expect(laid.apart.map((option) => option.choice.key)).toEqual(['done']);
    expect(laid.near).toHaveLength(1);
  });

  it('leaves an equal answer that declines in its place', () => {
    const laid = layOut(rank([choice('1 die', { declines: true }), choice('2 dice')], models));
    expect(laid.main).toHaveLength(2);
    expect(laid.apart).toHaveLength(0);
  });

  it('keeps a lone declining option in the list', () => {
    expect(layOut(rank([choice('done', { declines: true })], models)).main).toHaveLength(1);
  });
});
