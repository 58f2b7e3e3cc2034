// A shot out of turn, at the place of an enemy's way that whoever shoots names; and bullets that nobody else counts.

import type { Page } from '@playwright/test';
import { expect, shot, test } from './helpers/fixtures';
import { askedAmong, commitButton, counters, decision, logLines, look, type Seen } from './helpers/looking';
import { begin, games } from './helpers/matches';
import { aboutSide, everything } from './helpers/overhearing';
import { mouse, Player } from './helpers/playing';

const WATCH = `name = "The Watch"
band = "Gangers"
bullets = 3

[[model]]
name = "Hawk"
troop = "Chief"
weapons = ["Rifle"]
`;

const RUN = `name = "The Run"
band = "Gangers"

[[model]]
name = "Hare"
troop = "Badass"
weapons = ["Mace"]
`;

/** Ada's Hawk has two bullets and waits; Bea's Hare, who is slower, comes into the open before him. */
async function beforeTheMove(ada: Page, bea: Page): Promise<Player[]> {
  const game = (await games(ada)).find((one) => one.key === 'punkapocalyptic')!;
  const { links } = await begin(ada, game, ['me', 'open'], {
    sides: [{ seat: 'me', roster: { file: WATCH } }, { seat: 'open', roster: { file: RUN } }],
    table: { file: 'name = "Yard"\nsize = [24, 24]\n' },
  });
  await bea.goto(links[0]!.path);
  await expect(bea).toHaveURL(/\/t\//);
  const wanted = [/^2 bullets$/, /^get ready$/, /^move$/, /^face ahead$/, /^done$/];
  const taste: Player['taste'] = (options) => wanted.flatMap((deed) => options.filter(({ key }) => deed.test(key)))[0] ?? options[0]!;
  return [new Player(ada, taste), new Player(bea, taste)];
}

/** Answers in whichever browser is asked until something is asked there, and says in which. */
async function until(players: Player[], enough: (seen: Seen) => boolean): Promise<Page> {
  for (let answers = 0; answers < 60; answers += 1) {
    const [page, seen] = await askedAmong(players.map((player) => player.page));
    if (enough(seen)) return page;
    expect(seen.state, 'the match goes on').toBe('asked');
    await players.find((player) => player.page === page)!.answer(seen);
  }
  throw new Error('what was waited for has not come');
}

const model = (page: Page, name: string) => counters(page).and(page.getByRole('button', { name: new RegExp(`^${name},`) }));

type Place = { x: number; y: number };

/** Presses the table so many inches north or south of where somebody stands. */
async function pressBeside(page: Page, name: string, south: number): Promise<void> {
  const { x, y, width, height } = (await model(page, name).locator('.hit').boundingBox())!;
  const inch = await page.evaluate(() => document.querySelector<SVGSVGElement>('svg.live')!.getScreenCTM()!.a * 100);
  await mouse.pressAt(page, x + width / 2, y + height / 2 + south * inch);
}

/** Who stands where, in inches from the west and from the north. */
async function places(page: Page, name: string): Promise<Place> {
  const transform = await model(page, name).getAttribute('transform');
  const [x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(transform!)!.slice(1).map(Number);
  return { x: x! / 100, y: y! / 100 };
}

test('a shot falls in the middle of a move, where the one who shoots wants it', async ({ page: ada, somebody }) => {
  const bea = await somebody('Bea');
  const players = await beforeTheMove(ada, bea);
  expect(await until(players, (seen) => seen.form === 'path'), 'the slower one moves').toBe(bea);
  const began = await places(bea, 'Hare');

  // Three inches towards the middle of the table; while it is still coming nearer, a press misses.
  const ahead = began.y > 12 ? -1 : 1;
  await expect(async () => {
    await pressBeside(bea, 'Hare', 3 * ahead);
    await expect(decision(bea).locator('.cost')).toHaveText(/^(2\.9\d?|3(\.0\d?)?) of 4 inches$/, { timeout: 2000 });
  }).toPass({ timeout: 15_000 });
  await expect(commitButton(bea)).toHaveAttribute('aria-disabled', 'false');
  await shot(bea, 'punk-move');
  await commitButton(bea).click();

  // Before Hare arrives, Ada is asked, and sees the way.
  expect(await until(players, (seen) => seen.prompt === 'Does anybody use defensive fire?')).toBe(ada);
  expect((await look(bea)).state, 'Bea waits').toBe('waiting');
  const fires = decision(ada).locator('button[data-key="Hawk fires with Rifle"]');
  await expect(fires, 'it is told how likely that is').toContainText(/or less/);
  await expect(ada.locator('svg.live g.ghost[data-ghost]'), 'she sees the way before she decides').toHaveCount(1);
  await shot(ada, 'punk-defensive');
  await fires.click();
  await commitButton(ada).click();
  expect(await until(players, (seen) => seen.form === 'along')).toBe(ada);
  await expect(async () => {
    await pressBeside(ada, 'Hare', 1.5 * ahead);
    await expect(decision(ada).locator('.far')).toHaveText(/^1\.[456] inches of (2\.9|3) inches$/, { timeout: 2000 });
  }).toPass({ timeout: 15_000 });
  await shot(ada, 'punk-point');
  const shots = (await logLines(ada)).length;
  await commitButton(ada).click();

  // Both are told where it was, and what came of it.
  for (const page of [ada, bea]) {
    await expect.poll(() => logLines(page)).toContainEqual(expect.stringMatching(/Hare is at .* 1\.[4-6]\d* inches on its way/));
    await expect.poll(() => logLines(page)).toContainEqual(expect.stringContaining('Hawk was ready for Hare'));
  }
  expect((await logLines(ada)).length).toBeGreaterThan(shots);
  await until(players, (seen) => seen.state === 'over' || !/^Where (on its way is it shot at|does it face)\?$/.test(seen.prompt));
  await shot(bea, 'punk-shot');

  // Whoever was downed lies where the shot fell; whoever was not has gone on.
  const fell = (await logLines(bea)).some((line) => /Hare is (Downed|downed)/.test(line));
  if (!fell) {
    await expect.poll(async () => Math.abs((await places(bea, 'Hare')).y - began.y)).toBeCloseTo(3, 0);
  }
});

test('nobody counts the bullets of others', async ({ page: ada, somebody }) => {
  const bea = await somebody('Bea');
  const [toAda, toBea] = [everything(ada), everything(bea)];
  const players = await beforeTheMove(ada, bea);
  await until(players, (seen) => seen.form === 'path');
  for (const page of [ada, bea]) {
    await page.getByRole('tab', { name: /^Models/ }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: /^Hawk/ }).click();
  }
  const cardOf = (page: Page) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Hawk' }) });
  await expect(cardOf(ada)).toContainText(/Bullets\s*2|2\s*Bullets/);
  const card = cardOf(bea);
  await expect(card).toContainText('Rifle');
  await expect(card).not.toContainText('Bullets');
  await shot(bea, 'punk-no-bullets');

  const bullets = (model: string) => model.includes('"Bullets"');
  expect(aboutSide(toAda, 0).filter(bullets), 'Ada is told how many she has').not.toEqual([]);
  expect(aboutSide(toBea, 0), 'Bea is told about red').not.toEqual([]);
  expect(aboutSide(toBea, 0).filter(bullets), 'but not about its bullets').toEqual([]);
  expect(toBea.filter((text) => /\d (patched )?bullets/.test(text)), 'nor what Ada could choose from').toEqual([]);
});
