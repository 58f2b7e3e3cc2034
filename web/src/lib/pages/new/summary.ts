// What was chosen, in one line for each part.

import { computerWords } from '../../computers';
import { sideName } from '../../explain/format';
import type { GameInfo, RosterReport, SeatWish, SideId } from '../../protocol';
import { effectiveOptions, isComputer, layOf, opponentOf, optionOf, playing, scenarioOf, spoken, type Setup, type SideSetup } from './setup';

/** A side's name at the beginning of a line. */
export const sideTitle = (side: SideId): string => title(sideName(side));

export function seatName(seat: SeatWish): string {
  if (isComputer(seat)) return `computer, ${computerWords(seat.computer)}`;
  return seat === 'me' ? 'you' : 'a friend';
}

export function opponentLine(setup: Setup): string {
  const levels = [...new Set(playing(setup).map((side) => side.seat).filter(isComputer).map((seat) => computerWords(seat.computer)))].join(' and ');
  switch (opponentOf(setup)) {
    case 'computer': return setup.count > 2 ? `You against ${setup.count - 1} computers, ${levels}` : `You against the computer, ${levels}`;
    case 'hotseat': return 'Everybody on this device';
    case 'friend': return setup.listed ? 'A friend by link, or whoever finds it in the lobby' : 'A friend by link';
    case 'watch': return `The computer plays itself, ${levels}; you watch`;
    case null: return playing(setup).map((side) => seatName(side.seat)).join(' · ');
  }
}

export function scenarioLine(setup: Setup, game: GameInfo): string {
  const scenario = scenarioOf(setup, game);
  return scenario ? `${scenario.title}, ${scenario.size[0]} × ${scenario.size[1]} inches` : 'None chosen yet';
}

/** What a side's roster is called; a file that cannot be read yet has no name. */
export function rosterName(side: SideSetup, game: GameInfo, report: RosterReport | null): string {
  if (side.from === 'ready') return game.rosters.find((roster) => roster.key === side.ready)?.name ?? 'no roster';
  return report?.sheet?.name ?? 'own file';
}

export function sidesLine(setup: Setup, game: GameInfo, reports: (RosterReport | null)[]): string {
  const names = playing(setup).map((side, index) => rosterName(side, game, reports[index] ?? null));
  if (names.length < 3) return names.join(' against ');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function tableLine(setup: Setup, game: GameInfo): string {
  if (setup.table.from === 'file') return 'Own table file';
  const scenario = scenarioOf(setup, game);
  const lay = layOf(setup, game);
  if (lay === 'own') return `The table of ${scenario!.title}`;
  const shows = lay === 'any' ? title(setup.table.theme) : scenario!.title;
  return `${shows}, number ${setup.table.seed || '0'}${setup.table.symmetric ? ', equal halves' : ''}`;
}

export function optionsLine(setup: Setup, game: GameInfo): string {
  const changed = Object.entries(effectiveOptions(setup, game));
  if (changed.length === 0) return 'As usual';
  const named = changed.slice(0, 3).map(([key, value]) => optionValue(game, key, value)).join(', ');
  return `${changed.length} changed: ${named}${changed.length > 3 ? ' …' : ''}`;
}

export const optionValue = (game: GameInfo, key: string, value: string): string =>
  `${spoken(optionOf(game, key)?.spec.key ?? key)} ${spoken(value)}`;

export function wayLine(setup: Setup): string {
  const dice = setup.ownDice ? 'Real dice, typed in' : 'The computer rolls';
  return `${dice}; ${setup.takeBacks ? 'take-backs if the others agree' : 'no take-backs after a roll'}`;
}

export const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
