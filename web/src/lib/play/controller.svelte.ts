// Turns a question, gestures and keys into an answer, and says what is laid over the table meanwhile.

import type { Answer, Foresight, Ground, ModelId, Point, Question, Refusal, Reply, Spot, View } from '../protocol';
import { noOverlays, type Gestures, type Ghost, type Overlays, type Ring } from '../table/types';
import { inches } from './measure';
import { draftFor, modelOf, type AnyDraft, type Draft } from './drafts';
import type { Session } from './session.svelte';
import { settings } from './settings.svelte';
import { Tools } from './tools.svelte';
import type { Voice } from './voice.svelte';

export type Preview =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'foresight'; foresight: Foresight }
  | { kind: 'refused'; refusal: Refusal };

/** The server is asked what an answer leads to once the answer has rested this long. */
const REST = 60;

export class Controller {
  question = $state.raw<Question | null>(null);
  draft = $state.raw<AnyDraft | null>(null);
  preview = $state.raw<Preview>({ kind: 'none' });
  /** Why the last answer was refused. */
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  /** Whether the odds of what is chosen are wanted. */
  odds = $state(false);
  /** The model whose card is shown. */
  selected = $state<ModelId | null>(null);
  /** Whether it is shown how far the acting model's weapons reach. */
  ranges = $state(false);
  /** Models that a line of the log or of a list points at. */
  lights = $state.raw<ModelId[]>([]);
  /** Whether the past is being looked at: then nothing can be answered. */
  looking = $state(false);
  readonly tools: Tools;

  constructor(
    private readonly session: Session,
    private readonly voice: Voice,
  ) {
    this.tools = new Tools({ view: () => session.picture?.view ?? null, ask: (act) => session.ask(act), voice });
    $effect(() => this.#foresee());
  }

  /** Whether the draft listens. */
  get active(): boolean {
    return this.draft !== null && this.question !== null && !this.looking && !this.busy;
  }

  /** The same question again, after a refusal, keeps what was planned. */
  offer(question: Question | null, view: View, ground: Ground): void {
    if (question === this.question) return;
    const again = question !== null && question === this.#lastQuestion;
    this.question = question;
    if (question === null || again) return;
    this.#lastQuestion = question;
    this.refusal = null;
    this.preview = { kind: 'none' };
    this.#otherwise = [];
    this.odds = false;
    this.draft = draftFor({
      question, view, ground,
      ask: (act) => this.session.ask(act),
      commit: () => void this.commit(),
      oneClick: () => settings.oneClick,
      say: (text) => this.voice.say(text),
    });
  }
  #lastQuestion: Question | null = null;

  /** The answer whose odds would be shown: what is chosen, or else what is pointed at. */
  get weighed(): Answer | null {
    const { draft } = this;
    if (!draft) return null;
    if (draft.answer) return draft.answer;
    return draft.kind === 'one' && draft.marked !== null ? { pick: draft.marked } : null;
  }

  get canCommit(): boolean {
    return this.active && this.draft?.answer !== null && this.preview.kind !== 'refused';
  }

  async commit(): Promise<void> {
    const answer = this.draft?.answer ?? null;
    if (!this.active || !this.draft) return;
    if (answer === null) return this.voice.say(this.draft.deed);
    if (this.preview.kind === 'refused') return this.voice.alert(this.preview.refusal.why);
    this.busy = true;
    this.refusal = null;
    const ways = this.draft.kind === 'paths' ? (this.draft.overlays.ghosts ?? []) : [];
    if (ways.length > 0) this.#agreed = { steps: this.session.picture?.steps ?? 0, ways };
    const reply = await this.session.answer(answer);
    this.busy = false;
    this.#hear(reply);
  }

  #hear(reply: Reply): void {
    if (reply.kind === 'refused') {
      this.refusal = reply.refusal;
      this.voice.alert(`Not possible: ${reply.refusal.why}`);
    } else if (reply.kind === 'misfit') {
      // What became of something that was under way is told once the connection is back.
      if (this.session.connection === 'open') this.session.notify(reply.why);
      this.voice.alert(reply.why);
    }
  }

  /** Does something to the match that is not an answer, and reports what was refused. */
  async request(asked: Promise<Reply>): Promise<void> {
    this.#hear(await asked);
  }

  #foresee(): (() => void) | void {
    const draft = this.draft;
    const answer = draft?.answer ?? null;
    // What was refused is no longer what is planned.
    this.refusal = null;
    const looked = answer ?? this.#declined();
    this.preview = { kind: draft?.foreseeable && answer !== null ? 'asking' : 'none' };
    if (!draft?.foreseeable || looked === null) return;
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await this.session.ask({ foresee: { answer: looked } });
      if (!current) return;
      const preview = previewOf(reply);
      if (answer !== null) this.preview = preview;
      if (answer === null || isNothing(answer)) this.#otherwise = this.#waysOf(preview);
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }

  /** Ways that were chosen, while more is asked before anybody goes: who asks where they face must show where that is. */
  #agreed = $state.raw<{ steps: number; ways: Ghost[] } | null>(null);

  #underWay(): Ghost[] {
    const picture = this.session.picture;
    if (!picture || this.#agreed?.steps !== picture.steps || this.draft?.kind === 'paths') return [];
    const waits = ({ model, path }: Ghost) => {
      const [spot, start] = [modelOf(picture.view, model)?.spot, path[0]];
      return spot != null && start !== undefined && spot.at.x === start.at.x && spot.at.y === start.at.y;
    };
    return this.#agreed.ways.filter(waits).map((ghost) => ({ ...ghost, label: '', pins: [], beside: true }));
  }

  /** The ways that are gone if nothing of what is offered is chosen: whoever may step in must see them all the time. */
  #otherwise = $state.raw<Ghost[]>([]);

  /** Not to step in, where somebody may while another side's model does something. */
  #declined(): Answer | null {
    const { draft, question, session } = this;
    const about = question && session.picture ? modelOf(session.picture.view, question.about) : undefined;
    if (draft?.kind !== 'one' || !about || about.side === question!.side) return null;
    const declines = draft.options.find((option) => option.choice.declines && option.choice.refusal === null);
    return declines ? { pick: declines.choice.key } : null;
  }

  #waysOf(preview: Preview): Ghost[] {
    const { session, draft } = this;
    if (preview.kind !== 'foresight' || (draft?.kind !== 'one' && draft?.kind !== 'some')) return [];
    const starts = ([model, path]: [ModelId, Spot[]]) => path.length > 1 && modelOf(session.picture!.view, model)?.spot != null;
    return preview.foresight.ways.filter(starts).map(([model, path], i) => ({ model, path, pins: [], legal: true, label: '', band: 0, risky: false, beside: i > 0 }));
  }

  /** Ways that are drawn although nobody is asked for them just now. */
  #ways(): Ghost[] {
    return [this.#underWay(), this.#waysOf(this.preview), this.#otherwise].find((ways) => ways.length > 0) ?? [];
  }

  get overlays(): Overlays {
    const asked: Partial<Overlays> = this.active ? this.draft!.overlays : {};
    const ways = this.active && !asked.ghosts?.length ? this.#ways() : [];
    const draft = ways.length > 0 ? { ...asked, ghosts: ways } : asked;
    const tool = this.tools.overlays;
    const none = noOverlays();
    const lit = new Set([...(draft.lit ?? []), ...(tool.lit ?? []), ...this.lights]);
    const selected = tool.selected ?? this.selected ?? draft.selected ?? null;
    return { ...none, ...draft, ...tool, lit, selected, rings: this.#rings(draft) };
  }

  /** How far somebody's weapons reach: the model whose card is open, or the acting one from where it would stand. */
  #rings(draft: Partial<Overlays>): Ring[] {
    const view = this.session.picture?.view;
    const model = view ? modelOf(view, this.selected ?? (this.ranges ? (this.question?.about ?? null) : null)) : null;
    const ghost = draft.ghosts?.find((g) => g.model === model?.model)?.path.at(-1);
    const at = (ghost ?? model?.spot)?.at;
    if (!model || !at) return [];
    return model.ranges.map(([name, range]) => ({ at, radius: model.base + range, label: `${name} ${inches(range)}` }));
  }

  get draggable(): ModelId | null {
    return this.active && this.tools.tool === 'none' ? this.draft!.draggable : null;
  }

  readonly gestures: Gestures = {
    model: (model, how) => {
      if (this.tools.model(model)) return;
      if (this.#draft?.model?.(model, how)) this.selected = null;
      else this.select(model);
    },
    point: (at, how) => {
      if (this.tools.point(at)) return;
      this.#draft?.point?.(at, how);
      this.select(null);
    },
    hover: (at, model) => {
      if (!this.tools.hover(at, model)) this.#draft?.hover?.(at, model);
    },
    drag: (model, at, done) => this.#draft?.drag?.(model, at, done),
  };

  /** The draft, while it listens. */
  get #draft(): Draft | null {
    return this.active ? this.draft : null;
  }

  /** The keyboard's focus is on a model: it counts as pointing at it. */
  pointAt(model: ModelId | null): void {
    const draft = this.active ? this.draft : null;
    if (draft?.kind === 'one' || draft?.kind === 'some') draft.hover(null, model);
  }

  select(model: ModelId | null): void {
    this.selected = this.selected === model ? null : model;
  }

  /** What the space bar brings to the middle. */
  focus(view: View): Point | null {
    const ghost = this.#draft?.overlays.ghosts?.[0]?.path.at(-1)?.at;
    const model = modelOf(view, this.selected ?? this.question?.about ?? null);
    return ghost ?? model?.spot?.at ?? null;
  }

  enter(): void {
    const draft = this.#draft;
    if (!draft) return;
    if (draft.answer !== null) void this.commit();
    else if (!draft.enter?.()) this.voice.say(draft.deed);
  }

  /** Up one level. It never gives an answer. */
  back(): boolean {
    if (this.tools.back()) return true;
    if (this.odds) {
      this.odds = false;
      return true;
    }
    if (this.selected !== null) {
      this.selected = null;
      return true;
    }
    return this.#draft?.back() ?? false;
  }

  nudge(by: Point): boolean {
    return this.#draft?.nudge?.(by) ?? false;
  }

  step(by: 1 | -1): boolean {
    return this.#draft?.step?.(by) ?? false;
  }

  key(key: string): boolean {
    return this.#draft?.key?.(key) ?? false;
  }
}

/** Whether an answer takes nothing of what was offered. */
const isNothing = (answer: Answer): boolean => 'picks' in answer && answer.picks.length === 0;

function previewOf(reply: Reply): Preview {
  if (reply.kind === 'foresight') return { kind: 'foresight', foresight: reply.foresight };
  if (reply.kind === 'refused') return { kind: 'refused', refusal: reply.refusal };
  return { kind: 'none' };
}
