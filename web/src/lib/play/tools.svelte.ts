// The ruler and the sight inspector: they look and change nothing, and whoever plays may use them at any time.

import type { Act, End, Length, ModelId, Point, Reply, Sight, View } from '../protocol';
import type { Overlays, Ruler } from '../table/types';
import { Latest, modelOf, nameOf } from './drafts/draft';
import { INCH, distance, inches, modelAt } from './measure';
import type { Voice } from './voice.svelte';

export type Tool = 'none' | 'ruler' | 'sight';

interface Leg {
  from: End;
  to: End;
  distance: Length;
}

export interface Bench {
  view(): View | null;
  ask(act: Act): Promise<Reply>;
  voice: Voice;
}

export class Tools {
  tool = $state<Tool>('none');
  /** Stretches that have been measured. */
  legs = $state.raw<Leg[]>([]);
  #from = $state.raw<End | null>(null);
  #loose = $state.raw<Leg | null>(null);
  /** Who looks. */
  looker = $state<ModelId | null>(null);
  sights = $state.raw<Sight[] | null>(null);
  /** Whom the lines of sight are drawn to. */
  target = $state<ModelId | null>(null);
  #latest = new Latest();

  constructor(private readonly bench: Bench) {}

  /** Takes a tool up, or lays it down again. */
  toggle(tool: 'ruler' | 'sight', looker: ModelId | null): void {
    const next = this.tool === tool ? 'none' : tool;
    this.layDown();
    this.tool = next;
    if (next === 'ruler') this.bench.voice.say('Ruler: choose where to measure from.');
    if (next === 'sight' && looker === null) this.bench.voice.say('Sight: choose who looks.');
    if (next === 'sight' && looker !== null) void this.look(looker);
  }

  layDown(): void {
    this.tool = 'none';
    this.legs = [];
    this.#from = null;
    this.#loose = null;
    this.looker = null;
    this.sights = null;
    this.target = null;
    this.#latest.forget();
  }

  /** What is measured, in words. */
  get verdict(): string | null {
    const legs = this.#loose ? [...this.legs, this.#loose] : this.legs;
    if (legs.length === 0) return null;
    if (legs.length === 1) return `${inches(legs[0]!.distance)} ${this.#manner(legs[0]!)}`;
    const sum = legs.reduce((total, leg) => total + leg.distance, 0);
    return `${legs.map((leg) => (leg.distance / INCH).toFixed(1)).join(' + ')} = ${inches(sum)}`;
  }

  get hint(): string {
    if (this.tool === 'ruler') return this.#from ? 'Choose where to measure to.' : 'Choose where to measure from: a model or any point.';
    return this.looker === null ? 'Choose who looks.' : `Choose whom ${this.#name(this.looker)} looks at, or somebody else who looks.`;
  }

  #name(model: ModelId): string {
    const view = this.bench.view();
    return view ? nameOf(view, model) : 'it';
  }

  #manner(leg: Leg): string {
    const ends = [leg.from, leg.to].filter((end) => 'model' in end).length;
    return ['point to point', 'from the base', 'base to base'][ends]!;
  }

  get overlays(): Partial<Overlays> {
    if (this.tool === 'ruler') return { rulers: this.#rulers() };
    if (this.tool !== 'sight') return {};
    const sight = this.sights?.find((s) => s.to === this.target)?.sighting;
    return {
      selected: this.looker,
      candidates: new Set(this.sights?.map((s) => s.to)),
      lit: new Set([this.looker, this.target].filter((m) => m !== null)),
      rays: sight?.rays ?? [],
      witness: sight?.witness ?? null,
    };
  }

  #rulers(): Ruler[] {
    const legs = this.#loose ? [...this.legs, this.#loose] : this.legs;
    return legs.flatMap((leg) => {
      const from = this.#place(leg.from);
      const to = this.#place(leg.to);
      return from && to ? [{ from, to, label: `${inches(leg.distance)} ${this.#manner(leg)}` }] : [];
    });
  }

  #place(end: End): Point | null {
    if ('point' in end) return end.point;
    const view = this.bench.view();
    return (view && modelOf(view, end.model)?.spot?.at) ?? null;
  }

  /** A point close to a model means the model: rulers snap to bases. */
  #end(at: Point): End {
    const model = modelAt(this.bench.view()?.models ?? [], at);
    return model ? { model: model.model } : { point: at };
  }

  /** Each tells whether a tool has used the gesture up. */
  model(model: ModelId): boolean {
    if (this.tool === 'ruler') return this.#mark({ model });
    if (this.tool !== 'sight') return false;
    const seen = this.sights?.some((sight) => sight.to === model);
    if (seen) this.pointOut(model);
    else void this.look(model);
    return true;
  }

  point(at: Point): boolean {
    if (this.tool === 'ruler') return this.#mark(this.#end(at));
    return this.tool === 'sight';
  }

  hover(at: Point | null, model: ModelId | null): boolean {
    if (this.tool === 'ruler' && this.#from && at) this.#measure(this.#from, model === null ? this.#end(at) : { model }, false);
    return this.tool !== 'none';
  }

  #mark(end: End): boolean {
    if (this.#from) this.#measure(this.#from, end, true);
    this.#from = end;
    return true;
  }

  #measure(from: End, to: End, keep: boolean): void {
    const same = JSON.stringify(from) === JSON.stringify(to);
    if (same) return;
    const quick = { from, to, distance: this.#middles(from, to) };
    if (!keep) this.#loose ??= quick;
    this.#latest.run(async () => {
      const reply = await this.bench.ask({ measure: { from, to } });
      if (reply.kind !== 'measure' || this.tool !== 'ruler') return;
      const leg = { from, to, distance: reply.distance };
      this.#loose = keep ? null : leg;
      if (!keep) return;
      this.legs = [...this.legs, leg];
      this.bench.voice.say(this.verdict ?? '');
    });
  }

  #middles(from: End, to: End): Length {
    const [a, b] = [this.#place(from), this.#place(to)];
    return a && b ? distance(a, b) : 0;
  }

  async look(looker: ModelId): Promise<void> {
    this.looker = looker;
    this.target = null;
    this.sights = null;
    const reply = await this.bench.ask({ sight: { from: looker, place: null, to: null } });
    if (this.looker !== looker) return;
    if (reply.kind === 'sight') this.sights = reply.sights;
    else this.bench.voice.alert('why' in reply ? reply.why : 'The lines of sight could not be worked out.');
  }

  pointOut(model: ModelId | null): void {
    this.target = model;
    const sight = this.sights?.find((s) => s.to === model);
    if (sight) this.bench.voice.say(`${this.#name(sight.to)}: ${sight.sighting.verdict}, ${inches(sight.sighting.distance)}`);
  }

  /** Up one level; false when nothing was in use. */
  back(): boolean {
    if (this.tool === 'none') return false;
    if (this.tool === 'ruler' && (this.#from || this.legs.length > 0)) {
      this.legs = this.#from && this.#loose ? this.legs : [];
      this.#from = null;
      this.#loose = null;
      return true;
    }
    if (this.target !== null) {
      this.target = null;
      return true;
    }
    this.layDown();
    return true;
  }
}
