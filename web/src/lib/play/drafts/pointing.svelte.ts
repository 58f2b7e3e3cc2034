// A point of the table, a place along a path, a direction.

import type { Answer, Extent, Form, Goal, Length, ModelId, Point, Refusal, Spot, Vector } from '../../protocol';
import type { Arrow, Overlays } from '../../table/types';
import { COMPASS, INCH, alongPath, compass, coordinates, degrees, distance, inches, inside, minus, nearestAlong, pathUpTo, plus, towards } from '../measure';
import { Latest, modelOf, type Desk, type Draft } from './draft';

const MOST_GOALS = 8;
/** What marks a point for which there is no template. */
const DOT = INCH / 4;

export class PointDraft implements Draft {
  readonly kind = 'point';
  readonly draggable = null;
  readonly foreseeable = true;
  readonly within: Extent;
  readonly goals: Goal[];
  target = $state.raw<Point | null>(null);
  #hovered = $state.raw<Point | null>(null);
  /** Why the point under the pointer cannot be chosen. */
  refusal = $state.raw<Refusal | null>(null);
  #latest = new Latest();

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'point' }>,
  ) {
    this.within = form.within;
    const places = new Map(form.goals.map((goal) => [`${goal.spot.at.x},${goal.spot.at.y}`, goal]));
    this.goals = [...places.values()].sort((a, b) => b.merit - a.merit);
  }

  get suggested(): Goal[] {
    return this.goals.slice(0, MOST_GOALS);
  }

  get answer(): Answer | null {
    return this.target ? { point: this.target } : null;
  }

  get deed(): string {
    return this.target ? `This point: ${coordinates(this.target)}` : 'Choose a point';
  }

  get overlays(): Partial<Overlays> {
    const at = this.target ?? this.#hovered;
    const radius = this.desk.question.template ?? DOT;
    const legal = this.refusal === null && (at === null || inside(this.within, at));
    return {
      selected: this.desk.question.about,
      template: at ? { at, radius, legal } : null,
      arrows: at ? this.#arrows(at, legal) : [],
      goals: this.target ? [] : this.suggested,
      within: this.within,
    };
  }

  /** From whoever throws or points to where. */
  #arrows(at: Point, legal: boolean): Arrow[] {
    const from = modelOf(this.desk.view, this.desk.question.about)?.spot?.at;
    return from && distance(from, at) > INCH ? [{ from, to: at, kind: legal ? 'shot' : 'blocked' }] : [];
  }

  point(at: Point): boolean {
    if (this.target && distance(this.target, at) <= INCH / 2) this.desk.commit();
    else this.go(at);
    return true;
  }

  go(at: Point): void {
    this.target = at;
    this.#look(at);
  }

  model(model: ModelId): boolean {
    const spot = modelOf(this.desk.view, model)?.spot;
    return spot ? this.point(spot.at) : false;
  }

  hover(at: Point | null): void {
    this.#hovered = at;
    if (at && !this.target) this.#look(at);
  }

  #look(at: Point): void {
    this.#latest.run(async () => {
      const reply = await this.desk.ask({ foresee: { answer: { point: at } } });
      this.refusal = reply.kind === 'refused' ? reply.refusal : null;
    });
  }

  nudge(by: Vector): boolean {
    const from = this.target ?? this.goals[0]?.spot.at ?? middle(this.within);
    this.go(plus(from, by));
    return true;
  }

  back(): boolean {
    const had = this.target !== null;
    this.target = null;
    this.refusal = null;
    return had;
  }
}

const middle = (box: Extent): Point => ({ x: Math.round((box.low.x + box.high.x) / 2), y: Math.round((box.low.y + box.high.y) / 2) });

export class AlongDraft implements Draft {
  readonly kind = 'along';
  readonly draggable = null;
  readonly foreseeable = true;
  readonly path: Spot[];
  readonly length: Length;
  far = $state(0);

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'along' }>,
  ) {
    this.path = form.path;
    this.length = form.length;
    this.far = form.length;
  }

  get answer(): Answer {
    return { along: this.far };
  }

  get deed(): string {
    return `Here: after ${inches(this.far)}`;
  }

  get overlays(): Partial<Overlays> {
    const { about } = this.desk.question;
    const at = alongPath(this.path, this.far).at;
    if (about === null) return { template: { at, radius: DOT, legal: true } };
    const ghost = { model: about, path: pathUpTo(this.path, this.far), whole: this.path, pins: [], legal: true, label: inches(this.far), band: 0, risky: false };
    return { selected: about, ghosts: [ghost] };
  }

  set(far: Length): void {
    this.far = Math.round(Math.min(this.length, Math.max(0, far)));
  }

  point(at: Point): boolean {
    this.set(nearestAlong(this.path, at));
    return true;
  }

  /** Right and up go on along the path, left and down go back. */
  nudge(by: Vector): boolean {
    this.set(this.far + by.x + by.y);
    return true;
  }

  back(): boolean {
    const had = this.far !== this.length;
    this.far = this.length;
    return had;
  }
}

export class FacingDraft implements Draft {
  readonly kind = 'facing';
  readonly draggable = null;
  readonly foreseeable = true;
  readonly turner: ModelId;
  degrees = $state<number | null>(null);
  #hovered = $state<number | null>(null);

  constructor(
    private readonly desk: Desk,
    form: Extract<Form, { kind: 'facing' }>,
  ) {
    this.turner = form.model;
  }

  get answer(): Answer | null {
    return this.degrees === null ? null : { facing: towards(this.degrees) };
  }

  get deed(): string {
    return this.degrees === null ? 'Choose a direction' : `Face ${compass(towards(this.degrees))} (${this.degrees}°)`;
  }

  get overlays(): Partial<Overlays> {
    const from = modelOf(this.desk.view, this.turner);
    const angle = this.degrees ?? this.#hovered;
    if (!from?.spot || angle === null) return { selected: this.turner };
    const long = (from.base + 2 * INCH) / 1_000_000;
    const unit = towards(angle);
    const to = plus(from.spot.at, { x: unit.x * long, y: unit.y * long });
    return { selected: this.turner, arrows: [{ from: from.spot.at, to, kind: 'sight' }] };
  }

  #angleTo(at: Point): number | null {
    const from = modelOf(this.desk.view, this.turner)?.spot?.at;
    return from && distance(from, at) > 0 ? degrees(minus(at, from)) : null;
  }

  face(angle: number): void {
    this.degrees = ((Math.round(angle) % 360) + 360) % 360;
  }

  point(at: Point): boolean {
    const angle = this.#angleTo(at);
    if (angle !== null) this.face(angle);
    return true;
  }

  model(model: ModelId): boolean {
    const spot = modelOf(this.desk.view, model)?.spot;
    return spot ? this.point(spot.at) : false;
  }

  hover(at: Point | null): void {
    this.#hovered = at ? this.#angleTo(at) : null;
  }

  /** The arrow keys face where they point. */
  nudge(by: Vector): boolean {
    this.face(degrees(by));
    this.desk.say(compass(by));
    return true;
  }

  key(key: string): boolean {
    const eighth = '12345678'.indexOf(key);
    if (eighth < 0) return false;
    this.face(eighth * 45);
    this.desk.say(COMPASS[eighth] ?? '');
    return true;
  }

  back(): boolean {
    const had = this.degrees !== null;
    this.degrees = null;
    return had;
  }
}
