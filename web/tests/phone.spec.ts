// A good part of a game on a phone, with a finger.

import type { Page } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { asked, decision, theLog, theTable, theTimeline } from './helpers/looking';
import { games } from './helpers/matches';
import { finger, Player } from './helpers/playing';

/** Nothing is wider than the screen. */
async function fits(page: Page): Promise<void> {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide, `${page.url()} does not scroll sideways`).toBeLessThanOrEqual(screen!);
  expect(screen).toBe(375);
}

type Place = { x: number; y: number };

/** Moves fingers over the screen; for each moment it is told where they are. */
async function stroke(page: Page, moments: Place[][]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  for (const [i, fingers] of moments.entries()) {
    await cdp.send('Input.dispatchTouchEvent', { type: i === 0 ? 'touchStart' : 'touchMove', touchPoints: fingers.map((at, id) => ({ ...at, id })) });
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cdp.detach();
}

const TENTHS = Array.from({ length: 11 }, (_, i) => i / 10);

/** Two fingers that part: what is between them grows. */
const spread = (page: Page, { x, y }: Place, times: number) =>
  stroke(page, TENTHS.map((part) => 20 * (1 + (times - 1) * part)).map((far) => [{ x: x - far, y }, { x: x + far, y }]));

/** One finger that takes the table along. */
const slide = (page: Page, from: Place, by: Place) =>
  stroke(page, TENTHS.map((part) => [{ x: from.x + by.x * part, y: from.y + by.y * part }]));

const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Place => ({ x: x + width / 2, y: y + height / 2 });

test('the pages fit the screen', async ({ page, expectComplaints }) => {
  expectComplaints(/404.*join/);
  for (const game of await games(page)) {
    for (const path of ['/', `/new/${game.key}`, `/rules/${game.key}`, '/join/nothing', '/nowhere']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await fits(page);
      await shot(page, `phone${path.replaceAll('/', '-')}`);
    }
  }
});

test('everything of a new match can be unfolded and fits', async ({ page }) => {
  const game = (await games(page))[0]!;
  await page.goto(`/new/${game.key}`);
  for (const part of ['Scenario', 'Rosters', 'Rulings', 'Dice']) {
    const summary = page.locator('summary', { has: page.getByRole('heading', { name: part, exact: true }) });
    if ((await summary.locator('..').getAttribute('open')) === null) await summary.tap();
    await expect(summary.locator('..')).toHaveAttribute('open');
    await fits(page);
  }
  await shot(page, 'phone-new-unfolded');
});

test('a game by tapping', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).first().tap();
  await asked(page);
  const player = new Player(page, undefined, finger);
  await shot(page, 'phone-first-question');
  await player.playUntil((seen) => seen.form === 'placement');
  await fits(page);
  const area = page.locator('svg.live rect.within');
  const before = (await area.boundingBox())!;
  await spread(page, middleOf(before), 3);
  await expect.poll(async () => (await area.boundingBox())!.width, 'the table grows under two fingers').toBeGreaterThan(before.width * 2);
  const window = middleOf((await theTable(page).boundingBox())!);
  const marked = middleOf((await area.boundingBox())!);
  await slide(page, window, { x: window.x - marked.x, y: window.y - marked.y });
  await expect.poll(async () => Math.abs(middleOf((await area.boundingBox())!).y - window.y), 'one finger moves it').toBeLessThan(40);
  await shot(page, 'phone-placement');
  await player.playUntil((seen) => seen.form !== 'placement' && !/placed/.test(seen.prompt));
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('button', { name: 'The whole table' }).tap();
  await player.playUntil((seen) => seen.form === 'path');
  await fits(page);
  await shot(page, 'phone-path');
  await player.playUntil(() => player.answers >= 30);

  for (const tab of ['Log', 'Models', 'Luck', 'Decide']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).tap();
    await fits(page);
    await shot(page, `phone-${tab.toLowerCase()}`);
  }
  await page.getByRole('tab', { name: /^Log/ }).tap();
  await expect(theLog(page).locator('li.line').last()).toBeVisible();
  await theTimeline(page).getByRole('button', { name: 'One step back' }).tap();
  await expect(theTimeline(page).getByRole('button', { name: 'Back to now' })).toBeVisible();
  await shot(page, 'phone-past');
  await theTimeline(page).getByRole('button', { name: 'Back to now' }).tap();
  await page.getByRole('tab', { name: /^Decide/ }).tap();
  await expect(decision(page)).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await shot(page, 'phone-menu');
  await page.getByRole('button', { name: 'Legend' }).tap();
  await expect(page.getByRole('heading', { name: 'Legend' })).toBeVisible();
  await fits(page);
});

test('what is touched is large enough for fingers', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).first().tap();
  await asked(page);
  const small = await page.locator('section[aria-label="Your decision"] button[data-key], section[aria-label="Your decision"] footer button').evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent));
  expect(small).toEqual([]);
});
