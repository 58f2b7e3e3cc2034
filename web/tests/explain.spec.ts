// Everything that explains: rules, odds, lines of sight, distances, and what is said to those who listen.

import { expect, shot, test } from './helpers/fixtures';
import { asked, counters, decision, look, theLog, type Option } from './helpers/looking';
import { begin, beginBeforeAnAttack, games, novice } from './helpers/matches';
import { eager, Player } from './helpers/playing';

test('a rule that the log names can be read at once, and in the whole book', async ({ page }) => {
  await begin(page, (await games(page))[0]!, ['me', novice]);
  await new Player(page).answer();
  // While the computer still goes on, the last line is soon another one.
  await asked(page);
  const chip = theLog(page).getByRole('button', { name: /^Rule [A-Z]+-/ }).last();
  const id = (await chip.getAttribute('aria-label'))!.replace('Rule ', '');
  await chip.click();
  const rule = page.getByRole('complementary', { name: `Rule ${id}` });
  await expect(rule.getByRole('heading', { name: id })).toBeVisible();
  await expect(rule.locator('.text')).toHaveText(/\w+ \w+ \w+/);
  await shot(page, 'rule');
  await rule.getByRole('link', { name: 'Read it in the whole reference' }).click();
  await expect(page).toHaveURL(new RegExp(`/rules/\\w+#${id}$`));
  await expect(page.locator('.pointed')).toBeInViewport();
  await expect(page.locator('.pointed')).toContainText(id);
});

const isAttack = (option: Option) => /^(shoot|fire|attack|charge|strike|throw)/i.test(option.key);

test('the odds of an attack add up', async ({ page }) => {
  await beginBeforeAnAttack(page, (await games(page))[0]!);
  const seen = await new Player(page, (options) => options.find(isAttack) ?? eager(options, 0)).playUntil((now) => now.options.some(isAttack), 12);
  const option = seen.options.find(isAttack);
  expect(option, 'somebody could attack somebody').toBeDefined();
  await decision(page).locator(`button[data-key="${option!.key}"]`).click();
  await page.keyboard.press('o');
  const odds = page.getByRole('region', { name: /^Odds: / });
  await expect(odds.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  await shot(page, 'odds');
  const others = odds.getByRole('button', { name: /other result/ });
  if (await others.isVisible()) await others.click();
  const shares = (await odds.locator('td.percent').allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')));
  expect(shares.length, 'an attack may end in more than one way').toBeGreaterThan(1);
  const sum = shares.reduce((all, one) => all + one, 0);
  expect(Math.abs(sum - 100), `${shares.join(' + ')} = ${sum}`).toBeLessThanOrEqual(0.05 * shares.length + 1e-9);
});

test('the ruler and the lines of sight', async ({ page }) => {
  await begin(page, (await games(page))[0]!, ['me', novice]);
  const player = new Player(page);
  await player.playUntil((seen) => seen.form !== 'placement' && !/placed|deploy/i.test(seen.prompt));
  const mine = counters(page).filter({ has: page.locator('circle') }).and(page.locator('[aria-label*="yours"]')).first();
  const theirs = counters(page).and(page.locator('[aria-label*="blue"]')).first();
  const press = async (counter: typeof mine) => {
    const box = (await counter.locator('.hit').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };

  await page.keyboard.press('m');
  await press(mine);
  await press(theirs);
  const strip = page.locator('.strip');
  await expect(strip).toContainText(/\d+(\.\d)? inch(es)? base to base/);
  await expect(page.locator('svg.live')).toContainText('base to base');
  await shot(page, 'ruler');
  await page.keyboard.press('m');
  await expect(strip).toBeHidden();

  await page.keyboard.press('l');
  if (await page.getByText('Choose who looks.', { exact: true }).isVisible()) await press(mine);
  const sights = page.getByRole('region', { name: 'Lines of sight' });
  const first = sights.locator('li').first();
  await expect(first.getByRole('img', { name: /^(seen|seen in part|not seen)$/ })).toBeVisible();
  await expect(first.locator('.verdict')).toHaveText(/\w/);
  await first.getByRole('button').first().click();
  await expect(first.getByRole('button', { name: /^Rule / })).toBeVisible();
  await shot(page, 'sight');
});

test('the tab says whose turn it is, and those who listen are told', async ({ page }) => {
  const game = (await games(page))[0]!;
  await begin(page, game, ['me', novice]);
  const seen = await asked(page);
  await expect(page).toHaveTitle(`Your turn – ${game.title}`);
  const said = page.locator('[role=status][aria-live=polite]').last();
  await expect(said).toContainText(`${seen.side}: ${seen.prompt}`);
  await new Player(page).answer(seen);
  const next = await asked(page);
  await expect(said).toContainText(next.prompt);
  await expect(page.locator('[role=alert][aria-live=assertive]')).toHaveText('');

  // Somebody who stands here and is shown in words is the same one who is drawn.
  await page.getByRole('button', { name: 'The table as text' }).click();
  await expect(page.getByRole('region', { name: 'The table in words' })).toContainText('The table is 36″ from west to east');
  expect((await look(page)).state).toBe('asked');
});
