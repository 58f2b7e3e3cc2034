// The match that is being set up, shared by the parts of the page.

import { getContext, setContext } from 'svelte';
import type { Catalogue, GameInfo, Ground, Problem, RosterReport } from '../../protocol';
import { readStored, store } from '../../stored';
import { clashes, effectiveOptions, needs, playing, restored, type Setup } from './setup';
import { sideTitle } from './summary';

export type Part = 'opponent' | 'scenario' | 'sides' | 'table' | 'options' | 'way';

/** Something that has to be mended before the match can begin, and where. */
export interface Trouble {
  part: Part;
  why: string;
}

const keyOf = (game: string) => `dustup.setup.${game}`;

/** On a small screen the summaries are enough to begin with; whoever wants more unfolds it. */
function firstFolds(): Record<Part, boolean> {
  const roomy = matchMedia('(min-width: 62rem)').matches;
  return { opponent: true, scenario: roomy, sides: roomy, table: true, options: false, way: false };
}

export class Draft {
  setup: Setup;
  open: Record<Part, boolean> = $state(firstFolds());
  /** What the server says about each side's roster; nothing until it has looked. */
  reports = $state<(RosterReport | null)[]>([null, null, null, null]);
  ground = $state.raw<Ground | null>(null);
  tableProblems = $state<Problem[]>([]);

  readonly options = $derived.by(() => effectiveOptions(this.setup, this.game));
  readonly needs = $derived.by(() => needs(this.setup, this.game));

  constructor(
    readonly game: GameInfo,
    readonly catalogue: Catalogue,
  ) {
    const remembered = readStored(sessionStorage, keyOf(game.key)) as { setup?: unknown; open?: Partial<Record<Part, boolean>> } | null;
    const setup = $state(restored(remembered?.setup, game, catalogue));
    this.setup = setup;
    Object.assign(this.open, remembered?.open);
  }

  remember(): void {
    store(sessionStorage, keyOf(this.game.key), { setup: this.setup, open: this.open });
  }

  readonly troubles = $derived.by((): Trouble[] => [
    ...playing(this.setup).flatMap((side, index) => this.rosterTroubles(side.from === 'file' && side.text.trim() === '', index)),
    ...clashes(this.setup, this.game).map((why): Trouble => ({ part: 'sides', why })),
    ...(this.tableProblems.length > 0 ? [{ part: 'table', why: 'The table cannot be laid yet.' } as const] : []),
  ]);

  private rosterTroubles(empty: boolean, index: number): Trouble[] {
    const name = sideTitle(index);
    if (empty) return [{ part: 'sides', why: `${name} has no roster yet.` }];
    const problems = this.reports[index]?.problems.length ?? 0;
    if (problems === 0) return [];
    return [{ part: 'sides', why: `${name}’s roster has ${problems === 1 ? 'a problem' : `${problems} problems`}.` }];
  }
}

const KEY = Symbol('draft');

export const shareDraft = (draft: Draft): Draft => setContext(KEY, draft);
export const theDraft = (): Draft => getContext<Draft>(KEY);
