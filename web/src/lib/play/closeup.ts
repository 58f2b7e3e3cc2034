// On a small screen the whole table is too small to point at: whoever is asked for a place is shown the part it is about.

import type { Extent, Point } from '../protocol';
import type { AnyDraft } from './drafts';
import { plus } from './measure';

/** The part of the table that is needed here. */
interface Window {
  showArea(area: Extent): void;
  fit(): void;
}

export class CloseUp {
  #close = false;

  constructor(private readonly table: () => Window | null) {}

  /** Goes near for a draft that wants a place, and back again for any other or none. */
  follow(draft: AnyDraft | null): void {
    const area = draft && areaOf(draft);
    if (area) this.table()?.showArea(area);
    else if (this.#close) this.table()?.fit();
    this.#close = area !== null;
  }
}

/** What must be in sight to answer: where somebody may be put, or how far somebody can get and what is suggested. */
export function areaOf(draft: AnyDraft): Extent | null {
  if (draft.kind === 'placement') return draft.within;
  if (draft.kind !== 'path' && draft.kind !== 'paths') return null;
  const { limit } = draft;
  const starts = draft.kind === 'path' ? [draft.start] : draft.movers.map(([, start]) => start);
  const reach = starts.flatMap(({ at }) => [plus(at, { x: -limit, y: -limit }), plus(at, { x: limit, y: limit })]);
  return around([...reach, ...draft.goals.map((goal) => goal.spot.at)]);
}

function around(points: Point[]): Extent {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { low: { x: Math.min(...xs), y: Math.min(...ys) }, high: { x: Math.max(...xs), y: Math.max(...ys) } };
}
