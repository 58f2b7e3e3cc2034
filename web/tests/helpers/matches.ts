// Matches for tests that are not about how a match is set up.

import { expect, type Page } from '@playwright/test';
import type { Catalogue, GameInfo, NewMatch, Opened, SeatWish } from '../../src/lib/protocol';
import { plainRosters, scenarioFor } from '../../src/lib/pages/quick';

export async function catalogue(page: Page): Promise<Catalogue> {
  const response = await page.request.get('/api/catalogue');
  expect(response.ok(), 'the catalogue can be had').toBe(true);
  return (await response.json()) as Catalogue;
}

export async function games(page: Page): Promise<GameInfo[]> {
  return (await catalogue(page)).games;
}

/** Begins a match as somebody does who chooses nothing but who plays, and goes to its table. */
export async function begin(page: Page, game: GameInfo, seats: SeatWish[], wish: Partial<NewMatch> = {}): Promise<Opened> {
  const rosters = plainRosters(game);
  const whole: NewMatch = {
    game: game.key,
    scenario: scenarioFor(game, seats.length)!.key,
    options: {},
    sides: seats.map((seat, i) => ({ seat, roster: { ready: rosters[i % rosters.length]!.key } })),
    table: { generated: { theme: 'ruins', seed: '20', symmetric: false } },
    own_dice: false,
    take_backs: true,
    listed: false,
    name: 'Ada',
    ...wish,
  };
  const response = await page.request.post('/api/matches', { data: whole });
  expect(response.ok(), await response.text()).toBe(true);
  const opened = (await response.json()) as Opened;
  await page.goto(`/t/${opened.match}`);
  return opened;
}

export const novice: SeatWish = { computer: 'novice' };
