// An answer in the making. There is one kind of draft for every kind of answer; all of them listen to the same
// gestures and keys, and each says what it would answer and what the table should show meanwhile.

import type { Act, Answer, Form, Ground, ModelId, ModelView, Point, Question, Refusal, Reply, Vector, View } from '../../protocol';
import type { Overlays } from '../../table/types';
import { namedIn } from '../options';

/** What a draft may use. */
export interface Desk {
  question: Question;
  view: View;
  ground: Ground;
  ask(act: Act): Promise<Reply>;
  /** Gives the answer of the draft. */
  commit(): void;
  /** Whether choosing an option gives the answer at once. */
  oneClick(): boolean;
  /** Says something to those who listen instead of looking. */
  say(text: string): void;
}

export interface Draft {
  readonly kind: Form['kind'];
  /** What would be answered now; nothing as long as something is missing. */
  readonly answer: Answer | null;
  /** What the button says that gives the answer. */
  readonly deed: string;
  /** Whether the server should be asked what the answer leads to. */
  readonly foreseeable: boolean;
  readonly overlays: Partial<Overlays>;
  readonly draggable: ModelId | null;

  /** Each tells whether the gesture meant something. */
  model?(model: ModelId, how: { shift: boolean }): boolean;
  point?(at: Point, how: { shift: boolean }): boolean;
  hover?(at: Point | null, model: ModelId | null): void;
  drag?(model: ModelId, at: Point, done: boolean): void;

  nudge?(by: Vector): boolean;
  /** A letter or digit, Backspace, PageUp or PageDown. */
  key?(key: string): boolean;
  /** The next or previous thing that could be chosen; false when there is none further on. */
  step?(by: 1 | -1): boolean;
  /** Enter, while nothing is ready to be answered. */
  enter?(): boolean;
  /** Up one level; false when there is nowhere further up to go. */
  back(): boolean;
}

export const modelOf = (view: View, model: ModelId | null): ModelView | null =>
  model === null ? null : (view.models.find((m) => m.model === model) ?? null);

export const nameOf = (view: View, model: ModelId | null): string => modelOf(view, model)?.name ?? 'it';

/** What somebody is called among their own squad: without its name. */
export function shortNameOf(view: View, model: ModelId): string {
  const { name, squad } = modelOf(view, model) ?? { name: 'it', squad: null };
  const short = squad !== null && name.startsWith(`${squad} `) ? name.slice(squad.length + 1) : name;
  return /^\d+$/.test(short) ? `No. ${short}` : short;
}

/** Whether a refusal is about somebody: about those its words name, or about everybody if they name nobody of them. */
export function isToBlame(view: View, refusal: Refusal | null, among: ModelId[], model: ModelId): boolean {
  if (refusal === null) return false;
  const named = namedIn(refusal.why, view.models.filter((one) => among.includes(one.model)));
  return named.length === 0 || named.includes(model);
}

/** Asks for one thing at a time; of everything wanted meanwhile only the latest is asked for. */
export class Latest {
  #busy = false;
  #next: (() => Promise<void>) | null = null;

  run(task: () => Promise<void>): void {
    this.#next = task;
    if (!this.#busy) void this.#drain();
  }

  forget(): void {
    this.#next = null;
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    while (this.#next) {
      const task = this.#next;
      this.#next = null;
      await task();
    }
    this.#busy = false;
  }
}
