// Two sides on one device.

import type { Page } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { asked, cover, look } from './helpers/looking';
import { begin, games } from './helpers/matches';
import { Player } from './helpers/playing';

/** A line on which what the server says can be held back. */
async function patientLine(page: Page): Promise<{ hold(): void; release(): void }> {
  let [holds, held]: [boolean, (() => void)[]] = [false, []];
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.connectToServer().onMessage((message) => (holds ? held.push(() => socket.send(message)) : socket.send(message)));
  });
  return {
    hold: () => (holds = true),
    release: () => {
      for (const send of held) send();
      [holds, held] = [false, []];
    },
  };
}

test('the seat changes by itself while nothing is secret, or when somebody says so', async ({ page }) => {
  await begin(page, (await games(page))[0]!, ['me', 'me']);
  const player = new Player(page);
  const you = page.locator('.sides li', { has: page.locator('.you') });
  const first = (await asked(page)).side;
  await expect(you).toContainText(first);
  const other = await player.playUntil((seen) => seen.side !== first);
  expect(other.state).toBe('asked');
  await expect(you).toContainText(other.side);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Change seats by itself' }).uncheck();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const goOn = page.getByRole('button', { name: /^Go on as / });
  for (let seen = await look(page); !(await goOn.isVisible()); seen = await look(page)) {
    if (seen.state === 'asked') await player.answer(seen);
    await page.locator('section[aria-label="Your decision"], .banner').first().waitFor();
  }
  await expect(page.locator('.banner')).toContainText('is asked now');
  await shot(page, 'hand-over-banner');
  await goOn.click();
  await asked(page);
  await expect(you).not.toContainText(other.side);
});

test('what is secret is covered until the device has been handed over', async ({ page }) => {
  const game = (await games(page)).find((one) => one.rosters.some((roster) => roster.key === 'plants'));
  expect(game, 'a book with plants that hide').toBeDefined();
  const line = await patientLine(page);
  const plants = (['me', 'me'] as const).map((seat) => ({ seat, roster: { ready: 'plants' } }));
  await begin(page, game!, ['me', 'me'], { sides: [...plants] });
  const player = new Player(page);
  const covered = await player.playUntil((seen) => seen.state === 'covered');
  expect(covered.state).toBe('covered');
  await expect(page.getByRole('heading', { name: /^Pass the device to (Red|Blue) \(Ada\)$/ })).toBeVisible();
  // This is counted at once: what is only covered after a moment has been seen.
  const shown = () => page.locator('[data-model], [data-key], [aria-label=Log]').count();
  expect(await shown(), 'nothing of the table is on the page').toBe(0);
  await shot(page, 'hand-over-covered');
  const to = (await page.getByRole('heading').innerText()).includes('Red') ? 'Red' : 'Blue';

  // However long the other's table takes, nothing is shown before it is there.
  line.hold();
  const taken = player.answer(covered);
  await expect(cover(page).getByRole('button')).toBeDisabled();
  expect(await shown(), 'the table of the last one is not on the page').toBe(0);
  line.release();
  await taken;
  expect((await asked(page)).side).toBe(to);
});
