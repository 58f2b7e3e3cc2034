// A game without a mouse.

import type { Page } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { asked, commitButton, decision } from './helpers/looking';
import { Typist } from './helpers/typing';

/** Goes on with Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    if (name.test(focused.trim())) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test('deployment and two rounds by keys alone', async ({ page }) => {
  // Whatever would be done with a mouse fails here.
  await page.addInitScript(() => addEventListener('pointerdown', () => { throw new Error('somebody used a mouse'); }, true));
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play now/ }).first()).toBeVisible();
  await tabTo(page, /^Play now/);
  await page.keyboard.press('Enter');
  await asked(page);

  const typist = new Typist(page);
  const phase = () => page.locator('.phase').innerText();
  await typist.playUntil(async () => /round 1|turn 1/i.test(await phase()));
  await typist.playUntil((seen) => seen.form === 'path');
  await shot(page, 'keyboard-path');
  await typist.playUntil(async () => /round 3|turn 3/i.test(await phase()));
  expect(await phase()).toMatch(/3/);
});

test('keys mark, choose, do and step back, and never more than that', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).first().press('Enter');
  const seen = await asked(page);
  const marked = decision(page).locator('button.marked');
  await page.keyboard.press('ArrowDown');
  await expect(marked).toHaveAttribute('data-key', seen.options[0]!.key);
  await page.keyboard.press('ArrowDown');
  await expect(marked).toHaveAttribute('data-key', seen.options[1]!.key);
  await page.keyboard.press('Enter');
  await expect(decision(page).locator('button[aria-pressed=true]')).toHaveAttribute('data-key', seen.options[1]!.key);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Escape');
  await expect(decision(page).locator('button[aria-pressed=true]')).toHaveCount(0);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'true');

  await page.keyboard.press('/');
  await page.keyboard.type(seen.options[0]!.key);
  await expect(decision(page).locator('button[data-key]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(decision(page).locator('button[data-key]')).toHaveCount(seen.options.length);

  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await shot(page, 'keys');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeHidden();
});
