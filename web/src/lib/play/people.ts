// Who sits where, in words.

import { computerWords } from '../computers';
import { capital, sideName } from '../explain/format';
import type { Picture, SeatInfo, SideId, Waiting } from '../protocol';

export const seatOf = (seats: SeatInfo[], side: SideId): SeatInfo | null => seats.find((seat) => seat.side === side) ?? null;

/** What the one behind a side is called; nothing for an empty seat. */
export function sitterName(seat: SeatInfo | null): string | null {
  if (!seat || seat.who.kind === 'nobody') return null;
  return seat.who.kind === 'computer' ? `computer, ${computerWords(seat.who.name)}` : seat.who.name;
}

/** The side with the name of whoever plays it: `Blue (Mia)`. */
export function sideWithName(seats: SeatInfo[], side: SideId): string {
  const name = sitterName(seatOf(seats, side));
  return name ? `${capital(sideName(side))} (${name})` : capital(sideName(side));
}

/** How the one behind a side is to be told apart on the screen: connected, away, a computer, nobody. */
export type Presence = 'here' | 'away' | 'computer' | 'nobody';

export function presence(seat: SeatInfo | null): Presence {
  if (!seat || seat.who.kind === 'nobody') return 'nobody';
  if (seat.who.kind === 'computer') return 'computer';
  return seat.who.here ? 'here' : 'away';
}

export const PRESENCE_WORDS: Record<Presence, string> = {
  here: 'here', away: 'away', computer: 'computer', nobody: 'empty seat',
};

/** What somebody who must answer is doing, as a sentence; a computer that answers at once is not said to think. */
export function waitingSentence(waiting: Waiting, seats: SeatInfo[], long = true): string {
  const who = sideWithName(seats, waiting.side);
  switch (presence(seatOf(seats, waiting.side))) {
    case 'computer': return long ? `${who} is thinking` : `${who} decides`;
    case 'nobody': return `${who} has nobody to play it yet`;
    case 'away': return `${who} is away`;
    case 'here': return `${who} decides`;
  }
}

/** Seconds as people say them: `just now`, `40 s`, `3 min`, `2 h`, `4 days`. */
export function elapsed(seconds: number): string {
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** What the browser's tab says. */
export function tabTitle(picture: Picture, title: string, asked: boolean): string {
  if (picture.view.outcome) return `Over – ${title}`;
  if (asked) return `Your turn – ${title}`;
  const first = picture.waiting[0];
  return first ? `${capital(sideName(first.side))} decides – ${title}` : title;
}
