// Looking back, playing on from an earlier moment, and match files.

import { readFileSync } from 'node:fs';
import { expect, shot, test } from './helpers/fixtures';
import { asked, decision, logLines, look, positions, theLog, theTimeline } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { Player } from './helpers/playing';

test('any moment can be looked at and played on from', async ({ page }) => {
  await begin(page, (await games(page))[0]!, ['me', novice]);
  const player = new Player(page);
  await player.playUntil(() => player.answers >= 14);
  const [now, steps] = [await positions(page), (await look(page)).steps];
  const where = theTimeline(page).locator('.where b');
  const past = page.getByText('This is the past');

  await theTimeline(page).getByRole('button', { name: 'One step back' }).click();
  await expect(where).toHaveText(String(steps - 1));
  await expect(past).toBeVisible();
  await expect(decision(page), 'the past cannot be answered').toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`step=${steps - 1}$`));
  await theTimeline(page).getByRole('button', { name: 'One step on' }).click();
  await expect(past).toBeHidden();

  await theTimeline(page).getByRole('slider').press('Home');
  await expect.poll(() => positions(page), 'nobody stands on the table at first').toEqual([]);
  await page.keyboard.press(']');
  await expect(where).not.toHaveText('0');
  await theTimeline(page).getByRole('button', { name: 'Back to now' }).click();
  await expect.poll(() => positions(page)).toEqual(now);

  const line = theLog(page).locator('li.move .words').first();
  await line.click();
  await expect(past).toBeVisible();
  const then = await positions(page);
  expect(then.length).toBeGreaterThan(0);
  expect(then).not.toEqual(now);
  await shot(page, 'replay');

  const moment = Number(await where.innerText());
  const old = page.url();
  await theTimeline(page).getByRole('button', { name: 'Play on from here' }).click();
  await shot(page, 'branch');
  await page.getByRole('group', { name: 'Play on from here' }).getByRole('button', { name: 'Play on from here' }).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(new URL(old).pathname);
  await asked(page);
  expect((await positions(page)).length, 'those who stood there stand there').toBeGreaterThanOrEqual(then.length);
  expect((await look(page)).steps).toBeGreaterThanOrEqual(moment);
  expect((await look(page)).steps).toBeLessThan(steps);
  await new Player(page).answer();
});

test('a match file goes out by one door and comes in by another', async ({ page, somebody, expectComplaints }) => {
  expectComplaints(/422/);
  const game = (await games(page))[0]!;
  await begin(page, game, ['me', novice]);
  const player = new Player(page);
  await player.playUntil(() => player.answers >= 6);
  const log = await logLines(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the match file' }).click()]);
  const file = await download.path();
  expect(readFileSync(file, 'utf8')).toContain(game.key);

  const bea = await somebody('Bea');
  await bea.goto('/');
  const [chooser] = await Promise.all([bea.waitForEvent('filechooser'), bea.getByRole('button', { name: 'Choose a file…' }).click()]);
  await chooser.setFiles({ name: 'broken.dustup', mimeType: 'text/plain', buffer: Buffer.from('This is no match.') });
  await expect(bea.getByRole('alert')).toContainText('This file could not be opened');
  const [again] = await Promise.all([bea.waitForEvent('filechooser'), bea.getByRole('button', { name: 'Choose a file…' }).click()]);
  await again.setFiles(file);
  await expect(bea.getByText('Go to the table').or(theLog(bea))).toBeVisible();
  if (await bea.getByText('Go to the table').isVisible()) await bea.getByText('Go to the table').click();
  await expect.poll(() => logLines(bea)).toEqual(log);
});
