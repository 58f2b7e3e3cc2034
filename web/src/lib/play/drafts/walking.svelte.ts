// The way of one model. The server finds it: the pointer only says where to.

import { roundedText } from '../../explain/format';
import type { Answer, Form, Goal, Length, ModelId, Point, Refusal, Sight, Spot, Stand, Vector, Way } from '../../protocol';
import type { Overlays } from '../../table/types';
import { INCH, distance, plus } from '../measure';
import { Latest, modelOf, type Desk, type Draft } from './draft';

/** How many suggested places are listed. */
const MOST_GOALS = 8;

export class PathDraft implements Draft {
  readonly kind = 'path';
  readonly mover: ModelId;
  readonly start: Spot;
  readonly limit: Length;
  readonly goals: Goal[];

  pins = $state.raw<Spot[]>([]);
  /** Where the way shall lead, once that was clicked. */
  target = $state.raw<Point | null>(null);
  way = $state.raw<Way | null>(null);
  /** Where the way that is shown was meant to lead. */
  #aimedAt = $state.raw<Point | null>(null);
  sights = $state.raw<Sight[]>([]);
  /** Why there is no way at all to where the pointer is. */
  refusal = $state.raw<Refusal | null>(null);
  level = $state<Length | null>(null);
  stands = $state.raw<Stand[]>([]);
  showReach = $state(true);
  /** Whom the list of sights points at. */
  watched = $state<ModelId | null>(null);
  #latest = new Latest();

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'path' }>,
  ) {
    this.mover = form.model;
    this.start = form.start;
    this.limit = form.limit;
    this.goals = [...form.goals].sort((a, b) => b.merit - a.merit).slice(0, MOST_GOALS);
    void this.#learnReach();
  }

  readonly foreseeable = true;
  get draggable(): ModelId { return this.mover; }

  get isSet(): boolean {
    return this.target !== null && this.way !== null && this.#aimedAt === this.target;
  }

  get answer(): Answer | null {
    return this.isSet ? { path: this.way!.path } : null;
  }

  get stays(): boolean {
    return this.way !== null && this.way.path.length < 2;
  }

  get deed(): string {
    if (!this.isSet) return 'Choose a place';
    if (this.stays) return 'Stay here';
    const { cost, risks } = this.way!.toll;
    return [`Go there${cost ? `: ${roundedText(cost)}` : ''}`, ...risks].join(', ');
  }

  /** The place where the way ends at present. */
  get end(): Spot {
    return this.way?.path.at(-1) ?? this.pins.at(-1) ?? this.start;
  }

  /** Heights at which one could stand near the end of the way. */
  get levels(): Length[] {
    const at = this.target ?? this.end.at;
    const near = this.stands.filter((stand) => distance(stand.spot.at, at) <= INCH);
    const heights = new Set([...near.map((stand) => stand.spot.z), this.end.z]);
    return [...heights].sort((a, b) => a - b);
  }

  get overlays(): Partial<Overlays> {
    const sight = this.sights.find((s) => s.to === this.watched)?.sighting;
    return {
      selected: this.mover,
      ghosts: this.way ? [this.#ghost(this.way)] : [],
      stands: this.showReach ? this.stands : [],
      goals: this.isSet ? [] : this.goals,
      lit: new Set(this.watched === null ? [] : [this.watched]),
      rays: sight?.rays ?? [],
      witness: sight?.witness ?? null,
    };
  }

  #ghost(way: Way) {
    const { cost, band, risks } = way.toll;
    return { model: this.mover, path: way.path, pins: this.pins, legal: true, label: roundedText(cost), band, risky: risks.length > 0 };
  }

  async #learnReach(): Promise<void> {
    const reply = await this.desk.ask({ reach: { model: this.mover } });
    if (reply.kind === 'reach') this.stands = reply.stands;
  }

  /** Asks for the way to a place. */
  #aim(to: Point): void {
    const via = this.pins;
    const level = this.level;
    this.#latest.run(async () => {
      const reply = await this.desk.ask({ way: { via, to, level } });
      this.#aimedAt = to;
      if (reply.kind === 'way') {
        this.way = reply.way;
        this.sights = reply.sights;
        this.refusal = null;
      } else if (reply.kind === 'refused') {
        this.way = null;
        this.sights = [];
        this.refusal = reply.refusal;
      }
    });
  }

  /** Sets where the way shall lead. */
  go(to: Point): void {
    if (this.target === null || distance(this.target, to) > INCH) this.level = null;
    this.target = to;
    this.#aim(to);
  }

  stay(): void {
    this.#latest.forget();
    this.pins = [];
    this.target = this.start.at;
    this.#aimedAt = this.target;
    this.way = { path: [this.start], toll: { cost: '', band: 0, risks: [], end: null }, short: null };
    this.sights = [];
    this.refusal = null;
  }

  /** Sets a bend where the way ends now. */
  bend(): boolean {
    if (!this.way || this.stays) return false;
    this.pins = [...this.pins, this.way.path.at(-1)!];
    this.target = null;
    return true;
  }

  model(model: ModelId, how: { shift: boolean }): boolean {
    const spot = modelOf(this.desk.view, model)?.spot;
    if (!spot || model === this.mover) return false;
    return this.point(spot.at, how);
  }

  point(at: Point, how: { shift: boolean }): boolean {
    if (how.shift) return this.#bendAt(at);
    const base = modelOf(this.desk.view, this.mover)?.base ?? INCH / 2;
    const again = this.isSet && (distance(at, this.target!) <= base || distance(at, this.end.at) <= base);
    if (again) this.desk.commit();
    else this.go(at);
    return true;
  }

  #bendAt(at: Point): boolean {
    this.#latest.run(async () => {
      const reply = await this.desk.ask({ way: { via: this.pins, to: at, level: this.level } });
      if (reply.kind !== 'way') return;
      this.way = reply.way;
      this.bend();
    });
    return true;
  }

  hover(at: Point | null): void {
    if (this.target !== null) return;
    if (at) this.#aim(at);
    else this.#leave();
  }

  #leave(): void {
    this.#latest.forget();
    this.way = null;
    this.sights = [];
    this.refusal = null;
  }

  drag(_model: ModelId, at: Point, done: boolean): void {
    if (done) this.go(at);
    else {
      this.target = null;
      this.#aim(at);
    }
  }

  nudge(by: Vector): boolean {
    this.go(plus(this.target ?? this.end.at, by));
    return true;
  }

  /** Another height at the same place. */
  changeLevel(by: 1 | -1): boolean {
    const levels = this.levels;
    const next = levels[levels.indexOf(this.end.z) + by];
    if (next === undefined) return false;
    this.chooseLevel(next);
    return true;
  }

  chooseLevel(level: Length): void {
    this.level = level;
    this.target ??= this.end.at;
    this.#aim(this.target);
  }

  key(key: string): boolean {
    switch (key) {
      case 'Backspace': return this.unpin();
      case 'PageUp': return this.changeLevel(1);
      case 'PageDown': return this.changeLevel(-1);
      case 'r': this.showReach = !this.showReach; return true;
      case 'b': return this.bend();
      default: return false;
    }
  }

  unpin(): boolean {
    if (this.pins.length === 0) return false;
    this.pins = this.pins.slice(0, -1);
    if (this.target) this.#aim(this.target);
    return true;
  }

  back(): boolean {
    if (this.target !== null) {
      this.target = null;
      this.#leave();
      return true;
    }
    return this.unpin();
  }
}
