// A match for somebody who wants to play now and choose later.

import type { GameInfo, NewMatch, RosterInfo, Scenario, Theme } from '../protocol';

/** The computer that is put opposite to newcomers, and the one for whoever chooses for themselves. */
const GENTLE = 'novice';
const USUAL = 'regular';

const has = (players: [string, string][], name: string) => players.some(([key]) => key === name);

export const gentlest = (players: [string, string][]): string => (has(players, GENTLE) ? GENTLE : (players[0]?.[0] ?? GENTLE));

export const usualLevel = (players: [string, string][]): string => (has(players, USUAL) ? USUAL : gentlest(players));

/** The first scenario that can be played by so many. */
export const scenarioFor = (game: GameInfo, sides: number): Scenario | undefined =>
  game.scenarios.find(({ sides: [least, most] }) => least <= sides && sides <= most);

/** Rosters that can be played as the rules usually are. */
export const plainRosters = (game: GameInfo): RosterInfo[] =>
  game.rosters.filter((roster) => Object.keys(roster.needs).length === 0);

/** The rosters that the sides of a scenario have unless somebody chooses others. */
export function usualRosters(game: GameInfo, scenario: Scenario | undefined): RosterInfo[] {
  const written = (scenario?.rosters ?? []).flatMap((key) => game.rosters.filter((roster) => roster.key === key));
  return written.length > 0 ? written : plainRosters(game);
}

/** A number nobody has to remember but everybody can read out. */
export const freshSeed = (): string => String(100000 + Math.floor(Math.random() * 900000));

export interface Quick {
  scenario: Scenario;
  mine: RosterInfo;
  theirs: RosterInfo;
  theme: Theme;
}

/** What will be played at once, or nothing if the game has too little that is ready-made. */
export function quickOf(game: GameInfo, themes: Theme[]): Quick | null {
  const scenario = scenarioFor(game, 2);
  const [mine, theirs = mine] = usualRosters(game, scenario);
  const theme = themes[0];
  if (!scenario || !mine || !theirs || !theme) return null;
  return { scenario, mine, theirs, theme };
}

export function quickMatch(game: GameInfo, quick: Quick, level: string, name: string, seed = freshSeed()): NewMatch {
  return {
    game: game.key,
    scenario: quick.scenario.key,
    options: {},
    sides: [
      { seat: 'me', roster: { ready: quick.mine.key } },
      { seat: { computer: level }, roster: { ready: quick.theirs.key } },
    ],
    table: { generated: { theme: quick.theme, seed, symmetric: false } },
    own_dice: false,
    take_backs: true,
    listed: false,
    name,
  };
}
