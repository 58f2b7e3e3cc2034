// Options: one of them, or some of them.

import { capital } from '../../explain/format';
import type { Answer, Form, ModelId, ModelView, Point, Spot } from '../../protocol';
import type { Arrow, Ghost, Overlays } from '../../table/types';
import { INCH, distance, placeInWords } from '../measure';
import { concerning, isPossible, layOut, rank, sift, type Option } from '../options';
import { modelOf, type Desk, type Draft } from './draft';

/** How near to a place a click must be to mean it. */
const NEAR = INCH;

/** What choosing one and choosing several have in common. */
abstract class Options implements Draft {
  abstract readonly kind: Form['kind'];
  abstract readonly answer: Answer | null;
  abstract readonly deed: string;
  readonly foreseeable = true;
  readonly draggable = null;

  readonly options: Option[];
  only = $state<ModelId | null>(null);
  text = $state('');
  /** The option under the pointer or the keyboard's mark. */
  marked = $state<string | null>(null);
  shown = $derived.by(() => layOut(sift(this.options, { only: this.only, text: this.text })));
  /** Whether somebody wants to type what they look for. */
  finding = $state(false);

  constructor(
    protected readonly desk: Desk,
    form: Extract<Form, { kind: 'one' | 'some' }>,
  ) {
    this.options = rank(form.choices, desk.view.models);
  }

  abstract isChosen(option: Option): boolean;
  abstract choose(option: Option): void;
  protected abstract unchoose(): boolean;

  protected option(key: string | null): Option | null {
    return this.options.find((option) => option.choice.key === key) ?? null;
  }

  /** Chooses an option, or says why it cannot be. */
  pick(option: Option): boolean {
    const refusal = option.choice.refusal;
    if (refusal) this.desk.say(`${capital(option.choice.key)} is not possible: ${refusal.why}`);
    else this.choose(option);
    return true;
  }

  /** Where the place lies that an option names, as seen from the one who acts. */
  whereabouts(option: Option): string {
    const from = modelOf(this.desk.view, this.desk.question.about)?.spot?.at ?? null;
    return option.at ? placeInWords(option.at, from, [], null) : '';
  }

  model(model: ModelId): boolean {
    const meant = concerning(this.options, model);
    if (meant.length === 0) return false;
    if (meant.length === 1) return this.pick(meant[0]!);
    this.only = this.only === model ? null : model;
    return true;
  }

  point(at: Point): boolean {
    const placed = this.options.filter((option) => option.at && isPossible(option));
    placed.sort((a, b) => distance(a.at!, at) - distance(b.at!, at));
    const nearest = placed[0];
    return nearest !== undefined && distance(nearest.at!, at) <= NEAR && this.pick(nearest);
  }

  hover(_at: Point | null, model: ModelId | null): void {
    const meant = model === null ? [] : concerning(this.options, model);
    this.marked = meant.length === 1 ? meant[0]!.choice.key : null;
  }

  key(key: string): boolean {
    const option = this.options.find((o) => o.hotkey === key.toLowerCase());
    return option !== undefined && this.pick(option);
  }

  step(by: 1 | -1): boolean {
    const list = [...this.shown.main, ...this.shown.apart];
    const now = list.findIndex((option) => option.choice.key === this.marked);
    const next = list[now < 0 && by < 0 ? list.length - 1 : now + by];
    if (!next) {
      this.marked = null;
      return false;
    }
    this.marked = next.choice.key;
    this.desk.say([capital(next.choice.key), next.choice.detail].filter((part) => part !== '').join(', '));
    return true;
  }

  enter(): boolean {
    const { main, apart } = this.shown;
    const typed = this.text !== '' ? (main[0] ?? apart[0] ?? null) : null;
    const option = this.option(this.marked) ?? typed;
    return option !== null && this.pick(option);
  }

  back(): boolean {
    if (this.unchoose()) return true;
    if (this.only !== null) {
      this.only = null;
      return true;
    }
    const looked = this.finding || this.text !== '';
    this.finding = false;
    this.text = '';
    return looked;
  }

  get overlays(): Partial<Overlays> {
    const pointed = this.option(this.marked) ?? this.options.find((option) => this.isChosen(option)) ?? null;
    return {
      selected: this.desk.question.about,
      candidates: this.#candidates(),
      lit: new Set(this.#lit(pointed)),
      arrows: pointed ? this.#arrows(pointed) : [],
      ghosts: pointed?.at ? this.#ghosts(pointed.at, isPossible(pointed)) : [],
      goals: this.options.flatMap((o) => (o.at && isPossible(o) ? [{ spot: { at: o.at, z: 0 }, merit: o.choice.merit }] : [])),
    };
  }

  /** Everybody who can be clicked; the one who acts only if nobody else can be. */
  #candidates(): Set<ModelId> {
    const all = this.options.filter(isPossible).flatMap((option) => option.models);
    const others = all.filter((model) => model !== this.desk.question.about);
    return new Set(others.length > 0 ? others : all);
  }

  #lit(pointed: Option | null): ModelId[] {
    const chosen = this.options.filter((option) => this.isChosen(option));
    return [...chosen, ...(pointed ? [pointed] : [])].flatMap((option) => option.models);
  }

  #arrows(option: Option): Arrow[] {
    const from = modelOf(this.desk.view, this.desk.question.about);
    if (!from?.spot) return [];
    const ends = this.#arrowheads(option.choice.models.length > 0 ? option.choice.models : option.models);
    return ends.flatMap((id): Arrow[] => {
      const to = modelOf(this.desk.view, id);
      if (!to?.spot || id === from.model) return [];
      const close = distance(from.spot!.at, to.spot.at) <= from.base + to.base + INCH;
      const kind = !isPossible(option) ? 'blocked' : to.side === from.side ? 'sight' : close ? 'blow' : 'shot';
      return [{ from: from.spot!.at, to: to.spot.at, kind }];
    });
  }

  /** One arrow is enough for a whole squad: it ends at whoever is nearest to their middle. */
  #arrowheads(models: ModelId[]): ModelId[] {
    const there = models.flatMap((id) => modelOf(this.desk.view, id) ?? []).filter(({ spot }) => spot !== null);
    const squads = new Set(there.map(({ side, squad }) => (squad === null ? null : `${side} ${squad}`)));
    if (there.length < 2 || squads.size > 1 || squads.has(null)) return models;
    const mean = (of: (at: Point) => number) => there.reduce((sum, { spot }) => sum + of(spot!.at), 0) / there.length;
    const middle = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
    const far = (one: ModelView) => distance(one.spot!.at, middle);
    return [there.reduce((best, one) => (far(one) < far(best) ? one : best)).model];
  }

  /** An option that names a place shows the model there. */
  #ghosts(at: Point, legal: boolean): Ghost[] {
    const model = modelOf(this.desk.view, this.desk.question.about);
    if (!model) return [];
    const there: Spot = { at, z: model.spot?.z ?? 0 };
    const path = model.spot ? [model.spot, there] : [there];
    return [{ model: model.model, path, pins: [], legal, label: '', band: 0, risky: false }];
  }
}

export class OneDraft extends Options {
  readonly kind = 'one';
  chosen = $state<string | null>(null);
  answer = $derived<Answer | null>(this.chosen === null ? null : { pick: this.chosen });
  deed = $derived(this.chosen === null ? 'Choose an option' : capital(this.chosen));

  isChosen(option: Option): boolean {
    return option.choice.key === this.chosen;
  }

  /** The first time chooses and shows what would happen, the second time does it. */
  choose(option: Option): void {
    const again = this.isChosen(option);
    this.chosen = option.choice.key;
    this.marked = null;
    if (again || this.desk.oneClick()) this.desk.commit();
  }

  protected unchoose(): boolean {
    const had = this.chosen !== null;
    this.chosen = null;
    return had;
  }
}

export class SomeDraft extends Options {
  readonly kind = 'some';
  chosen = $state.raw<string[]>([]);
  readonly least: number;
  readonly most: number;

  constructor(desk: Desk, form: Extract<Form, { kind: 'some' }>) {
    super(desk, form);
    this.least = form.least;
    this.most = form.most;
  }

  get answer(): Answer | null {
    const enough = this.chosen.length >= this.least && this.chosen.length <= this.most;
    return enough ? { picks: this.chosen } : null;
  }

  get deed(): string {
    if (this.chosen.length < this.least) return `Choose ${this.least - this.chosen.length} more`;
    if (this.chosen.length > this.most) return `Choose ${this.chosen.length - this.most} fewer`;
    return this.chosen.length === 0 ? 'None of them' : capital(this.chosen.join(' + '));
  }

  /** `2 of 1–3`. */
  get count(): string {
    const range = this.least === this.most ? `${this.least}` : `${this.least}–${this.most}`;
    return `${this.chosen.length} of ${range}`;
  }

  isChosen(option: Option): boolean {
    return this.chosen.includes(option.choice.key);
  }

  choose(option: Option): void {
    const key = option.choice.key;
    this.chosen = this.isChosen(option) ? this.chosen.filter((other) => other !== key) : [...this.chosen, key];
    this.desk.say(`${capital(key)}: ${this.isChosen(option) ? 'chosen' : 'not chosen'}, ${this.count}`);
  }

  protected unchoose(): boolean {
    const had = this.chosen.length > 0;
    this.chosen = this.chosen.slice(0, -1);
    return had;
  }
}
