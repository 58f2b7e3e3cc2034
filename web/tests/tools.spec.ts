// Looking before leaping: rules, odds, sight, ruler, and what those hear who do not look.

import { expect, test } from './helpers/fixtures';
import { asked, counters, theLog, theTable } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { eager, Player } from './helpers/playing';

test('a rule opens from the log, and the title and the live region say whose turn it is', async ({ page }) => {
  const [game] = await games(page);
  await begin(page, game!, ['me', novice]);
  const seen = await asked(page);
  await expect(page).toHaveTitle(/^Your turn/);
  await expect(page.getByRole('status').filter({ hasText: seen.prompt })).toHaveCount(1);
  const chip = theLog(page).getByRole('button', { name: /^Rule [A-Z]+-/ }).last();
  const id = (await chip.getAttribute('aria-label'))!.replace('Rule ', '');
  await chip.click();
  const rule = page.getByRole('complementary', { name: `Rule ${id}` });
  await expect(rule).toBeVisible();
  expect((await rule.innerText()).length, 'the rule has words').toBeGreaterThan(id.length + 40);
  await rule.getByRole('button', { name: 'Close the rule' }).click();
  await expect(rule).toBeHidden();
});

test('the odds of an attack add up', async ({ page }) => {
  const [game] = await games(page);
  await begin(page, game!, ['me', novice]);
  const player = new Player(page, eager);
  const attack = /^(shoot|fire|attack|charge|fight)\b/i;
  const seen = await player.playUntil((now) => now.options.some((option) => attack.test(option.key)), 250);
  const option = seen.options.find((one) => attack.test(one.key))!;
  await page.locator(`button[data-key="${option.key}"]`).click();
  await page.getByRole('button', { name: /^Odds/ }).first().click();
  const odds = page.getByRole('region', { name: /^Odds:/ });
  await expect(odds.locator('td.percent').first()).toBeVisible();
  const more = odds.getByRole('button', { name: /other result/ });
  if (await more.isVisible()) await more.click();
  const percents = await odds.locator('td.percent').allInnerTexts();
  const sum = percents.map((text) => Number(text.replace(/[^\d.]/g, ''))).reduce((a, b) => a + b, 0);
  // Each is rounded to the place that is shown.
  expect(Math.abs(sum - 100), percents.join(' ')).toBeLessThanOrEqual(0.1 * percents.length + 0.5);
});

test('sight and ruler', async ({ page }) => {
  const [game] = await games(page);
  await begin(page, game!, ['me', novice]);
  const player = new Player(page);
  await player.playUntil((seen) => seen.form === 'path');
  const all = counters(page);
  await page.keyboard.press('l');
  await all.first().click({ force: true });
  const sights = page.getByRole('region', { name: 'Lines of sight' });
  await expect(sights.locator('.far').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await all.first().click({ force: true });
  await all.last().click({ force: true });
  await expect(theTable(page).or(page.locator('body')).getByText(/\d(\.\d)?(″| inch)/).first()).toBeVisible();
  await expect(page.getByText(/base to base/).first()).toBeAttached();
});
