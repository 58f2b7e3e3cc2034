// Taking back: freely as long as nothing new was seen, otherwise with leave of the other.

import type { Page } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { asked, askedAmong, logLines, type Seen } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { Player } from './helpers/playing';

const freeUndo = (page: Page) => page.getByRole('button', { name: /^Undo: / });
const askBack = (page: Page) => page.getByRole('button', { name: /^Ask to take back: / });

test('an answer that showed nothing new is undone at once, by button or key', async ({ page }) => {
  await begin(page, (await games(page))[0]!, ['me', novice]);
  const player = new Player(page);
  let before: Seen = await asked(page);
  for (let i = 0; i < 40 && !(await freeUndo(page).isVisible()); i += 1) {
    before = await asked(page);
    await player.answer(before);
    await asked(page);
  }
  for (const undo of [() => freeUndo(page).click(), () => page.keyboard.press('Control+z')]) {
    await expect(freeUndo(page), 'the button names what it undoes').toHaveText(/^\s*Undo: \S+ \S+/);
    await shot(page, 'undo');
    await undo();
    // The next question may have the same words and options, so it is waited for the same step as well.
    await expect.poll(() => asked(page)).toEqual(before);
    await player.answer(before);
    await asked(page);
  }
});

test('what came after dice is taken back if the other agrees', async ({ page: ada, somebody }) => {
  const bea = await somebody('Bea');
  const { links } = await begin(ada, (await games(ada))[0]!, ['me', 'open']);
  await bea.goto(links[0]!.path);
  await expect(bea).toHaveURL(/\/t\//);
  const players = new Map([[ada, new Player(ada)], [bea, new Player(bea)]]);
  const other = (page: Page) => (page === ada ? bea : ada);

  let asker: Page | null = null;
  let before: string[] = [];
  for (let i = 0; i < 80 && asker === null; i += 1) {
    const [page, seen] = await askedAmong([ada, bea]);
    before = await logLines(page);
    await players.get(page)!.answer(seen);
    await askedAmong([ada, bea]);
    if (await askBack(page).isVisible()) asker = page;
  }
  expect(asker, 'some answer could only be taken back with leave').not.toBeNull();

  await askBack(asker!).click();
  await expect(asker!.getByText('Waiting for the others to agree.')).toBeVisible();
  await other(asker!).getByRole('button', { name: 'No', exact: true }).click();
  await expect(askBack(asker!), 'a refusal leaves everything as it is').toBeVisible();
  expect((await logLines(asker!)).length).toBeGreaterThan(before.length);

  await askBack(asker!).click();
  await expect(other(asker!).getByText(/asks to take back:/)).toBeVisible();
  await shot(other(asker!), 'take-back');
  await other(asker!).getByRole('button', { name: 'Let them' }).click();
  await expect.poll(() => logLines(asker!)).toEqual(before);
  await expect.poll(() => logLines(other(asker!))).toEqual(before);
});
