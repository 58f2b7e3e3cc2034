// The ways of several models that move together: one gesture moves them all in formation, and single ones can be
// sent elsewhere.

import type { Answer, Form, Length, ModelId, Point, Spot, Vector } from '../../protocol';
import type { Ghost, Overlays } from '../../table/types';
import { clipped, distance, formation, inches, lengthOf, minus, plus } from '../measure';
import { nameOf, type Desk, type Draft } from './draft';

const NOWHERE: Vector = { x: 0, y: 0 };

export class PathsDraft implements Draft {
  readonly kind = 'paths';
  readonly foreseeable = true;
  readonly movers: [ModelId, Spot][];
  readonly limit: Length;
  /** The one who is moved alone; nobody when all are. */
  single = $state<ModelId | null>(null);
  #by = $state.raw<Vector>(NOWHERE);
  #own = $state.raw<ReadonlyMap<ModelId, Vector>>(new Map());
  /** Where the pointer would send them. */
  #hovered = $state.raw<Vector | null>(null);
  isSet = $state(false);

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'paths' }>,
  ) {
    this.movers = form.movers;
    this.limit = form.limit;
  }

  get draggable(): ModelId | null {
    return this.single ?? this.#leader()?.[0] ?? null;
  }

  get paths(): [ModelId, Spot[]][] {
    return formation(this.movers, this.#by, this.#own, this.limit);
  }

  get answer(): Answer | null {
    return this.isSet ? { paths: this.paths } : null;
  }

  get deed(): string {
    if (!this.isSet) return 'Choose where they go';
    const going = this.paths.filter(([, path]) => path.length > 1).length;
    if (going === 0) return 'All stay where they are';
    return going === this.movers.length ? `Move all ${going}` : `Move ${going} of ${this.movers.length}`;
  }

  get overlays(): Partial<Overlays> {
    const shown = this.#hovered && !this.isSet ? this.#with(this.#hovered) : this.paths;
    return {
      selected: this.single ?? this.#leader()?.[0] ?? null,
      candidates: new Set(this.movers.map(([model]) => model)),
      ghosts: shown.filter(([, path]) => path.length > 1).map(([model, path]) => this.#ghost(model, path)),
    };
  }

  #ghost(model: ModelId, path: Spot[]): Ghost {
    return { model, path, pins: [], legal: true, label: inches(lengthOf(path)), band: 0, risky: false };
  }

  /** The one whose place the pointer stands for when all are moved. */
  #leader(): [ModelId, Spot] | undefined {
    return this.movers.find(([model]) => model === this.desk.question.about) ?? this.movers[0];
  }

  #start(model: ModelId | null): Spot | null {
    return (this.movers.find(([id]) => id === model) ?? this.#leader())?.[1] ?? null;
  }

  #with(by: Vector): [ModelId, Spot[]][] {
    if (this.single === null) return formation(this.movers, by, new Map(), this.limit);
    return formation(this.movers, this.#by, new Map([...this.#own, [this.single, by]]), this.limit);
  }

  #send(by: Vector): void {
    const short = clipped(by, this.limit);
    if (this.single === null) {
      this.#by = short;
      this.#own = new Map();
    } else {
      this.#own = new Map([...this.#own, [this.single, short]]);
    }
    this.isSet = true;
  }

  /** Where the present mover, or the leader of all, would end. */
  #end(): Point | null {
    const model = this.single ?? this.#leader()?.[0];
    return this.paths.find(([id]) => id === model)?.[1].at(-1)?.at ?? null;
  }

  choose(model: ModelId | null): void {
    this.single = model;
    this.#hovered = null;
    this.desk.say(model === null ? 'All of them' : `Only ${nameOf(this.desk.view, model)}`);
  }

  model(model: ModelId): boolean {
    if (!this.movers.some(([id]) => id === model)) return false;
    this.choose(this.single === model ? null : model);
    return true;
  }

  point(at: Point): boolean {
    const end = this.#end();
    const base = this.desk.view.models.find((m) => m.model === this.draggable)?.base ?? 0;
    if (this.isSet && end && distance(end, at) <= base) {
      this.desk.commit();
      return true;
    }
    const start = this.#start(this.single);
    if (start) this.#send(minus(at, start.at));
    return start !== null;
  }

  hover(at: Point | null): void {
    const start = this.#start(this.single);
    this.#hovered = at && start ? minus(at, start.at) : null;
  }

  drag(model: ModelId, at: Point): void {
    const start = this.#start(model);
    if (start) this.#send(minus(at, start.at));
  }

  nudge(by: Vector): boolean {
    const now = this.single === null ? this.#by : (this.#own.get(this.single) ?? this.#by);
    this.#send(plus(now, by));
    return true;
  }

  /** Nobody goes anywhere. */
  stay(): void {
    this.#by = NOWHERE;
    this.#own = new Map();
    this.isSet = true;
  }

  step(by: 1 | -1): boolean {
    const ids = this.movers.map(([model]) => model);
    const next = ids[this.single === null && by < 0 ? ids.length - 1 : ids.indexOf(this.single ?? -1) + by];
    this.choose(next ?? null);
    return next !== undefined;
  }

  back(): boolean {
    if (this.single !== null) {
      this.single = null;
      return true;
    }
    const had = this.isSet;
    this.isSet = false;
    this.#by = NOWHERE;
    this.#own = new Map();
    return had;
  }
}
