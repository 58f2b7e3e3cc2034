// Setting up a match by hand: a roster of one's own, another table, another ruling, real dice.

import { expect, shot, test } from './helpers/fixtures';
import { asked, decision, look } from './helpers/looking';
import { games } from './helpers/matches';
import { diceWanted, Player } from './helpers/playing';

test('a roster file that is wrong is shown where it is wrong', async ({ page }) => {
  const game = (await games(page))[0]!;
  await page.goto(`/new/${game.key}`);
  await page.getByRole('region', { name: 'Red', exact: true }).getByRole('button', { name: 'Change it as a file of your own' }).click();
  const file = page.getByRole('textbox', { name: 'Red’s roster file' });
  const good = await file.inputValue();
  const lines = good.split('\n');
  const at = lines.findIndex((line) => line.startsWith('[[model]]')) + 1;
  expect(lines[at]).toContain('name = ');
  await file.fill(lines.with(at, lines[at]!.replace('name', 'nmae')).join('\n'));

  await expect(page.getByRole('button', { name: `Line ${at + 1}`, exact: true })).toBeVisible();
  await expect(page.locator('ol li.wrong').last()).toHaveText(String(at + 1));
  await expect(page.locator('.start-bar')).toContainText('Red’s roster has');
  await shot(page, 'new-roster-problem');
  await page.getByRole('button', { name: `Line ${at + 1}`, exact: true }).click();
  const marked = await file.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  expect(marked).toContain('nmae');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page, 'it does not begin like this').toHaveURL(/\/new\//);

  await file.fill(good);
  await expect(page.getByRole('button', { name: /^Line \d/ })).toHaveCount(0);
  await expect(page.locator('.start-bar')).not.toContainText('roster has');
});

test('another table, another ruling and real dice', async ({ page }) => {
  const game = (await games(page))[0]!;
  await page.goto(`/new/${game.key}`);
  const view = page.getByRole('img', { name: /^The table: / });
  await expect(view.locator('svg').first()).toBeVisible();
  await expect(view).toHaveAttribute('aria-busy', 'false');
  const before = await view.locator('svg.map').innerHTML();
  await page.getByRole('textbox', { name: 'Number' }).fill('77');
  await expect(view).toHaveAccessibleName(/number 77/);
  await expect.poll(() => view.locator('svg.map').innerHTML()).not.toBe(before);
  await shot(page, 'new');

  const option = game.options.find((one) => one.spec.values.length > 1)!.spec;
  const other = option.values.find((value) => value !== option.usual)!.replaceAll('_', ' ');
  await page.locator('details#options > summary').click();
  await page.getByRole('group', { name: option.summary }).getByRole('radio', { name: other, exact: true }).check();
  await expect(page.locator('details#options > summary')).toContainText('1 changed');
  await page.locator('details#way > summary').click();
  await page.getByRole('checkbox', { name: /^Throw real dice/ }).check();
  await shot(page, 'new-unfolded');
  await page.reload();
  await expect(page.locator('details#options > summary'), 'a reload loses nothing').toContainText('1 changed');

  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page).toHaveURL(/\/t\//);
  const seen = await new Player(page).playUntil((now) => now.form === 'dice');
  expect(seen.form).toBe('dice');
  const { count, sides } = await diceWanted(page);
  const faces = decision(page).getByRole('textbox', { name: 'The faces as text' });
  await faces.fill(String(sides + 1));
  await faces.press('Tab');
  await expect(decision(page).getByRole('alert')).toContainText(`cannot show ${sides + 1}`);
  const thrown = Array.from({ length: count }, (_, i) => (i % sides) + 1);
  await faces.fill(thrown.join(' '));
  await faces.press('Tab');
  await expect(decision(page).getByRole('button', { name: `The dice show ${thrown.join(' ')}` })).toBeVisible();
  await shot(page, 'dice-question');
  await decision(page).getByRole('button', { name: `The dice show ${thrown.join(' ')}` }).click();
  await expect.poll(async () => JSON.stringify(await look(page))).not.toBe(JSON.stringify(seen));
  await asked(page);
});
