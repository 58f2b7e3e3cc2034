// Squads: placed with one click, moved in formation with one click, and one of them sent elsewhere.

import type { Page } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { asked, commitButton, counters, decision, result, theLog, type Seen } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { idle, Player } from './helpers/playing';

const formed = (page: Page) => decision(page).getByRole('group', { name: 'Formation' });
const ghosts = (page: Page) => page.locator('svg.live g.ghost[data-ghost]');

/** Where everybody is going to stand, by the number of the model, in inches from the west and from the north. */
const aims = (page: Page): Promise<[string, number, number][]> =>
  ghosts(page).evaluateAll((all) => all.map((one) => {
    const [x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec([...one.children].find((part) => part.matches('g:not(.pin)'))!.getAttribute('transform')!)!.slice(1).map(Number);
    return [one.getAttribute('data-ghost')!, x! / 100, y! / 100];
  }));

/** Where somebody stands, likewise. */
async function stands(page: Page, model: string): Promise<[number, number]> {
  const transform = await page.locator(`[data-model="${model}"]`).getAttribute('transform');
  const [x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(transform!)!.slice(1).map(Number);
  return [x! / 100, y! / 100];
}

/** Gives the answer that is ready and waits for the next question. */
async function commit(page: Page): Promise<Seen> {
  const question = await decision(page).elementHandle();
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  await commitButton(page).click();
  await page.waitForFunction((old) => !old?.isConnected, question);
  return asked(page);
}

test('a squad is placed and moved with one click each, and one of it goes elsewhere', async ({ page }) => {
  const game = (await games(page)).find((one) => one.key === 'opend6')!;
  await begin(page, game, ['me', novice], { options: { turn_limit: '2' } });
  const player = new Player(page);

  // All of them stand where one of the dots on the table is.
  await player.playUntil((seen) => seen.form === 'placement');
  await expect(decision(page).getByRole('button', { name: 'All together' })).toHaveAttribute('aria-pressed', 'true');
  const dot = (await page.locator('svg.live circle.goal').first().boundingBox())!;
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  const squad = await ghosts(page).count();
  expect(squad).toBeGreaterThan(3);
  await shot(page, 'squad-placed');
  const before = await counters(page).count();
  await commit(page);
  await expect(counters(page)).toHaveCount(before + squad);

  // Squads walk when they are asked what they do.
  player.taste = (options) => options.find((option) => option.key === 'walk') ?? options.find((option) => !option.apart) ?? options[0]!;
  await player.playUntil((seen) => seen.form === 'paths');
  await expect(formed(page)).toBeVisible();
  const goal = (await page.locator('svg.live circle.goal').first().boundingBox())!;
  await page.mouse.click(goal.x + goal.width / 2, goal.y + goal.height / 2);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  const together = await aims(page);
  expect(together.length, 'one click moves more than one of them').toBeGreaterThan(1);
  await shot(page, 'squad-moves');

  // The last of them is pushed an inch to the side, and nobody else.
  const [last, x, y] = together.at(-1)!;
  await decision(page).locator('.form li button').last().click();
  await expect(page.locator(`[data-model="${last}"]`)).toHaveAttribute('aria-pressed', 'true');
  const pad = decision(page).getByRole('group', { name: 'Nudge' }).getByRole('button');
  let adjusted: [string, number, number][] = [];
  for (const way of [0, 1, 2, 3]) {
    await pad.nth(way).click();
    const legal = await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false', { timeout: 3000 }).then(() => true, () => false);
    adjusted = await aims(page);
    const [, newX, newY] = adjusted.find(([model]) => model === last) ?? [last, ...(await stands(page, last))];
    if (legal && Math.hypot(newX - x, newY - y) > 0.2) break;
  }
  const others = (all: [string, number, number][]) => all.filter(([model]) => model !== last);
  // Whoever stopped short of the one that made room may go a little farther; nobody else goes elsewhere.
  for (const [model, wasX, wasY] of others(together)) {
    const [, nowX, nowY] = others(adjusted).find(([other]) => other === model) ?? [model, NaN, NaN];
    expect(Math.hypot(nowX - wasX, nowY - wasY), `${model} goes where it was going`).toBeLessThan(1.5);
  }
  expect(adjusted, 'the one does not').not.toEqual(together);
  await shot(page, 'one-goes-elsewhere');

  // While it is asked how they stand there, the table still shows where that will be.
  const next = await commit(page);
  expect(next.prompt).toBe('Where do they face?');
  expect(await aims(page)).toEqual(adjusted);
  await shot(page, 'squad-faces');
  player.taste = (options) => options.find((option) => option.key === 'on their feet') ?? options[0]!;
  await player.playUntil((seen) => seen.steps !== next.steps || seen.form === 'paths');

  // Then they stand there.
  for (const [model, toX, toY] of adjusted) {
    await expect.poll(async () => {
      const [atX, atY] = await stands(page, model);
      return Math.hypot(atX - toX, atY - toY);
    }, { message: `model ${model} has gone where its ghost was` }).toBeLessThan(0.05);
  }

  // And so on to the end.
  await player.chooseOneClick();
  player.taste = idle;
  await player.playToTheEnd();
  await expect(result(page)).toContainText(/wins|A draw/);
  await expect(theLog(page).locator('li.end').last()).toBeVisible();
  await shot(page, 'result-squads');
});
