// What somebody has chosen for a new match, and what follows from it.

import type {
  Catalogue, GameInfo, Lay, NewMatch, OptionInfo, RosterWish, Scenario, SeatWish, SideWish, TablePreview, TableWish,
  Theme,
} from '../../protocol';
import { readComputer } from '../../computers';
import { freshSeed, scenarioFor, usualLevel, usualRosters } from '../quick';

export type Opponent = 'computer' | 'hotseat' | 'friend' | 'watch';

export interface SideSetup {
  seat: SeatWish;
  from: 'ready' | 'file';
  ready: string;
  /** The player's own roster file; it is kept while a ready-made one is tried. */
  text: string;
}

export interface TableSetup {
  from: 'generated' | 'file';
  theme: Theme;
  seed: string;
  symmetric: boolean;
  text: string;
}

export interface Setup {
  scenario: string;
  /** How many of the sides play; the others wait until more are wanted. */
  count: number;
  sides: SideSetup[];
  table: TableSetup;
  /** Options set by hand, whether or not they differ from the usual. */
  options: Record<string, string>;
  ownDice: boolean;
  takeBacks: boolean;
  listed: boolean;
}

const MOST_SIDES = 4;

/** A sensible match: oneself against the computer, two different crews, the usual rulings. */
export function defaults(game: GameInfo, catalogue: Catalogue, seed = freshSeed()): Setup {
  const scenario = scenarioFor(game, 2) ?? game.scenarios[0];
  const level = usualLevel(catalogue.players);
  const side = (index: number): SideSetup => ({
    seat: index === 0 ? 'me' : { computer: level },
    from: game.rosters.length > 0 ? 'ready' : 'file',
    ready: usualRoster(game, scenario, index),
    text: '',
  });
  return {
    scenario: scenario?.key ?? '',
    count: scenario ? clamp(2, scenario.sides) : 2,
    sides: Array.from({ length: MOST_SIDES }, (_, index) => side(index)),
    table: { from: 'generated', theme: catalogue.themes[0] ?? 'ruins', seed, symmetric: false, text: '' },
    options: {},
    ownDice: false,
    takeBacks: true,
    listed: false,
  };
}

/** The key of the ready-made roster that a side has to begin with. */
function usualRoster(game: GameInfo, scenario: Scenario | undefined, side: number): string {
  const usual = usualRosters(game, scenario);
  const rosters = usual.length > 0 ? usual : game.rosters;
  return rosters[side % Math.max(rosters.length, 1)]?.key ?? '';
}

const clamp = (value: number, [least, most]: [number, number]) => Math.min(Math.max(value, least), most);

/** What was remembered, as far as the server still knows it; the rest is as usual. */
export function restored(remembered: unknown, game: GameInfo, catalogue: Catalogue): Setup {
  const fresh = defaults(game, catalogue);
  if (typeof remembered !== 'object' || remembered === null) return fresh;
  const old = { ...fresh, ...(remembered as Partial<Setup>) };
  if (!Array.isArray(old.sides) || old.sides.length !== MOST_SIDES) return fresh;
  const scenario = game.scenarios.find((one) => one.key === old.scenario);
  if (!scenario) return { ...fresh, sides: old.sides.map((side, at) => knownSide(side, fresh.sides[at]!, game)) };
  return {
    ...old,
    count: clamp(old.count, scenario.sides),
    sides: old.sides.map((side, at) => knownSide(side, fresh.sides[at]!, game)),
    table: { ...fresh.table, ...old.table, theme: catalogue.themes.includes(old.table?.theme) ? old.table.theme : fresh.table.theme },
    options: Object.fromEntries(Object.entries(old.options ?? {}).filter(([key]) => optionOf(game, key))),
  };
}

function knownSide(side: SideSetup, fresh: SideSetup, game: GameInfo): SideSetup {
  const known = game.rosters.some((roster) => roster.key === side.ready);
  return { ...fresh, ...side, ready: known ? side.ready : fresh.ready };
}

export const scenarioOf = (setup: Setup, game: GameInfo): Scenario | undefined =>
  game.scenarios.find((scenario) => scenario.key === setup.scenario);

export const optionOf = (game: GameInfo, key: string): OptionInfo | undefined =>
  game.options.find((option) => option.spec.key === key);

/** The sides that play. */
export const playing = (setup: Setup): SideSetup[] => setup.sides.slice(0, setup.count);

/** Takes a scenario, and the rosters that it is written for; those of the one before go with it. */
export function chooseScenario(setup: Setup, scenario: Scenario, game: GameInfo): void {
  const before = scenarioOf(setup, game)?.rosters ?? [];
  setup.scenario = scenario.key;
  setup.count = clamp(setup.count, scenario.sides);
  if (scenario.rosters.length === 0 && before.length === 0) return;
  setup.sides.forEach((side, index) => {
    if (scenario.rosters.length > 0 || before.includes(side.ready)) side.ready = usualRoster(game, scenario, index);
  });
}

/** How the table of the chosen scenario is laid, unless it comes from a file. */
export const layOf = (setup: Setup, game: GameInfo): Lay => scenarioOf(setup, game)?.lay ?? 'any';

/** Which of the four ways to play the seats amount to; nothing for a mixture. */
export function opponentOf(setup: Setup): Opponent | null {
  const [first, ...others] = playing(setup).map((side) => side.seat);
  if (isComputer(first)) return others.every(isComputer) ? 'watch' : null;
  if (first !== 'me') return null;
  if (others.every(isComputer)) return 'computer';
  if (others.every((seat) => seat === 'me')) return 'hotseat';
  if (others.every((seat) => seat === 'open')) return 'friend';
  return null;
}

export const isComputer = (seat: SeatWish | undefined): seat is { computer: string } => typeof seat === 'object';

/** Seats everybody for one of the four ways to play, including sides that may join later. */
export function chooseOpponent(setup: Setup, opponent: Opponent, level: string): void {
  const computer = { computer: level };
  const others: Record<Opponent, SeatWish> = { computer, hotseat: 'me', friend: 'open', watch: computer };
  setup.sides.forEach((side, index) => {
    side.seat = index > 0 ? others[opponent] : opponent === 'watch' ? computer : 'me';
  });
}

/** The computer that plays, if one does. */
export const computerOf = (setup: Setup): string | null => {
  const seat = playing(setup).map((side) => side.seat).find(isComputer);
  return seat ? seat.computer : null;
};

export function chooseComputer(setup: Setup, computer: string): void {
  for (const side of setup.sides) if (isComputer(side.seat)) side.seat = { computer };
}

/** A computer of another level that keeps its character, if those of that level can have it. */
export function ofLevel(computer: string, level: string, { characters }: Pick<Catalogue, 'characters'>): string {
  const { character } = readComputer(computer);
  const kept = characters[level]?.some(([key]) => key === character) ?? false;
  return kept ? `${level}:${character}` : level;
}

export interface Needed {
  option: string;
  value: string;
  /** The names of the rosters that cannot be played without it. */
  by: string[];
}

/** Options that the chosen ready-made rosters cannot do without. */
export function needs(setup: Setup, game: GameInfo): Needed[] {
  const found: Needed[] = [];
  for (const side of playing(setup)) {
    const roster = side.from === 'ready' ? game.rosters.find((one) => one.key === side.ready) : undefined;
    for (const [option, value] of Object.entries(roster?.needs ?? {})) {
      const same = found.find((need) => need.option === option && need.value === value);
      if (!same) found.push({ option, value, by: [roster!.name] });
      else if (!same.by.includes(roster!.name)) same.by.push(roster!.name);
    }
  }
  return found;
}

/** Rosters that want the same option to be different: they cannot meet. */
export function clashes(setup: Setup, game: GameInfo): string[] {
  const all = needs(setup, game);
  const first = (option: string) => all.find((need) => need.option === option)!;
  return all
    .filter((need) => first(need.option) !== need)
    .map((need) => {
      const other = first(need.option);
      return `${other.by[0]} needs “${need.option}” to be ${spoken(other.value)}, and ${need.by[0]} needs it to be ${spoken(need.value)}. Choose another roster for one of them.`;
    });
}

/** Options that differ from the usual: those set by hand, and over them those the rosters need. */
export function effectiveOptions(setup: Setup, game: GameInfo): Record<string, string> {
  const wanted = { ...setup.options };
  for (const need of needs(setup, game)) wanted[need.option] = need.value;
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== '' && optionOf(game, key)?.spec.usual !== value),
  );
}

export const rosterWish = (side: SideSetup): RosterWish =>
  side.from === 'ready' ? { ready: side.ready } : { file: side.text };

export const tableWish = ({ from, theme, seed, symmetric, text }: TableSetup): TableWish =>
  from === 'file' ? { file: text } : { generated: { theme, seed: seed || '0', symmetric } };

export const tablePreview = (setup: Setup, game: GameInfo): TablePreview => ({
  game: game.key,
  scenario: setup.scenario,
  sides: setup.count,
  options: effectiveOptions(setup, game),
  table: tableWish(setup.table),
});

export function newMatch(setup: Setup, game: GameInfo, name: string): NewMatch {
  const sides = playing(setup).map((side): SideWish => ({ seat: side.seat, roster: rosterWish(side) }));
  return {
    game: game.key,
    scenario: setup.scenario,
    options: effectiveOptions(setup, game),
    sides,
    table: tableWish(setup.table),
    own_dice: setup.ownDice,
    take_backs: setup.takeBacks,
    listed: setup.listed && sides.some((side) => side.seat === 'open'),
    name,
  };
}

/** A value as people say it. */
export const spoken = (value: string): string => value.replaceAll('_', ' ');
