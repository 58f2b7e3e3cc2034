// Matches for tests that are not about how a match is set up.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Catalogue, GameInfo, NewMatch, Opened, SeatWish, Timeline } from '../../src/lib/protocol';
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
  const begun = (await response.json()) as Opened;
  await page.goto(`/t/${begun.match}`);
  return begun;
}

export const novice: SeatWish = { computer: 'novice' };

const program = process.env.DUSTUP_BIN ?? '../target/debug/dustup';

/** The file of a whole match that the computer has played against itself, in no time. */
function playedByTheComputer(game: GameInfo, seed: number): string {
  const file = join(mkdtempSync(join(tmpdir(), 'dustup-e2e-')), 'played.dustup');
  const scenario = game.scenarios.find((one) => /destroy|battle/i.test(one.title)) ?? game.scenarios[0]!;
  execFileSync(program, ['play', game.key, '--red', 'novice', '--blue', 'novice', '--scenario', scenario.key, '--seed', String(seed), '--save', file, '--plain']);
  return readFileSync(file, 'utf8');
}

async function opened(page: Page, path: string, body: { data: unknown; headers?: Record<string, string> }): Promise<string> {
  const response = await page.request.post(path, body);
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as Opened).match;
}

/** Goes to a match that begins just before somebody attacks somebody. */
export async function beginBeforeAnAttack(page: Page, game: GameInfo): Promise<void> {
  for (let seed = 1; seed < 8; seed += 1) {
    const played = { data: playedByTheComputer(game, seed), headers: { 'content-type': 'text/plain; charset=utf-8' } };
    const match = await opened(page, '/api/matches/upload?name=Ada', played);
    const timeline = (await (await page.request.get(`/api/matches/${match}/timeline`)).json()) as Timeline;
    const attack = timeline.log.findIndex(({ event }) => event.deed.deed === 'attacked');
    if (attack < 1) continue;
    // Deciding on it may be a step of its own, of which nothing is told: play goes on after the last thing that was.
    const steps = Math.min(timeline.log[attack - 1]!.step + 1, timeline.log[attack]!.step);
    const branch = { steps, seats: ['me', 'me'] satisfies SeatWish[], name: 'Ada' };
    await page.goto(`/t/${await opened(page, `/api/matches/${match}/branch`, { data: branch })}`);
    return;
  }
  throw new Error('the computers never come to blows');
}
