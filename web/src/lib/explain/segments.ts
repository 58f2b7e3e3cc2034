// How the length of a match is divided, for the timeline.

import type { ModelId, Roll, SideId, Told } from '../protocol';
import { sidesOfDice } from './luck';

/** A round, turn or phase: from the first picture that shows it up to the next one's. */
export interface Segment {
  from: number;
  to: number;
  title: string;
}

/** A stretch in which one model acted. */
export interface Stretch {
  from: number;
  to: number;
  model: ModelId;
}

/** Something worth finding again. */
export interface Mark {
  step: number;
  kind: 'loss' | 'high' | 'low' | 'end';
  text: string;
}

/** The first picture that shows what a line of the log tells. */
export const shownAt = (told: Told): number => told.step + 1;

/** Rounds and phases, as their headings divide the match. */
export function segments(log: readonly Told[], first: number, last: number): Segment[] {
  const found: Segment[] = [{ from: first, to: last, title: 'Setting up' }];
  for (const told of log) {
    if (told.event.deed.deed === 'heading') addHeading(found, told, first, last);
  }
  return found;
}

function addHeading(found: Segment[], told: Told, first: number, last: number): void {
  const from = Math.min(Math.max(shownAt(told), first), last);
  const before = found.at(-1);
  if (before === undefined) return;
  // What is said before anything was played, such as the scenario, heads the setting up.
  if (told.step === 0 && found.length === 1) return;
  if (before.from === from && found.length > 1) {
    before.title = `${before.title} · ${told.event.text}`;
    return;
  }
  before.to = from;
  found.push({ from, to: last, title: told.event.text });
  if (before.from === before.to && found.length === 2) found.shift();
}

/** The segment a step lies in. */
export function segmentAt(all: readonly Segment[], step: number): Segment | null {
  return all.findLast((segment) => segment.from <= step) ?? all[0] ?? null;
}

/** Where a jump of whole segments leads: back to the beginning of this one first. */
export function bySegment(all: readonly Segment[], step: number, direction: number): number {
  if (direction > 0) return all.find((segment) => segment.from > step)?.from ?? all.at(-1)?.to ?? step;
  return all.findLast((segment) => segment.from < step)?.from ?? all[0]?.from ?? step;
}

/** Who acted when, by moves and attacks; dice do not tell, since those attacked roll as well.
 * Somebody is taken to act until somebody else does, or until the next heading. */
export function stretches(log: readonly Told[]): Stretch[] {
  const found: Stretch[] = [];
  let ended = true;
  for (const told of log) {
    const { deed } = told.event;
    const last = found.at(-1);
    if (last !== undefined && !ended) last.to = Math.max(last.to, told.step);
    if (deed.deed === 'heading') ended = true;
    const acts = deed.deed === 'attacked' || (deed.deed === 'moved' && deed.path.length > 1);
    if (!acts) continue;
    if (last?.model === deed.model && !ended) last.to = shownAt(told);
    else found.push({ from: told.step, to: shownAt(told), model: deed.model });
    ended = false;
  }
  return found;
}

/** Losses, the end, and handfuls that fell all high or all low. */
export function marks(log: readonly Told[]): Mark[] {
  return log.flatMap((told) => {
    const kind = markKind(told);
    return kind === null ? [] : [{ step: shownAt(told), kind, text: told.event.text }];
  });
}

function markKind({ event: { deed } }: Told): Mark['kind'] | null {
  if (deed.deed === 'removed') return 'loss';
  if (deed.deed === 'ended') return 'end';
  return deed.deed === 'rolled' ? extreme(deed) : null;
}

/** Whether at least two dice all show their highest or their lowest face. */
function extreme(roll: Roll): 'high' | 'low' | null {
  if (roll.dice.length < 2) return null;
  const sides = sidesOfDice(roll);
  if (roll.dice.every((die) => die.face === sides)) return 'high';
  return roll.dice.every((die) => die.face === 1) ? 'low' : null;
}

/** Whose each model is, as far as its rolls tell. */
export function owners(log: readonly Told[]): Map<ModelId, SideId> {
  const found = new Map<ModelId, SideId>();
  for (const { event: { deed } } of log) {
    if (deed.deed === 'rolled' && deed.model !== null) found.set(deed.model, deed.side);
  }
  return found;
}
