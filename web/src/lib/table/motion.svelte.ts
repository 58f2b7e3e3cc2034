// Motion that explains: a counter travels its path, a shot draws its line, a burst opens, the
// fallen tip over. Everything ends exactly where the new view has it.

import { SvelteMap } from 'svelte/reactivity';
import type { Deed, Length, ModelId, ModelView, Spot, Told, View } from '../protocol';
import { calm, ease } from './camera.svelte';

/** A model that is drawn otherwise than the view says, for a moment. */
export interface Staged {
  model: ModelView;
  spot: Spot;
  /** Nought is upright and whole, one is tipped over and gone. */
  gone: number;
  /** How strongly it blinks. */
  blink: number;
}

export type Flash =
  | { is: 'shot'; from: Spot; to: Spot; part: number }
  | { is: 'blow'; from: Spot; to: Spot; part: number }
  | { is: 'burst'; at: Spot; radius: Length; part: number };

/** How long each deed takes at most, in milliseconds, and how long everything together. */
const TIMES: { [deed in Deed['deed']]?: number } = { moved: 300, attacked: 240, burst: 280, removed: 280, changed: 170 };
const LONGEST = 4200;

export class Stage {
  /** Models that are drawn otherwise than the view says. */
  readonly staged = new SvelteMap<ModelId, Staged>();
  flash = $state.raw<Flash | null>(null);
  private skipping = false;
  private current: Promise<void> | null = null;
  /** Whether a new view came while something was being played. */
  private overtaken = false;

  /** Ends what is being played; the promise of `play` is kept at once. */
  skip(): void {
    this.skipping = true;
  }

  /** The view has changed: whatever was held in place for it can be let go. */
  release(): void {
    if (this.current) this.overtaken = true;
    else this.staged.clear();
  }

  /** See `Table.svelte` for the order of calls. `now` is the view that is drawn. */
  async play(events: Told[], now: View, before?: View): Promise<void> {
    // Whoever plays something new has no patience for what was being played.
    while (this.current) {
      this.skip();
      await this.current;
    }
    const deeds = events.map((told) => told.event.deed).filter((deed) => deed.deed in TIMES);
    if (calm() || document.hidden || deeds.length === 0) return;
    this.skipping = false;
    this.overtaken = false;
    this.current = this.perform(deeds, now, before ?? now);
    await this.current;
    this.current = null;
    this.flash = null;
    // If the new view is yet to come, everybody waits where the events left them.
    if (before || this.overtaken || this.skipping) this.staged.clear();
  }

  private async perform(deeds: Deed[], now: View, start: View): Promise<void> {
    for (const model of start.models) if (model.spot) this.stage(model, model.spot);
    const total = deeds.reduce((sum, deed) => sum + TIMES[deed.deed]!, 0);
    const pace = Math.min(1, LONGEST / total);
    for (const deed of deeds) if (!this.skipping) await this.act(deed, now, pace);
  }

  private stage(model: ModelView, spot: Spot): Staged {
    const staged = { model, spot, gone: 0, blink: 0 };
    this.staged.set(model.model, staged);
    return staged;
  }

  private alter(model: ModelId, change: Partial<Staged>): void {
    const staged = this.staged.get(model);
    if (staged) this.staged.set(model, { ...staged, ...change });
  }

  private async act(deed: Deed, now: View, pace: number): Promise<void> {
    const time = (TIMES[deed.deed] ?? 0) * pace;
    switch (deed.deed) {
      case 'moved': return this.travel(deed.model, deed.path, now, time);
      case 'attacked': return this.strike(deed.model, deed.target, deed.ranged, time);
      case 'burst': return this.run(time, (part) => (this.flash = { is: 'burst', at: deed.at, radius: deed.radius, part }));
      case 'removed': return this.run(time, (part) => this.alter(deed.model, { gone: part }));
      case 'changed': return this.run(time, (part) => this.alter(deed.model, { blink: Math.sin(part * Math.PI) }));
    }
  }

  private travel(model: ModelId, path: Spot[], now: View, time: number): Promise<void> {
    const who = this.staged.get(model)?.model ?? now.models.find((one) => one.model === model);
    const start = path[0];
    if (!who || !start) return Promise.resolve();
    if (!this.staged.has(model)) this.stage(who, start);
    // Short hops take less time than long ways: about a second for ten inches, 300 ms at most.
    const quick = Math.min(time, 90 + length(path) / 900);
    return this.run(quick, (part) => this.alter(model, { spot: along(path, ease(part)) }));
  }

  private strike(model: ModelId, target: ModelId, ranged: boolean, time: number): Promise<void> {
    const [from, to] = [this.staged.get(model)?.spot, this.staged.get(target)?.spot];
    if (!from || !to) return Promise.resolve();
    return this.run(time, (part) => {
      this.flash = { is: ranged ? 'shot' : 'blow', from, to, part };
      if (!ranged) this.alter(model, { spot: between(from, to, 0.28 * Math.sin(part * Math.PI)) });
      if (part === 1) this.flash = null;
    });
  }

  /** Calls back every frame with the part of the time that has passed; the last part is one. */
  private run(time: number, step: (part: number) => void): Promise<void> {
    return new Promise((resolve) => {
      const start = performance.now();
      let next = 0;
      const show = (part: number): void => {
        step(part);
        if (part < 1) return void (next = requestAnimationFrame(frame));
        clearTimeout(late);
        resolve();
      };
      const frame = (now: number): void => show(this.skipping ? 1 : Math.min(1, Math.max(0, (now - start) / time)));
      // A page that is not looked at gets no frames; nobody should wait for them.
      const late = setTimeout(() => {
        cancelAnimationFrame(next);
        show(1);
      }, time + 500);
      next = requestAnimationFrame(frame);
    });
  }
}

const between = (a: Spot, b: Spot, part: number): Spot => ({
  at: { x: a.at.x + (b.at.x - a.at.x) * part, y: a.at.y + (b.at.y - a.at.y) * part },
  z: a.z + (b.z - a.z) * part,
});

const far = (a: Spot, b: Spot): number => Math.hypot(b.at.x - a.at.x, b.at.y - a.at.y, b.z - a.z);

export const length = (path: Spot[]): number =>
  path.reduce((sum, spot, i) => (i === 0 ? 0 : sum + far(path[i - 1]!, spot)), 0);

/** The place some part of the way along a path; its last spot itself at the end. */
export function along(path: Spot[], part: number): Spot {
  const last = path[path.length - 1]!;
  if (part >= 1) return last;
  let left = length(path) * part;
  for (let i = 1; i < path.length; i++) {
    const leg = far(path[i - 1]!, path[i]!);
    if (left <= leg && leg > 0) return between(path[i - 1]!, path[i]!, left / leg);
    left -= leg;
  }
  return last;
}
