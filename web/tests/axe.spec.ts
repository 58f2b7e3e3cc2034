// Nothing on any page that shuts somebody out, by day and by night.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn, expect, shot, test } from './helpers/fixtures';
import { asked, commitButton, decision, theLog } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { Player } from './helpers/playing';

async function barriers(page: Page, rules: string[]): Promise<string[]> {
  // The map is a drawing that is hidden from those who listen; only what lies on it counts.
  const builder = new AxeBuilder({ page }).exclude('svg.map');
  const { violations } = await (rules.length > 0 ? builder.withRules(rules) : builder).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} – ${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''}`));
}

/**
 * Looks at a page in both lights; night changes nothing but colours. It goes on even if something is bad, so that all
 * is told at once.
 */
async function check(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await drawn(page);
    await shot(page, `axe-${what}-${colorScheme}`);
    expect.soft(await barriers(page, colorScheme === 'dark' ? ['color-contrast'] : []), `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('the pages', async ({ page }) => {
  const game = (await games(page))[0]!;
  await page.goto('/');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await check(page, 'home');

  await page.goto(`/new/${game.key}`);
  await expect(page.locator('.view svg').first()).toBeVisible();
  for (const part of ['options', 'way']) await page.locator(`details#${part} > summary`).click();
  await check(page, 'new');

  await page.goto(`/rules/${game.key}`);
  await expect(page.getByRole('article')).toBeVisible();
  await check(page, 'rules');

  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('dustup.name', '""'));
  await page.goto('/join/nothing');
  await expect(page.getByRole('button', { name: 'Sit down' })).toBeVisible();
  await check(page, 'join');
});

test('the table', async ({ page }) => {
  await begin(page, (await games(page))[0]!, ['me', novice]);
  await asked(page);
  const player = new Player(page);
  await decision(page).locator('button[data-key]').first().click();
  await check(page, 'deciding');
  await page.keyboard.press('Escape');

  await player.playUntil((seen) => seen.form === 'path');
  await page.keyboard.press('ArrowUp');
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(theLog(page).locator('li.line').first()).toBeAttached();
  await check(page, 'path-and-log');

  await page.getByRole('button', { name: 'Legend' }).click();
  await expect(page.getByRole('heading', { name: 'Legend' })).toBeVisible();
  await check(page, 'legend');

  await page.getByRole('button', { name: 'The table as text' }).click();
  await expect(page.getByRole('region', { name: 'The table in words' })).toBeVisible();
  await check(page, 'text');
});
