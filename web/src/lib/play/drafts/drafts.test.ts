import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Act, Choice, Form, Ground, ModelView, Question, Reply, Spot, View, Way } from '../../protocol';
import { INCH } from '../measure';
import { OneDraft, SomeDraft } from './choosing.svelte';
import { DiceDraft } from './counting.svelte';
import type { Desk } from './draft';
import { PlacementDraft } from './placing.svelte';
import { PathsDraft } from './together.svelte';
import { PathDraft } from './walking.svelte';

const spot = (x: number, y: number, z = 0): Spot => ({ at: { x: x * INCH, y: y * INCH }, z });
const model = (id: number, name: string, side: number, at: Spot | null): ModelView =>
  ({ model: id, name, side, spot: at, facing: null, squad: null, base: INCH / 2, height: INCH, wounds: [0, 1], conditions: [], gone: false, acted: false, ranges: [], card: [] });
const view = { models: [model(0, 'Ana', 0, spot(1, 1)), model(1, 'Bo', 1, spot(10, 1)), model(2, 'Cy', 1, null)] } as unknown as View;
const choice = (key: string, models: number[] = [], refused = false): Choice =>
  ({ key, detail: '', models, refusal: refused ? { why: 'no', clause: 'X-1' } : null, declines: false, merit: 0 });

let commit: ReturnType<typeof vi.fn<() => void>>;
let asked: Act[];
let oneClick: boolean;
let tooFar: boolean;

/** A server that always finds a straight way. */
const reply = (act: Act): Reply => {
  if (typeof act === 'object' && 'reach' in act) return { kind: 'reach', stands: [{ spot: spot(3, 1), band: 0 }, { spot: spot(3, 1, 3 * INCH), band: 1 }] };
  if (typeof act === 'object' && 'ways' in act) {
    const toll = { cost: '2 of 6 inches', band: 0, risks: [], end: null };
    const shown = new Map(act.ways.aims.map(({ model, via, to }) => [model, [...via, { at: to, z: 0 }]]));
    const starts: [number, Spot][] = [[0, spot(1, 1)], [1, spot(2, 1)]];
    const ways: [number, Way][] = starts.map(([model, start]) => [model, { path: [start, ...(shown.get(model) ?? [])], toll, short: null }]);
    return { kind: 'ways', together: { ways, refusal: tooFar ? { why: 'too far', clause: 'X-2' } : null } };
  }
  if (typeof act === 'object' && 'way' in act) {
    const path = [spot(1, 1), ...act.way.via, { at: act.way.to, z: act.way.level ?? 0 }];
    return { kind: 'way', way: { path, toll: { cost: '2 of 6 inches', band: 0, risks: [], end: null }, short: null }, sights: [] };
  }
  return { kind: 'foresight', foresight: { told: [], ways: [], dice: null, next: null } };
};

const desk = (form: Form): Desk => ({
  question: { about: 0, form } as Question, view, ground: {} as Ground,
  ask: (act) => { asked.push(act); return Promise.resolve(reply(act)); },
  commit, oneClick: () => oneClick, say: () => {},
});
const settle = () => new Promise((done) => setTimeout(done, 0));

beforeEach(() => {
  commit = vi.fn();
  asked = [];
  oneClick = false;
  tooFar = false;
});

describe('choosing one', () => {
  const form: Extract<Form, { kind: 'one' }> = {
    kind: 'one', choices: [choice('shoot Bo with Rifle', [1]), choice('shoot Bo with Pistol', [1]), choice('heal Cy', [2]), choice('run', [], true)],
  };

  it('first shows, then does', () => {
    const draft = new OneDraft(desk(form), form);
    draft.key('3');
    expect(draft.answer).toEqual({ pick: 'heal Cy' });
    expect(draft.deed).toBe('Heal Cy');
    expect(commit).not.toHaveBeenCalled();
    draft.key('3');
    expect(commit).toHaveBeenCalledOnce();
  });

  it('does it at once if one click is enough', () => {
    oneClick = true;
    new OneDraft(desk(form), form).key('3');
    expect(commit).toHaveBeenCalledOnce();
  });

  it('takes a click on a model for its only option, or shows only its options', () => {
    const draft = new OneDraft(desk(form), form);
    expect(draft.model(2)).toBe(true);
    expect(draft.answer).toEqual({ pick: 'heal Cy' });
    draft.model(1);
    expect(draft.only).toBe(1);
    expect(draft.shown.main).toHaveLength(2);
    expect(draft.model(0)).toBe(false);
  });

  it('never chooses what is not possible', () => {
    const draft = new OneDraft(desk(form), form);
    draft.pick(draft.options[3]!);
    expect(draft.answer).toBeNull();
  });

  it('goes up one level at a time', () => {
    const draft = new OneDraft(desk(form), form);
    draft.text = 'shoot';
    draft.only = 1;
    draft.key('1');
    expect([draft.back(), draft.answer, draft.only]).toEqual([true, null, 1]);
    expect([draft.back(), draft.only, draft.text]).toEqual([true, null, 'shoot']);
    expect([draft.back(), draft.text]).toEqual([true, '']);
    expect(draft.back()).toBe(false);
    expect(commit).not.toHaveBeenCalled();
  });
});

describe('choosing some', () => {
  it('counts and answers only within its limits', () => {
    const form: Extract<Form, { kind: 'some' }> = { kind: 'some', least: 1, most: 2, choices: ['a', 'b', 'c'].map((key) => choice(key)) };
    const draft = new SomeDraft(desk(form), form);
    expect(draft.answer).toBeNull();
    draft.key('1');
    draft.key('3');
    expect([draft.count, draft.answer]).toEqual(['2 of 1–2', { picks: ['a', 'c'] }]);
    draft.key('2');
    expect([draft.answer, draft.deed]).toEqual([null, 'Choose 1 fewer']);
  });
});

describe('a way', () => {
  const form: Extract<Form, { kind: 'path' }> = { kind: 'path', model: 0, start: spot(1, 1), limit: 6 * INCH, goals: [] };

  it('follows the pointer, is set by a click and done by a second one', async () => {
    const draft = new PathDraft(desk(form), form);
    draft.hover(spot(3, 1).at);
    await settle();
    expect([draft.way?.path.at(-1), draft.answer]).toEqual([spot(3, 1), null]);
    draft.point(spot(4, 1).at, { shift: false });
    expect(draft.answer).toBeNull();
    await settle();
    expect(draft.answer).toEqual({ path: [spot(1, 1), spot(4, 1)] });
    draft.point(spot(4.2, 1).at, { shift: false });
    expect(commit).toHaveBeenCalledOnce();
  });

  it('gets bends by shift, loses them by Backspace', async () => {
    const draft = new PathDraft(desk(form), form);
    draft.point(spot(3, 1).at, { shift: true });
    await settle();
    draft.point(spot(3, 3).at, { shift: false });
    await settle();
    expect(draft.answer).toEqual({ path: [spot(1, 1), spot(3, 1), spot(3, 3)] });
    draft.key('Backspace');
    await settle();
    expect(draft.answer).toEqual({ path: [spot(1, 1), spot(3, 3)] });
  });

  it('is nudged, and given up by going back, which never does it', async () => {
    const draft = new PathDraft(desk(form), form);
    draft.nudge({ x: INCH, y: 0 });
    await settle();
    draft.nudge({ x: 0, y: INCH });
    await settle();
    expect(draft.answer).toEqual({ path: [spot(1, 1), spot(2, 2)] });
    expect([draft.back(), draft.answer, draft.back()]).toEqual([true, null, false]);
    expect(commit).not.toHaveBeenCalled();
  });

  it('can lead to another level, and nowhere', async () => {
    const draft = new PathDraft(desk(form), form);
    await settle();
    draft.go(spot(3, 1).at);
    await settle();
    expect(draft.levels).toEqual([0, 3 * INCH]);
    draft.key('PageUp');
    await settle();
    expect(draft.answer).toEqual({ path: [spot(1, 1), spot(3, 1, 3 * INCH)] });
    draft.stay();
    expect([draft.answer, draft.deed]).toEqual([{ path: [spot(1, 1)] }, 'Stay here']);
  });
});

describe('ways of several', () => {
  const form: Extract<Form, { kind: 'paths' }> = { kind: 'paths', limit: 6 * INCH, movers: [[0, spot(1, 1)], [1, spot(2, 1)]], goals: [] };

  it('move in formation, one of them elsewhere', async () => {
    const draft = new PathsDraft(desk(form), form);
    draft.point(spot(1, 3).at, { shift: false });
    expect(draft.answer).toBeNull();
    await settle();
    expect(draft.answer).toEqual({ paths: [[0, [spot(1, 1), spot(1, 3)]], [1, [spot(2, 1), spot(2, 3)]]] });
    draft.model(1);
    draft.point(spot(5, 1).at, { shift: false });
    await settle();
    expect(draft.answer).toEqual({ paths: [[0, [spot(1, 1), spot(1, 3)]], [1, [spot(2, 1), spot(5, 1)]]] });
    expect(draft.deed).toBe('Move all 2');
  });

  it('bend together, and take the bends back', async () => {
    const draft = new PathsDraft(desk(form), form);
    draft.point(spot(1, 2).at, { shift: true });
    draft.point(spot(3, 2).at, { shift: false });
    await settle();
    expect(draft.answer).toEqual({ paths: [[0, [spot(1, 1), spot(1, 2), spot(3, 2)]], [1, [spot(2, 1), spot(2, 2), spot(4, 2)]]] });
    draft.key('Backspace');
    await settle();
    expect(draft.answer).toEqual({ paths: [[0, [spot(1, 1), spot(3, 2)]], [1, [spot(2, 1), spot(4, 2)]]] });
  });

  it('form a column behind the leader, or stay', async () => {
    const draft = new PathsDraft(desk(form), form);
    draft.point(spot(1, 5).at, { shift: false });
    draft.form('column');
    await settle();
    const ends = draft.paths.map(([, path]) => path.at(-1)!.at);
    expect(ends[0]).toEqual(spot(1, 5).at);
    expect(ends[1]!.x).toBe(ends[0]!.x);
    draft.stay();
    expect(draft.answer).toEqual({ paths: [[0, [spot(1, 1)]], [1, [spot(2, 1)]]] });
  });

  it('give no answer that is refused', async () => {
    tooFar = true;
    const draft = new PathsDraft(desk(form), form);
    draft.point(spot(1, 9).at, { shift: false });
    await settle();
    expect([draft.answer, draft.refusal?.clause]).toEqual([null, 'X-2']);
  });
});

describe('placing', () => {
  it('goes from model to model and takes single ones back', () => {
    const form: Extract<Form, { kind: 'placement' }> = {
      kind: 'placement', models: [0, 1], within: { low: spot(0, 0).at, high: spot(9, 9).at }, goals: [{ spot: spot(2, 2, INCH), merit: 0 }],
    };
    const draft = new PlacementDraft(desk(form), form);
    draft.point(spot(2, 2).at);
    expect([draft.current, draft.answer]).toEqual([1, null]);
    draft.point(spot(6, 6).at);
    expect(draft.answer).toEqual({ placement: [[0, spot(2, 2, INCH)], [1, spot(6, 6)]] });
    draft.take(0);
    expect([draft.current, draft.answer]).toEqual([0, null]);
  });
});

describe('placing a squad', () => {
  const models = [0, 1, 2, 3, 4, 5];
  const form: Extract<Form, { kind: 'placement' }> = { kind: 'placement', models, within: { low: spot(0, 0).at, high: spot(40, 12).at }, goals: [] };

  it('puts all of them down in ranks, and moves them together', () => {
    const draft = new PlacementDraft(desk(form), form);
    draft.point(spot(20, 6).at);
    expect(draft.places.size).toBe(6);
    const [first, last] = [draft.places.get(0)!.at, draft.places.get(5)!.at];
    expect(last.x - first.x).toBe(0);
    draft.drag(0, { x: first.x + INCH, y: first.y }, true);
    expect(draft.places.get(5)!.at).toEqual({ x: last.x + INCH, y: last.y });
  });

  it('keeps them inside, and lets single ones go elsewhere', () => {
    const draft = new PlacementDraft(desk(form), form);
    draft.point(spot(0, 0).at);
    for (const place of draft.places.values()) expect(place.at.x >= 0 && place.at.y >= 0).toBe(true);
    draft.model(3);
    draft.point(spot(30, 3).at);
    expect([draft.together, draft.places.get(3)!.at]).toEqual([false, spot(30, 3).at]);
    expect(draft.answer).not.toBeNull();
  });
});

describe('dice', () => {
  it('are entered one by one, as text, or thrown', () => {
    const form: Extract<Form, { kind: 'dice' }> = { kind: 'dice', need: { side: 0, model: null, count: 2, sides: 6, purpose: '' } };
    const draft = new DiceDraft(desk(form), form);
    draft.key('4');
    expect([draft.answer, draft.deed]).toEqual([null, 'One die is missing']);
    draft.key('6');
    expect(draft.answer).toEqual({ dice: [4, 6] });
    draft.key('Backspace');
    draft.type('9');
    expect([draft.answer, draft.wrong]).toEqual([null, 'A die with 6 sides cannot show 9.']);
    draft.type('1');
    draft.throwRest();
    expect(draft.faces).toHaveLength(2);
    expect(draft.faces[0]).toBe(1);
  });
});
