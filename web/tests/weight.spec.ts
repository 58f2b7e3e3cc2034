// How much has to be fetched before anything can be seen.

import type { Page } from '@playwright/test';
import { expect, test } from './helpers/fixtures';
import { asked } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';

const MOST = 150 * 1000;

/** The bytes of all scripts a page fetches, as they came over the line. */
async function scriptsOf(page: Page, visit: () => Promise<void>): Promise<{ bytes: number; packed: boolean }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Map<string, boolean>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/javascript/.test(response.mimeType)) return;
    const coding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    scripts.set(requestId, /^(br|gzip|zstd)$/.test(coding ?? ''));
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await visit();
  await page.waitForLoadState('networkidle');
  expect(scripts.size, 'there are scripts').toBeGreaterThan(0);
  return { bytes, packed: [...scripts.values()].every(Boolean) };
}

test('the first page is light', async ({ page }) => {
  const { bytes, packed } = await scriptsOf(page, async () => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Play now/ }).first()).toBeVisible();
  });
  expect(packed, 'every script is compressed').toBe(true);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes, `${Math.round(bytes / 1000)} kB of scripts`).toBeLessThanOrEqual(MOST);
});

test('the table is light', async ({ page }) => {
  const { match } = await begin(page, (await games(page))[0]!, ['me', novice]);
  const { bytes, packed } = await scriptsOf(page, async () => {
    await page.goto(`/t/${match}`);
    await asked(page);
  });
  expect(packed, 'every script is compressed').toBe(true);
  expect(bytes, `${Math.round(bytes / 1000)} kB of scripts`).toBeLessThanOrEqual(MOST);
});
