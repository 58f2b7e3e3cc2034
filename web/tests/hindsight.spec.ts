// Computers among themselves, and what is told of a match once it is over.

import AxeBuilder from '@axe-core/playwright';
import { drawn, expect, shot, test } from './helpers/fixtures';
import { logLines, result, theTimeline } from './helpers/looking';
import { games } from './helpers/matches';

test('computers play while one watches, and tell afterwards what they thought', async ({ page }) => {
  const game = (await games(page)).find((one) => one.options.some(({ spec }) => spec.key === 'round_limit'))!;
  await page.goto(`/new/${game.key}`);
  const level = page.getByRole('group', { name: 'How well the computer plays' });
  await expect(level.getByRole('radio', { name: 'Regular' }), 'the usual opponent').toBeChecked();
  await page.getByRole('radio', { name: 'Nobody, just watch' }).check();
  await level.getByRole('radio', { name: 'Novice' }).check();
  await expect(page.getByRole('group', { name: 'What it is like' }), 'who does not think has no character').toHaveCount(0);
  await level.getByRole('radio', { name: 'Regular' }).check();
  await page.getByRole('group', { name: 'What it is like' }).getByRole('radio', { name: 'Bold' }).check();
  await expect(page.locator('.start-bar')).toContainText('The computer plays itself, bold regular; you watch');
  await shot(page, 'new-computers');
  await page.getByRole('textbox', { name: 'Number' }).fill('20');
  await page.locator('details#options > summary').click();
  await page.getByRole('spinbutton', { name: /^Rounds after which/ }).fill('1');
  await page.getByRole('button', { name: 'Start and watch' }).click();
  await expect(page).toHaveURL(/\/t\/\w+/);

  await expect(page.getByText('computer, bold regular').first()).toBeVisible();
  await expect.poll(async () => (await logLines(page)).length, 'it goes on by itself').toBeGreaterThan(4);
  const [thoughts, chances] = [page.getByRole('region', { name: 'What the computer was thinking' }), page.getByRole('figure', { name: 'Who was how likely to win' })];
  const wonder = page.getByRole('button', { name: 'Who was winning when?' });
  await theTimeline(page).getByRole('button', { name: 'One step back' }).click();
  await expect(page.getByText('This is the past')).toBeVisible();
  await expect(thoughts, 'what they are up to stays secret').toHaveCount(0);
  await expect(wonder).toHaveCount(0);
  await theTimeline(page).getByRole('button', { name: 'Back to now' }).click();
  await expect(result(page)).toBeVisible({ timeout: 180_000 });

  await page.getByRole('button', { name: 'Watch it again' }).click();
  await thoughts.getByRole('button', { name: 'Next thought' }).click();
  await expect(thoughts).toContainText(/What (Red|Blue) was thinking/);
  await expect(thoughts.locator('.intent').first()).not.toBeEmpty();
  await expect(thoughts.locator('li.chosen .bar').first()).toBeVisible();
  await expect(thoughts.locator('ol').first().locator('li')).not.toHaveCount(1);
  await shot(page, 'thoughts');

  await wonder.click();
  await expect(chances).toBeVisible({ timeout: 120_000 });
  await expect(chances.locator('figcaption')).toContainText(/Red \d+%/);
  expect(await chances.getByRole('row').count(), 'the same in a table').toBeGreaterThan(10);
  const plot = (await chances.locator('.plot').boundingBox())!;
  await chances.locator('.plot').click({ position: { x: plot.width / 2, y: plot.height - 3 } });
  const where = theTimeline(page).locator('.where');
  const [, at, last] = /(\d+)\D+(\d+)/.exec(await where.innerText())!.map(Number);
  expect(Math.abs(at! / last! - 0.5), 'the line lies over the track').toBeLessThan(0.06);
  await shot(page, 'outlook');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await drawn(page);
    await shot(page, `outlook-${colorScheme}`);
    const { violations } = await new AxeBuilder({ page }).exclude('svg.map').analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect.soft(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`), colorScheme).toEqual([]);
  }
});
