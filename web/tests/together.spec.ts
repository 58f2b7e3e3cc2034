// Two people in two browsers, a third who watches, and a line that breaks.

import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { askedAmong, decision, logLines, look } from './helpers/looking';
import { invite, offer } from './helpers/inviting';
import { begin, games } from './helpers/matches';
import { Player, playTogether } from './helpers/playing';

/** A line to the server that can be cut and mended. */
async function cuttable(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (isCut) return void socket.close({ code: 1001 });
    open.add(socket);
    socket.connectToServer();
  });
  return {
    cut: async () => {
      isCut = true;
      await Promise.all([...open].map((socket) => socket.close({ code: 1001 })));
    },
    mend: () => (isCut = false),
  };
}

test('two browsers play by invitation, lose the line and go on', async ({ page: ada, somebody, expectComplaints }) => {
  expectComplaints(/WebSocket/);
  const [bea, cyd] = [await somebody('Bea'), await somebody('Cyd')];
  const line = await cuttable(bea);
  await offer(ada, (await games(ada))[0]!.key);
  await invite(ada, bea);
  await cyd.goto(ada.url());
  await expect(ada.locator('.sides')).toContainText('Bea');

  const players = [new Player(ada), new Player(bea)];
  const both = () => askedAmong([ada, bea]);
  await playTogether(players, 8, both);
  const [asks, seen] = await both();
  const waits = asks === ada ? bea : ada;
  expect((await look(waits)).state, 'only one is asked').toBe('waiting');
  await expect(waits.getByRole('region', { name: 'Who must act' })).toContainText(`${seen.side} (${asks === ada ? 'Ada' : 'Bea'}) decides`);
  await expect(waits).toHaveTitle(new RegExp(`^${seen.side} decides`));
  await shot(waits, 'waiting');

  await line.cut();
  await expect(bea.getByRole('button', { name: /Connection lost|Connecting/ })).toBeVisible();
  await expect(ada.locator('.sides')).toContainText('Bea (away)');
  await shot(bea, 'connection-lost');
  // Whoever is still there plays on as far as that goes.
  for (let now = await look(ada); now.state === 'asked'; now = await look(ada)) await players[0]!.answer(now);
  line.mend();
  await expect(bea.getByRole('button', { name: /Connection lost|Connecting/ })).toBeHidden();
  await expect(ada.locator('.sides')).not.toContainText('(away)');

  await playTogether(players, 6, both);
  await both();
  // Any of the browsers may be the last to hear what happened, so none of them is taken for the truth.
  const known = async (page: Page) => ({ log: await logLines(page), steps: (await look(page)).steps });
  await expect(async () => {
    const truth = await known(ada);
    expect(truth.log.length).toBeGreaterThan(8);
    for (const other of [bea, cyd]) expect(await known(other)).toEqual(truth);
  }).toPass({ timeout: 15_000 });

  await expect(cyd.getByRole('region', { name: 'Who must act' })).toContainText('decides');
  await expect(decision(cyd), 'whoever watches decides nothing').toHaveCount(0);
  await expect(cyd.locator('[data-key]')).toHaveCount(0);
  await expect(cyd.locator('.undo')).toHaveCount(0);
  await shot(cyd, 'spectator');
});

test('a used link seats nobody else', async ({ page: ada, somebody, expectComplaints }) => {
  expectComplaints(/403/);
  const { links } = await begin(ada, (await games(ada))[0]!, ['me', 'open']);
  const [bea, cyd] = [await somebody('Bea'), await somebody('Cyd')];
  await bea.goto(links[0]!.path);
  await expect(bea).toHaveURL(/\/t\//);
  const refused = cyd.waitForResponse('**/api/join');
  await cyd.goto(links[0]!.path);
  expect((await refused).ok()).toBe(false);
  await expect(cyd.getByRole('heading', { name: 'This seat cannot be taken' })).toBeVisible();
  await expect(cyd.getByRole('alert')).toContainText('You could not sit down');
});
