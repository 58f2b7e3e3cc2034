// Orders that are given in secret and turned up together.

import { expect, shot, test } from './helpers/fixtures';
import { invite, offer } from './helpers/inviting';
import { askedAmong, logLines, look, type Seen } from './helpers/looking';
import { aboutSide, everything } from './helpers/overhearing';
import { Player } from './helpers/playing';

test('nobody learns an order before both have given theirs', async ({ page: ada, somebody }) => {
  const bea = await somebody('Bea');
  const told = everything(bea);
  const aboutRed = () => aboutSide(told, 0);
  await offer(ada, 'killzone');
  await invite(ada, bea);

  // They deploy one after the other, and then both are asked at once; one of the browsers may show it first.
  const players = [new Player(ada), new Player(bea)];
  const givesOrders = (seen: Seen) => seen.state === 'asked' && seen.prompt.startsWith('Under which order');
  for (let answers = 0; ; answers += 1) {
    expect(answers, 'orders are asked for').toBeLessThan(120);
    const [page, seen] = await askedAmong([ada, bea]);
    if (givesOrders(seen)) break;
    await players[page === ada ? 0 : 1]!.answer(seen);
  }
  for (const page of [ada, bea]) await expect.poll(async () => givesOrders(await look(page))).toBe(true);
  await shot(ada, 'orders');

  const log = await logLines(bea);
  expect(aboutRed().length, 'the server tells Bea about red').toBeGreaterThan(0);
  players[0]!.taste = (options) => options.find(({ key }) => key === 'order Keep Down') ?? options[0]!;
  await players[0]!.answer(await look(ada));
  await expect.poll(async () => (await look(ada)).state).toBe('waiting');
  expect(await logLines(bea), 'the log tells Bea nothing').toEqual(log);
  expect(aboutRed().filter((model) => /Keep Down/.test(model)), 'nor does what her browser hears').toEqual([]);

  // Once all are given they lie open for everybody.
  for (let answers = 0; answers < 40 && !aboutRed().some((model) => /Keep Down/.test(model)); answers += 1) {
    const [page, seen] = await askedAmong([ada, bea]);
    await players[page === ada ? 0 : 1]!.answer(seen);
  }
  expect(aboutRed().some((model) => /Keep Down/.test(model)), 'in the end Bea sees the order').toBe(true);
  await shot(bea, 'orders-shown');
});
