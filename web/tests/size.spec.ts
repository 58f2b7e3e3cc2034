// The pages come quickly even over a slow line.

import type { Page, Response } from '@playwright/test';
import { expect, test } from './helpers/fixtures';
import { asked } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';

const MOST = 150 * 1024;

/** Counts what scripts take on the line, compressed as they come. */
function weigh(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return async () => {
    const sizes = await Promise.all(scripts.map(async (script) => (await script.request().sizes()).responseBodySize));
    expect(sizes.length, 'scripts were loaded').toBeGreaterThan(0);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

test('the first page needs little script', async ({ page }) => {
  const weight = weigh(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play now/ }).first()).toBeVisible();
  expect(await weight()).toBeLessThan(MOST);
});

test('so does the table', async ({ page }) => {
  const [game] = await games(page);
  const weight = weigh(page);
  await begin(page, game!, ['me', novice]);
  await asked(page);
  expect(await weight()).toBeLessThan(MOST);
});
