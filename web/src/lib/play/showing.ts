// Shows what happens at a pace at which it can be followed, and lets go at once when somebody has seen enough.

import type { Told, View } from '../protocol';
import { settings, type Speed } from './settings.svelte';
import type { Voice } from './voice.svelte';

/** The part of the table that is needed here. */
interface Stage {
  play(events: Told[], before?: View): Promise<void>;
  skip(): void;
}

/** How long a line stays before the next thing happens, and how long everything may take at most. */
const PAUSE: Record<Speed, number> = { calm: 750, brisk: 220, instant: 0 };
const LONGEST = 8000;

export class Showing {
  #finish: (() => void) | null = null;

  constructor(
    private readonly voice: Voice,
    private readonly stage: () => Stage | null,
  ) {}

  async show(told: Told[], before: View, hurry: boolean): Promise<void> {
    this.voice.say(...told.map((line) => line.event.text));
    if (hurry || settings.speed === 'instant' || document.hidden) return;
    const skipped = new Promise<void>((finish) => (this.#finish = finish));
    await Promise.race([this.#play(told, before), skipped, pause(LONGEST)]);
    this.#finish = null;
  }

  async #play(told: Told[], before: View): Promise<void> {
    await this.stage()?.play(told, before);
    await pause(PAUSE[settings.speed]);
  }

  skip(): void {
    this.stage()?.skip();
    this.#finish?.();
  }
}

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));
