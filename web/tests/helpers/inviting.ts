// A seat for a friend, and the way an invitation goes.

import { expect, type Page } from '@playwright/test';
import { shot } from './fixtures';

/** Opens a match of a book with a seat for a friend. */
export async function offer(page: Page, game: string): Promise<void> {
  await page.goto(`/new/${game}`);
  await page.getByRole('radio', { name: /^A friend by link/ }).check();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page).toHaveURL(/\/t\//);
}

/** Goes the way an invitation goes: out of one browser, into another. */
export async function invite(from: Page, to: Page): Promise<void> {
  await from.getByRole('button', { name: 'More', exact: true }).click();
  await from.getByRole('button', { name: 'Invite and share' }).click();
  const link = await from.getByRole('textbox', { name: 'Link to play blue' }).inputValue();
  await shot(from, 'invite');
  await to.goto(link);
  await expect(to).toHaveURL(/\/t\//);
  await from.getByRole('button', { name: 'Close', exact: true }).click();
}
