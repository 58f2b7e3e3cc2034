// A whole game of every book, against the computer, by clicking.

import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { GameInfo } from '../src/lib/protocol';
import { expect, shot, test } from './helpers/fixtures';
import { asked, result, theLog } from './helpers/looking';
import { games } from './helpers/matches';
import { idle, Player } from './helpers/playing';

// Tests must be named before the server can be asked which books it has, so the shelf is looked at.
const books = readdirSync(new URL('../../rules', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test('every book of the catalogue is played here', async ({ page }) => {
  const known = (await games(page)).map((game) => game.key);
  expect(books).toEqual(expect.arrayContaining(known));
});

/** So many rounds are enough for a whole game, where the players may agree on a limit. */
const ROUNDS = '2';

/** Goes from the first page to a table where the computer waits. */
async function beginByHand(page: Page, game: GameInfo): Promise<void> {
  await page.goto('/');
  await shot(page, 'home');
  await page.getByRole('article', { name: game.title }).getByRole('link', { name: 'Choose everything…' }).click();
  await page.getByRole('radio', { name: 'Novice' }).check();
  // Some scenarios have a table of their own.
  const number = page.getByRole('textbox', { name: 'Number' });
  if ((await number.count()) > 0) await number.fill('20');
  const limit = game.options.find(({ spec }) => /^(Rounds|Turns|Game Turns) (after which|to be played)/.test(spec.summary))?.spec;
  if (limit) {
    await page.locator('details#options > summary').click();
    await page.getByRole('spinbutton', { name: limit.summary }).fill(ROUNDS);
    await expect(page.locator('details#options > summary')).toContainText(`${limit.key.replaceAll('_', ' ')} ${ROUNDS}`);
  }
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page).toHaveURL(/\/t\/\w+/);
}

for (const book of books) {
  test(`a whole game of ${book}`, async ({ page }) => {
    const game = (await games(page)).find((one) => one.key === book);
    expect(game, 'every book on the shelf is offered').toBeDefined();
    await beginByHand(page, game!);
    const player = new Player(page);
    await asked(page);
    await shot(page, `first-question-${book}`);
    await player.playUntil((seen) => seen.form === 'path' || seen.form === 'paths');
    await shot(page, `path-${book}`);
    await player.playUntil(() => player.answers >= 24);
    // The rest goes by faster: one click for an answer, and fewer deeds.
    await player.chooseOneClick();
    player.taste = idle;
    await player.playToTheEnd();
    await expect(result(page)).toContainText(/wins|A draw/);
    await expect(page).toHaveTitle(/^Over/);
    await expect(theLog(page).locator('li.end').last()).toBeVisible();
    await shot(page, `result-${book}`);
  });
}
