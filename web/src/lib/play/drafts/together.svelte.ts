// The ways of several models that move together: one gesture moves them all in formation, and single ones can be
// sent elsewhere. The server finds the ways: the pointer only says where to.

import type { Answer, Form, Goal, Length, ModelId, Point, Refusal, Shown, Spot, Stand, Vector, Way } from '../../protocol';
import type { Ghost, Overlays } from '../../table/types';
import { roundedText } from '../../explain/format';
import { INCH, distance, minus, plus } from '../measure';
import { formUp, type Shape } from './formation';
import { Latest, isToBlame, modelOf, nameOf, type Desk, type Draft } from './draft';

/** How many suggested places are listed. */
const MOST_GOALS = 8;

export class PathsDraft implements Draft {
  readonly kind = 'paths';
  readonly foreseeable = true;
  readonly movers: [ModelId, Spot][];
  readonly limit: Length;
  readonly goals: Goal[];
  /** The one who is moved alone; nobody when all are. */
  single = $state<ModelId | null>(null);
  /** Bends for the leader, and for all beside him. */
  pins = $state.raw<Spot[]>([]);
  /** How they stand to each other where they go. */
  shape = $state<Shape>('as they are');
  /** Where the leader goes; nowhere as long as nothing was chosen. */
  #to = $state.raw<Point | null>(null);
  /** Where those go who were sent elsewhere. */
  #own = $state.raw<ReadonlyMap<ModelId, Point>>(new Map());
  ways = $state.raw<ReadonlyMap<ModelId, Way>>(new Map());
  /** Why they cannot all go there. */
  refusal = $state.raw<Refusal | null>(null);
  stands = $state.raw<Stand[]>([]);
  isSet = $state(false);
  /** Whether the ways that are shown are not yet those that were asked for last. */
  #stale = $state(false);
  #latest = new Latest();

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'paths' }>,
  ) {
    this.movers = form.movers;
    this.limit = form.limit;
    this.goals = [...form.goals].sort((a, b) => b.merit - a.merit).slice(0, MOST_GOALS);
    void this.#learnReach();
  }

  get leader(): ModelId {
    return (this.movers.find(([model]) => model === this.desk.question.about) ?? this.movers[0]!)[0];
  }

  get draggable(): ModelId {
    return this.single ?? this.leader;
  }

  get paths(): [ModelId, Spot[]][] {
    return this.movers.map(([model, start]) => [model, this.ways.get(model)?.path ?? [start]]);
  }

  get answer(): Answer | null {
    return this.isSet && !this.#stale && this.refusal === null ? { paths: this.paths } : null;
  }

  get deed(): string {
    if (!this.isSet) return 'Choose where they go';
    const going = this.paths.filter(([, path]) => path.length > 1).length;
    if (going === 0) return 'All stay where they are';
    return going === this.movers.length ? `Move all ${going}` : `Move ${going} of ${this.movers.length}`;
  }

  get overlays(): Partial<Overlays> {
    return {
      selected: this.draggable,
      // Rings around those who can be clicked would hide where they go.
      candidates: new Set(this.ways.size > 0 ? [] : this.movers.map(([model]) => model)),
      ghosts: this.movers.flatMap(([model]) => this.#ghost(model)),
      stands: this.isSet ? [] : this.stands,
      goals: this.isSet ? [] : this.goals,
    };
  }

  #ghost(model: ModelId): Ghost[] {
    const way = this.ways.get(model);
    if (!way || way.path.length < 2) return [];
    // With many of them only the one that is led says what it costs.
    const led = model === this.draggable;
    const label = led ? roundedText(way.toll.cost) : '';
    const pins = model === this.leader ? this.pins : [];
    return [{ model, path: way.path, pins, legal: !this.#isToBlame(model), label, band: way.toll.band, risky: way.toll.risks.length > 0, beside: !led }];
  }

  #isToBlame(model: ModelId): boolean {
    return isToBlame(this.desk.view, this.refusal, this.movers.map(([mover]) => mover), model);
  }

  #start(model: ModelId): Spot {
    return this.movers.find(([id]) => id === model)![1];
  }

  async #learnReach(): Promise<void> {
    const reply = await this.desk.ask({ reach: { model: this.draggable } });
    if (reply.kind === 'reach') this.stands = reply.stands;
  }

  /** Who should go where, if the leader went to a place. */
  #aims(to: Point, own: ReadonlyMap<ModelId, Point>): Shown[] {
    const lead = this.#start(this.leader);
    const places = formUp(this.movers, this.leader, to, this.shape);
    const all = this.movers.map(([model, start]) => {
      const alone = own.get(model);
      const via = alone ? [] : this.pins.map((pin) => ({ at: plus(pin.at, minus(start.at, lead.at)), z: pin.z }));
      return { model, via, to: alone ?? places.get(model)!, level: null };
    });
    // Whoever is not to move at all is not shown anywhere.
    return all.filter(({ model, to, via }) => via.length > 0 || distance(to, this.#start(model).at) > 0);
  }

  #ask(to: Point, own: ReadonlyMap<ModelId, Point>): void {
    const aims = this.#aims(to, own);
    this.#stale = true;
    this.#latest.run(async () => {
      const reply = await this.desk.ask({ ways: { aims } });
      this.#stale = false;
      if (reply.kind === 'ways') {
        this.ways = new Map(reply.together.ways);
        this.refusal = reply.together.refusal;
      } else if (reply.kind === 'refused') {
        this.refusal = reply.refusal;
      }
    });
  }

  #sent(at: Point): [Point, ReadonlyMap<ModelId, Point>] {
    const lead = this.#to ?? this.#start(this.leader).at;
    if (this.single === null) return [at, new Map()];
    return [lead, new Map([...this.#own, [this.single, at]])];
  }

  #send(at: Point): void {
    [this.#to, this.#own] = this.#sent(at);
    this.isSet = true;
    this.#ask(this.#to, this.#own);
  }

  #again(): void {
    if (this.#to) this.#ask(this.#to, this.#own);
  }

  /** Where the present mover, or the leader of all, would end. */
  get end(): Point {
    const way = this.ways.get(this.draggable);
    return way?.path.at(-1)?.at ?? this.#start(this.draggable).at;
  }

  choose(model: ModelId | null): void {
    this.single = model;
    void this.#learnReach();
    this.desk.say(model === null ? 'All of them' : `Only ${nameOf(this.desk.view, model)}`);
  }

  /** Says how they shall stand to each other. */
  form(shape: Shape): void {
    this.shape = shape;
    this.#to ??= this.#start(this.leader).at;
    this.isSet = true;
    this.#again();
    this.desk.say(shape);
  }

  model(model: ModelId): boolean {
    if (!this.movers.some(([id]) => id === model)) return false;
    this.choose(this.single === model ? null : model);
    return true;
  }

  point(at: Point, how: { shift: boolean }): boolean {
    if (how.shift) return this.#bendAt(at);
    const base = modelOf(this.desk.view, this.draggable)?.base ?? INCH / 2;
    if (this.isSet && this.answer !== null && distance(this.end, at) <= base) {
      this.desk.commit();
      return true;
    }
    this.#send(at);
    return true;
  }

  #bendAt(at: Point): boolean {
    if (this.single !== null) return false;
    this.pins = [...this.pins, { at, z: this.#start(this.leader).z }];
    this.#again();
    return true;
  }

  hover(at: Point | null): void {
    if (this.isSet) return;
    if (at) this.#ask(...this.#sent(at));
    else this.#clear();
  }

  #clear(): void {
    this.#latest.forget();
    this.#stale = false;
    this.ways = new Map();
    this.refusal = null;
  }

  drag(_model: ModelId, at: Point): void {
    this.#send(at);
  }

  nudge(by: Vector): boolean {
    const own = this.single === null ? this.#to : (this.#own.get(this.single) ?? this.end);
    this.#send(plus(own ?? this.end, by));
    return true;
  }

  /** Nobody goes anywhere. */
  stay(): void {
    this.#clear();
    this.pins = [];
    this.shape = 'as they are';
    this.#own = new Map();
    this.#to = this.#start(this.leader).at;
    this.isSet = true;
  }

  /** The one who is moved alone stays where he is. */
  stayAlone(): void {
    if (this.single !== null) this.#send(this.#start(this.single).at);
  }

  step(by: 1 | -1): boolean {
    const ids = this.movers.map(([model]) => model);
    const next = ids[this.single === null && by < 0 ? ids.length - 1 : ids.indexOf(this.single ?? -1) + by];
    this.choose(next ?? null);
    return next !== undefined;
  }

  key(key: string): boolean {
    if (key !== 'Backspace' || this.pins.length === 0) return false;
    this.pins = this.pins.slice(0, -1);
    this.#again();
    return true;
  }

  back(): boolean {
    if (this.single !== null) {
      this.single = null;
      return true;
    }
    const had = this.isSet || this.pins.length > 0;
    this.isSet = false;
    this.#to = null;
    this.#own = new Map();
    this.pins = [];
    this.shape = 'as they are';
    this.#clear();
    return had;
  }
}
