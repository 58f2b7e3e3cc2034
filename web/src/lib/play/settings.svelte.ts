// How somebody likes to play, remembered by the browser.

import { readStored, store } from '../stored';

export const SPEEDS = ['calm', 'brisk', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];

const KEY = 'dustup.play';

interface Kept {
  speed: Speed;
  /** Whether a click on an option gives the answer at once, without a look at what it leads to. */
  oneClick: boolean;
  /** Whether the inch grid is drawn. */
  grid: boolean;
  /** Whether the seat changes by itself when another of one's own sides is asked and nothing is secret. */
  autoSwitch: boolean;
}

const USUAL: Kept = { speed: 'brisk', oneClick: false, grid: false, autoSwitch: true };

function remembered(): Kept {
  const kept = readStored(localStorage, KEY) as Partial<Kept> | null;
  if (kept === null || typeof kept !== 'object') return USUAL;
  const speed = SPEEDS.includes(kept.speed as Speed) ? (kept.speed as Speed) : USUAL.speed;
  const flag = (name: 'oneClick' | 'grid' | 'autoSwitch') => (typeof kept[name] === 'boolean' ? kept[name] : USUAL[name]);
  return { speed, oneClick: flag('oneClick'), grid: flag('grid'), autoSwitch: flag('autoSwitch') };
}

class Settings {
  #kept = $state.raw<Kept>(remembered());

  get speed() { return this.#kept.speed; }
  get oneClick() { return this.#kept.oneClick; }
  get grid() { return this.#kept.grid; }
  get autoSwitch() { return this.#kept.autoSwitch; }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    store(localStorage, KEY, this.#kept);
  }
}

export const settings = new Settings();
