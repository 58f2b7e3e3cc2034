// A place for each of some models: all of a squad in a block with one gesture, or one after the other.

import type { Answer, Extent, Form, Goal, ModelId, Point, Refusal, Spot, Vector } from '../../protocol';
import type { Ghost, Overlays } from '../../table/types';
import { INCH, distance, inside, minus, plus, clamped, middle } from '../measure';
import { ranks } from './formation';
import { Latest, isToBlame, modelOf, nameOf, type Desk, type Draft } from './draft';

const MOST_GOALS = 8;
/** More than so many are placed together unless somebody wants it otherwise. */
const MANY = 3;
/** Where a squad does not fit, it is tried so far from there, in these directions. */
const ASIDE = [0.75, 1.5, 2.5].map((far) => far * INCH);
const AROUND = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]] as const;

/** The best places that are not next to each other, so that a short list offers a real choice. */
function spread(goals: Goal[]): Goal[] {
  const kept: Goal[] = [];
  for (const goal of goals) {
    if (kept.length === MOST_GOALS) break;
    if (kept.every((other) => distance(other.spot.at, goal.spot.at) >= 2 * INCH)) kept.push(goal);
  }
  return kept;
}

/** Goals of one merit that follow each other and are as many as there are models: room for all of them. */
function blocksOf(goals: Goal[], count: number): Spot[][] {
  const runs: Goal[][] = [];
  for (const goal of goals) {
    const run = runs.at(-1);
    if (run && run[0]!.merit === goal.merit) run.push(goal);
    else runs.push([goal]);
  }
  const whole = runs.filter((run) => run.length === count);
  return whole.sort((a, b) => b[0]!.merit - a[0]!.merit).map((run) => run.map((goal) => goal.spot));
}

export class PlacementDraft implements Draft {
  readonly kind = 'placement';
  readonly foreseeable = true;
  readonly models: ModelId[];
  readonly within: Extent;
  readonly goals: Goal[];
  places = $state.raw<ReadonlyMap<ModelId, Spot>>(new Map());
  current = $state<ModelId | null>(null);
  /** Whether all of them are placed with one gesture. */
  together = $state(false);
  #hovered = $state.raw<Spot | null>(null);
  /** Why nobody can stand where the pointer is, or where the last one was set. */
  refusal = $state.raw<Refusal | null>(null);
  #latest = new Latest();
  /** Whole squads that are known to fit, the best first. */
  readonly #blocks: Spot[][];
  readonly #spread: Goal[];

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'placement' }>,
  ) {
    this.models = form.models;
    this.within = form.within;
    this.goals = [...form.goals].sort((a, b) => b.merit - a.merit);
    this.current = form.models[0] ?? null;
    this.together = form.models.length > MANY;
    this.#spread = spread(this.goals);
    this.#blocks = blocksOf(form.goals, form.models.length);
  }

  /** Good places for the present one, or for all of them. */
  get suggested(): Goal[] {
    if (!this.together || this.#blocks.length === 0) return this.#spread;
    return this.#blocks.map((block, i) => ({ spot: block[0]!, merit: -i }));
  }

  get draggable(): ModelId | null {
    return this.current;
  }

  get answer(): Answer | null {
    return this.#complete(this.places);
  }

  get deed(): string {
    const left = this.models.length - this.places.size;
    if (left > 0) return this.models.length === 1 ? 'Choose a place' : `${left} still to be placed`;
    if (this.models.length > 1) return `Place all ${this.models.length} so`;
    return `Place ${nameOf(this.desk.view, this.models[0]!)} here`;
  }

  get overlays(): Partial<Overlays> {
    const ghosts = [...this.places].map(([model, spot]) => this.#ghost(model, spot, !isToBlame(this.desk.view, this.refusal, this.models, model)));
    if (this.together && this.#hovered && this.places.size === 0) {
      for (const [model, spot] of this.#block(this.#hovered.at)) ghosts.push(this.#ghost(model, spot, !isToBlame(this.desk.view, this.refusal, this.models, model) && inside(this.within, spot.at)));
    } else if (this.current !== null && this.#hovered && !this.places.has(this.current)) {
      const legal = this.refusal === null && inside(this.within, this.#hovered.at);
      ghosts.push(this.#ghost(this.current, this.#hovered, legal));
    }
    return { selected: this.current, ghosts, goals: this.answer ? [] : this.suggested, within: this.within };
  }

  #ghost(model: ModelId, spot: Spot, legal: boolean): Ghost {
    return { model, path: [spot], pins: [], legal, label: this.together ? '' : nameOf(this.desk.view, model), band: 0, risky: false };
  }

  #complete(places: ReadonlyMap<ModelId, Spot>): Answer | null {
    if (places.size < this.models.length) return null;
    return { placement: this.models.map((model) => [model, places.get(model)!]) };
  }

  /** The height is that of the nearest suggested place: the rules know what can be stood on. */
  #spotAt(at: Point): Spot {
    let nearest: Goal | null = null;
    for (const goal of this.goals) {
      if (nearest === null || distance(goal.spot.at, at) < distance(nearest.spot.at, at)) nearest = goal;
    }
    return { at, z: nearest && distance(nearest.spot.at, at) <= INCH ? nearest.spot.z : 0 };
  }

  /** All of them around a point: as they stand to each other already, or in ranks. */
  #block(at: Point): Map<ModelId, Spot> {
    const lead = this.current === null ? undefined : this.places.get(this.current);
    if (lead && this.places.size === this.models.length) {
      return new Map([...this.places].map(([model, spot]) => [model, this.#spotAt(plus(spot.at, minus(at, lead.at)))]));
    }
    const places = ranks(this.models.length, at, this.within);
    return new Map(this.models.map((model, i) => [model, this.#spotAt(places[i]!)]));
  }

  #putAll(at: Point): void {
    this.#putBlock(this.#block(at));
  }

  #putBlock(places: Map<ModelId, Spot>): void {
    this.places = places;
    this.desk.say(`All ${this.models.length} stand here`);
    this.#look(places);
  }

  /** Places all of them with one gesture, or one after the other. */
  placeTogether(together: boolean): void {
    this.together = together;
    this.desk.say(together ? 'All together' : 'One by one');
  }

  put(spot: Spot): void {
    if (this.together) {
      const block = this.#blocks.find(([first]) => distance(first!.at, spot.at) <= INCH / 2);
      return this.places.size === 0 && block ? this.#putBlock(new Map(this.models.map((model, i) => [model, block[i]!]))) : this.#putAll(spot.at);
    }
    if (this.current === null) return;
    this.places = new Map([...this.places, [this.current, spot]]);
    const next = this.models.find((model) => !this.places.has(model));
    this.desk.say(`${nameOf(this.desk.view, this.current)} stands here${next === undefined ? '' : `; next is ${nameOf(this.desk.view, next)}`}`);
    if (next !== undefined) this.current = next;
    this.#look(this.places);
  }

  /** Turns to one of them; once all stand, he is moved alone. */
  select(model: ModelId): void {
    if (this.together && this.places.size > 0) this.placeTogether(false);
    this.current = model;
  }

  /** Takes a model off the table again. */
  take(model: ModelId): void {
    this.places = new Map([...this.places].filter(([other]) => other !== model));
    this.current = model;
    this.refusal = null;
  }

  #look(places: ReadonlyMap<ModelId, Spot>): void {
    const answer = this.#complete(places);
    if (!answer) {
      this.refusal = null;
      return;
    }
    this.#latest.run(async () => {
      const reply = await this.desk.ask({ foresee: { answer } });
      this.refusal = reply.kind === 'refused' ? reply.refusal : null;
      if (!this.refusal || this.places !== places) return;
      await (this.together ? this.#makeRoom(places) : this.#tryLevels(places));
    });
  }

  /** Where a wall is in the way of some, all of them stand a little aside. */
  async #makeRoom(places: ReadonlyMap<ModelId, Spot>): Promise<void> {
    for (const far of ASIDE) {
      for (const [x, y] of AROUND) {
        const by = { x: Math.round(x * far), y: Math.round(y * far) };
        const moved = new Map([...places].map(([model, { at }]) => [model, this.#spotAt(plus(at, by))]));
        const answer = [...moved.values()].every(({ at }) => inside(this.within, at)) && this.#complete(moved);
        if (!answer) continue;
        const refused = (await this.desk.ask({ foresee: { answer } })).kind === 'refused';
        if (this.places !== places) return;
        if (refused) continue;
        this.places = moved;
        this.refusal = null;
        return;
      }
    }
  }

  /** Where a place is refused, another height at the same point may do: a hill, a floor, a roof. */
  async #tryLevels(places: ReadonlyMap<ModelId, Spot>): Promise<void> {
    const model = this.current !== null && places.has(this.current) ? this.current : [...places.keys()].at(-1);
    const spot = model === undefined ? undefined : places.get(model);
    if (model === undefined || !spot) return;
    const found = await this.desk.ask({ levels: { at: spot.at } });
    if (found.kind !== 'levels') return;
    for (const z of found.levels.filter((level) => level !== spot.z)) {
      const lifted = new Map([...places, [model, { ...spot, z }]]);
      const answer = this.#complete(lifted);
      if (!answer || (await this.desk.ask({ foresee: { answer } })).kind === 'refused') continue;
      if (this.places === places) {
        this.places = lifted;
        this.refusal = null;
      }
      return;
    }
  }

  model(model: ModelId): boolean {
    if (this.together && this.places.has(model)) {
      this.select(model);
      return true;
    }
    if (this.places.has(model)) {
      this.take(model);
      return true;
    }
    if (!this.models.includes(model)) return false;
    this.current = model;
    return true;
  }

  point(at: Point): boolean {
    const set = this.current === null ? undefined : this.places.get(this.current);
    const base = modelOf(this.desk.view, this.current)?.base ?? INCH / 2;
    if (set && this.answer && distance(set.at, at) <= base) this.desk.commit();
    else this.put(this.#spotAt(at));
    return true;
  }

  hover(at: Point | null): void {
    this.#hovered = at ? this.#spotAt(at) : null;
    if (this.together && this.places.size === 0 && this.#hovered) return this.#look(this.#block(this.#hovered.at));
    if (this.together || this.current === null || this.places.has(this.current) || !this.#hovered) return;
    this.#look(new Map([...this.places, [this.current, this.#hovered]]));
  }

  drag(model: ModelId, at: Point, done: boolean): void {
    if (!this.models.includes(model)) return;
    this.current = model;
    if (this.together) return this.#putAll(at);
    if (done) this.put(this.#spotAt(at));
    else this.hover(at);
  }

  nudge(by: Vector): boolean {
    if (this.current === null) return false;
    const likely = this.suggested[0]?.spot.at ?? middle(this.within);
    const from = this.places.get(this.current)?.at ?? this.#hovered?.at ?? likely;
    if (this.together) {
      this.#putAll(clamped(this.within, plus(from, by)));
      return true;
    }
    const spot = this.#spotAt(clamped(this.within, plus(from, by)));
    this.places = new Map([...this.places, [this.current, spot]]);
    this.#look(this.places);
    return true;
  }

  key(key: string): boolean {
    return key === 'Backspace' && this.back();
  }

  step(by: 1 | -1): boolean {
    const next = this.models[this.models.indexOf(this.current ?? -1) + by];
    if (next === undefined) return false;
    this.current = next;
    this.desk.say(nameOf(this.desk.view, next));
    return true;
  }

  back(): boolean {
    if (this.together && this.places.size > 0) {
      this.places = new Map();
      this.refusal = null;
      return true;
    }
    const last = [...this.places.keys()].at(-1);
    if (last === undefined) return false;
    this.take(last);
    return true;
  }
}
