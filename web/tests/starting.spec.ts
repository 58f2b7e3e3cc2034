// Setting up a match by hand: own files, own table, contested rulings, real dice.

import { expect, test } from './helpers/fixtures';
import { asked, commitButton, decision } from './helpers/looking';
import { games } from './helpers/matches';
import { diceWanted } from './helpers/playing';

test('a broken roster is explained at its line, and everything else is chosen', async ({ page }) => {
  const game = (await games(page)).find((one) => one.options.some((option) => option.spec.values.length > 1))!;
  await page.goto(`/new/${game.key}`);
  const red = page.getByRole('region', { name: 'Red', exact: true });
  if (!(await red.isVisible())) await page.locator('#sides summary').first().click();
  await red.getByRole('radio', { name: 'A file of your own' }).check();
  const file = red.getByRole('textbox', { name: /roster file/ });
  await file.fill('name = "Broken"\n\n[[model]]\nthis is no roster\n');
  await expect(red.getByRole('button', { name: 'Line 4' })).toBeVisible();
  await expect(file).toHaveAttribute('aria-invalid', 'true');
  await red.getByRole('radio', { name: game.rosters.find((roster) => Object.keys(roster.needs).length === 0)!.name }).check();
  await expect(file).toBeHidden();

  const table = page.locator('#table');
  if (!(await table.locator('svg').first().isVisible())) await table.locator('summary').first().click();
  await expect(table.getByRole('group', { name: /^Table, / })).toBeVisible();

  const option = game.options.find((one) => one.spec.values.length > 1)!;
  const other = option.spec.values.find((value) => value !== option.spec.usual)!;
  const rulings = page.locator('#options');
  await rulings.locator('summary').first().click();
  const row = rulings.getByRole('group', { name: option.spec.summary });
  await row.getByRole('radio', { name: new RegExp(`^${other.replace(/[-_]/g, '.')}`, 'i') }).check();
  await expect(rulings.locator('summary').first()).toContainText(/1|changed/);

  await page.locator('#way summary').first().click();
  await page.getByRole('checkbox', { name: 'Throw real dice' }).check();
  await page.getByRole('button', { name: /^Start the match/ }).click();
  await expect(page).toHaveURL(/\/t\/\w+/);
  await asked(page);
  const { count, sides } = await diceWanted(page);
  await decision(page).getByRole('textbox', { name: 'The faces as text' }).fill(Array(count).fill(sides).join(' '));
  await page.keyboard.press('Tab');
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  const before = await decision(page).innerText();
  await commitButton(page).click();
  await expect.poll(async () => (await decision(page).count()) === 0 || (await decision(page).innerText()) !== before).toBe(true);
});
