// The pictures of a match, fetched a handful at a time and kept.

import * as api from '../api';
import type { Eyes, FrameInfo, Timeline, Told } from '../protocol';
import { sideName } from './format';

/** How many pictures are fetched at once. */
export const CHUNK = 32;

/** The word for a pair of eyes in addresses: `red`, `spectator`, `referee`. */
export const eyesWord = (eyes: Eyes): string => (typeof eyes === 'string' ? eyes : sideName(eyes.side));

/** Where pictures come from. */
export type Source = Pick<typeof api, 'timeline' | 'frames'>;

/** All pictures of one match as one pair of eyes saw it. */
export class Frames {
  private readonly kept = new Map<number, FrameInfo>();
  private readonly underway = new Map<number, Promise<void>>();
  /** How often something was forgotten: pictures asked for before that are not kept. */
  private age = 0;

  private readonly eyes: string | undefined;

  constructor(
    private readonly match: string,
    eyes: Eyes | null,
    private readonly source: Source = api,
  ) {
    this.eyes = eyes === null ? undefined : eyesWord(eyes);
  }

  /** What is known of the whole match. */
  timeline(): Promise<Timeline> {
    return this.source.timeline(this.match, this.eyes);
  }

  /** A picture that is here already. */
  at(step: number): FrameInfo | null {
    return this.kept.get(step) ?? null;
  }

  /** A picture, fetched with its neighbours if it is not here. */
  async need(step: number): Promise<FrameInfo | null> {
    // What was already on its way may have been asked for before this step was played.
    for (let tries = 0; tries < 2 && !this.kept.has(step); tries += 1) await this.chunk(Math.floor(step / CHUNK));
    return this.at(step);
  }

  /** Sees to it that pictures around a step will be here soon. Nobody waits for these, so
   * nobody is told if they do not come. */
  prepare(step: number, steps: number): void {
    const here = Math.floor(step / CHUNK);
    const last = Math.floor(steps / CHUNK);
    for (const chunk of [here, here + 1, here - 1]) {
      const middle = Math.min(chunk * CHUNK + CHUNK - 1, steps);
      if (chunk >= 0 && chunk <= last && !this.kept.has(middle)) this.chunk(chunk).catch(() => undefined);
    }
  }

  /** Forgets everything after a step, because it was taken back. */
  forgetAfter(step: number): void {
    for (const kept of this.kept.keys()) if (kept > step) this.kept.delete(kept);
    this.underway.clear();
    this.age += 1;
  }

  private chunk(chunk: number): Promise<void> {
    const begun = this.underway.get(chunk);
    if (begun !== undefined) return begun;
    const asked = this.load(chunk).finally(() => {
      if (this.underway.get(chunk) === asked) this.underway.delete(chunk);
    });
    this.underway.set(chunk, asked);
    return asked;
  }

  private async load(chunk: number): Promise<void> {
    const { age } = this;
    const from = chunk * CHUNK;
    const frames = await this.source.frames(this.match, from, from + CHUNK, this.eyes);
    if (age !== this.age) return;
    for (const frame of frames) this.kept.set(frame.steps, frame);
  }
}

/** The last step that two versions of a log agree on, for when something was taken back. */
export function agreedUntil(before: readonly Told[], now: readonly Told[]): number {
  const differs = (told: Told, i: number) => now[i]?.step !== told.step || now[i]?.event.text !== told.event.text;
  const first = before.findIndex(differs);
  return first === -1 ? Number.POSITIVE_INFINITY : (before[first]?.step ?? 0);
}
