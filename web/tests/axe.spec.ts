// No page keeps anybody out who cannot see it well or uses no mouse, as far as a program can find out.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './helpers/fixtures';
import { asked } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { Player } from './helpers/playing';

async function expectNothingSerious(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter((found) => found.impact === 'serious' || found.impact === 'critical');
  const told = serious.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(told, where).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('pages around the table', async ({ page }) => {
      const [game] = await games(page);
      for (const path of ['/', `/new/${game!.key}`, '/join/nobody-knows-this', `/rules/${game!.key}`, '/nowhere']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNothingSerious(page, path);
      }
    });

    test('the table', async ({ page }) => {
      const [game] = await games(page);
      await begin(page, game!, ['me', novice]);
      const player = new Player(page);
      await asked(page);
      await expectNothingSerious(page, 'deciding');
      await player.playUntil((seen) => seen.form === 'path');
      await expectNothingSerious(page, 'showing a way');
      for (const name of ['Legend', 'The table as text']) {
        await page.getByRole('button', { name, exact: true }).click();
        await expectNothingSerious(page, name);
        await page.getByRole('button', { name, exact: true }).click();
      }
    });
  });
}
