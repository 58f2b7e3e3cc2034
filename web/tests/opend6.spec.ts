// Squads: placed with one click, moved in formation with one click, and one of them sent elsewhere; a charge, a
// grenade, fire at a squad that moves, and the trap in the hangar.

import type { Page } from '@playwright/test';
import { isDrawnAt, roomInTheMarkedArea, type Room } from './helpers/eyes';
import { expect, shot, test } from './helpers/fixtures';
import { asked, commitButton, counters, decision, logLines, result, theLog, type Seen } from './helpers/looking';
import { begin, games, novice } from './helpers/matches';
import { eager, idle, Player } from './helpers/playing';

const formed = (page: Page) => decision(page).getByRole('group', { name: 'Formation' });
const ghosts = (page: Page) => page.locator('svg.live g.ghost[data-ghost]');

/** Where everybody is going to stand, by the number of the model, in inches from the west and from the north. */
const aims = (page: Page): Promise<[string, number, number][]> =>
  ghosts(page).evaluateAll((all) => all.map((one) => {
    const [x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec([...one.children].find((part) => part.matches('g:not(.pin)'))!.getAttribute('transform')!)!.slice(1).map(Number);
    return [one.getAttribute('data-ghost')!, x! / 100, y! / 100];
  }));

/** Where somebody stands, likewise. */
async function stands(page: Page, model: string): Promise<[number, number]> {
  const transform = await page.locator(`[data-model="${model}"]`).getAttribute('transform');
  const [x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(transform!)!.slice(1).map(Number);
  return [x! / 100, y! / 100];
}

/** Gives the answer that is ready and waits for the next question. */
async function commit(page: Page): Promise<Seen> {
  const question = await decision(page).elementHandle();
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  await commitButton(page).click();
  await page.waitForFunction((old) => !old?.isConnected, question);
  return asked(page);
}

test('a squad is placed and moved with one click each, and one of it goes elsewhere', async ({ page }) => {
  const game = (await games(page)).find((one) => one.key === 'opend6')!;
  await begin(page, game, ['me', novice], { options: { turn_limit: '2' } });
  const player = new Player(page);

  // All of them stand where one of the dots on the table is.
  await player.playUntil((seen) => seen.form === 'placement');
  await expect(decision(page).getByRole('button', { name: 'All together' })).toHaveAttribute('aria-pressed', 'true');
  const dot = (await page.locator('svg.live circle.goal').first().boundingBox())!;
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  const squad = await ghosts(page).count();
  expect(squad).toBeGreaterThan(3);
  await shot(page, 'squad-placed');
  const before = await counters(page).count();
  await commit(page);
  await expect(counters(page)).toHaveCount(before + squad);

  // Squads walk when they are asked what they do.
  player.taste = (options) => options.find((option) => option.key === 'walk') ?? options.find((option) => !option.apart) ?? options[0]!;
  await player.playUntil((seen) => seen.form === 'paths');
  await expect(formed(page)).toBeVisible();
  // A dot is worth going to for the first of them; the others may find something in their way.
  const dots = await page.locator('svg.live circle.goal').all();
  for (const goal of await Promise.all(dots.map(async (dot) => (await dot.boundingBox())!))) {
    await page.mouse.click(goal.x + goal.width / 2, goal.y + goal.height / 2);
    const legal = await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false', { timeout: 3000 }).then(() => true, () => false);
    if (legal) {
      break;
    }
  }
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  const together = await aims(page);
  expect(together.length, 'one click moves more than one of them').toBeGreaterThan(1);
  await shot(page, 'squad-moves');

  // One of them is pushed to the side, and nobody else: the first who has room for it.
  const pad = decision(page).getByRole('group', { name: 'Nudge' }).getByRole('button');
  const rows = decision(page).locator('.form li button');
  let pushed = '';
  let adjusted = together;
  // The first row is all of them.
  for (let row = (await rows.count()) - 1; row >= 1 && !pushed; row -= 1) {
    await rows.nth(row).click();
    const model = (await page.locator('[data-model][aria-pressed="true"]').getAttribute('data-model'))!;
    const [x, y] = together.find(([other]) => other === model)?.slice(1) as [number, number] ?? await stands(page, model);
    for (const way of [0, 1, 2, 3]) {
      await pad.nth(way).click();
      const legal = await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false', { timeout: 3000 }).then(() => true, () => false);
      adjusted = await aims(page);
      const [, newX, newY] = adjusted.find(([other]) => other === model) ?? [model, x, y];
      if (legal && Math.hypot(newX - x, newY - y) > 0.2) {
        pushed = model;
        break;
      }
    }
  }
  expect(pushed, 'one of them goes elsewhere').not.toBe('');
  const others = (all: [string, number, number][]) => all.filter(([model]) => model !== pushed);
  // Whoever stopped short of the one that made room may go a little farther; nobody else goes elsewhere.
  for (const [model, wasX, wasY] of others(together)) {
    const [, nowX, nowY] = others(adjusted).find(([other]) => other === model) ?? [model, NaN, NaN];
    expect(Math.hypot(nowX - wasX, nowY - wasY), `${model} goes where it was going`).toBeLessThan(1.5);
  }
  await shot(page, 'one-goes-elsewhere');

  // While it is asked how they stand there, the table still shows where that will be.
  const next = await commit(page);
  expect(next.prompt).toBe('Where do they face?');
  expect(await aims(page)).toEqual(adjusted);
  await shot(page, 'squad-faces');
  player.taste = (options) => options.find((option) => option.key === 'on their feet') ?? options[0]!;
  await player.playUntil((seen) => seen.steps !== next.steps || seen.form === 'paths');

  // Then they stand there.
  for (const [model, toX, toY] of adjusted) {
    await expect.poll(async () => {
      const [atX, atY] = await stands(page, model);
      return Math.hypot(atX - toX, atY - toY);
    }, { message: `model ${model} has gone where its ghost was` }).toBeLessThan(0.05);
  }

  // And so on to the end.
  await player.chooseOneClick();
  player.taste = idle;
  await player.playToTheEnd();
  await expect(result(page)).toContainText(/wins|A draw/);
  await expect(theLog(page).locator('li.end').last()).toBeVisible();
  await shot(page, 'result-squads');
});

const LANCE = `name = "Reds"
allegiance = "anti"

[[squad]]
name = "Lance"
type = "Anti-Government Soldier"
number = 6
training = { brawling = 1, firearms = 1, command = 2 }
weapons = ["Raygun Carbine"]
`;

const WALL = `name = "Blues"
allegiance = "evil"

[[squad]]
name = "Wall"
type = "Evil Government Soldier"
number = 3
training = { firearms = 1, throwing = 1 }
weapons = ["Raygun Carbine"]
grenades = 1
commander = 2
`;

/**
 * Two squads face each other across an empty yard, played from one seat with real dice: red is south, and whoever
 * could run away stands. The taste is asked for what the setting up leaves open.
 */
async function inTheYard(page: Page, deeds: RegExp[]): Promise<Player> {
  const game = (await games(page)).find((one) => one.key === 'opend6')!;
  await begin(page, game, ['me', 'me'], {
    options: { turn_limit: '1', deployment_depth: '5' },
    sides: [{ seat: 'me', roster: { file: LANCE } }, { seat: 'me', roster: { file: WALL } }],
    table: { file: 'name = "Yard"\nsize = [24, 16]\n' },
    own_dice: true,
  });
  const player = new Player(page);
  const wanted = [/take the south edge/, /move first/, ...deeds];
  player.taste = (options) => wanted.flatMap((deed) => options.filter(({ key }) => deed.test(key)))[0] ?? idle(options, 1);
  // Red rolls higher for the edges and for the initiative, and no threat frightens anybody.
  let rolls = 0;
  player.face = (purpose, sides) => Math.min(sides, /threat/.test(purpose) ? 2 : /edges|initiative/.test(purpose) ? 5 - (rolls++ % 2) * 2 : 5);
  return player;
}

/** Puts a squad in the middle of the marked area: with one click, or one by one if it is small. */
async function placeInTheMiddle(page: Page): Promise<void> {
  const atOnce = (await decision(page).getByRole('button', { name: 'All together', pressed: true }).count()) > 0;
  const clicks = atOnce ? 1 : await decision(page).locator('button.who').count();
  const area = (await page.locator('svg.live rect.within').boundingBox())!;
  const away = ({ x, y }: Room) => Math.hypot(x - area.x - area.width / 2, y - area.y - area.height / 2);
  for (let i = 0; i < clicks; i += 1) {
    const [nearest] = (await page.evaluate(roomInTheMarkedArea)).sort((a, b) => away(a) - away(b));
    await page.mouse.click(nearest!.x, nearest!.y);
    // Where there is room for the next is judged by what is drawn, and that may take a moment.
    if (!atOnce) await page.waitForFunction(isDrawnAt, nearest!);
  }
  await commit(page);
}

/** Each side stands in the middle of its edge and faces the other; in a corner it might have nobody in its arc. */
async function setUp(player: Player): Promise<Seen> {
  const taste = player.taste;
  let side = '';
  player.taste = (options, answers) => options.find(({ key }) => key === (side === 'Red' ? 'face north' : 'face south')) ?? taste(options, answers);
  const enough = (now: Seen) => {
    side = now.side;
    return now.form === 'placement' || now.prompt === 'What does the squad do?';
  };
  let seen = await player.playUntil(enough);
  while (seen.form === 'placement') {
    await placeInTheMiddle(player.page);
    seen = await player.playUntil(enough);
  }
  player.taste = taste;
  return seen;
}

test('a squad charges, and they fight hand to hand', async ({ page }) => {
  const player = await inTheYard(page, [/^charge Wall$/, /^nearest$/, /^hold fire$/, /^stand still$/]);
  const asks = await setUp(player);
  expect(asks.side).toBe('Red');
  const charge = decision(page).locator('button[data-key="charge Wall"]');
  await expect(charge, 'it is told how far that is').toContainText(/\d+\.\d inches to the nearest; up to 13 inches/);
  // Whom it is about can be clicked as well.
  await page.getByRole('button', { name: /^Wall Commander,/ }).click();
  await expect(charge).toHaveAttribute('aria-pressed', 'true');
  await commit(page);
  await player.playUntil((now) => now.state === 'over' || now.prompt === 'Whom do the chargers run at?');
  const far = await logLines(page);
  expect(far.some((line) => line.includes('Lance charges Wall'))).toBe(true);
  expect(far.some((line) => line.includes('Wall tests its morale'))).toBe(true);
  expect(far.some((line) => line.includes('Wall stands'))).toBe(true);
  await shot(page, 'charge');
  // Blow by blow until somebody is hit, or nobody was.
  const { face } = player;
  let blows = 0;
  player.face = (purpose, ...rest) => ((blows += Number(purpose === 'close assault')), face(purpose, ...rest));
  await player.playUntil(() => blows >= 2);
  const told = await logLines(page);
  expect(told.some((line) => /(Lance|Wall) (Commander|\d) fights/.test(line)), 'they have fought').toBe(true);
  // Every line about a squad is marked as its side's.
  await expect(theLog(page).locator('li.line', { hasText: 'Lance charges Wall' }).getByRole('img', { name: 'red' })).toBeVisible();
  await shot(page, 'charge-fought');
});

test('a grenade is thrown at a point of the table', async ({ page }) => {
  const player = await inTheYard(page, [/^stand still$/, /^throw Grenade/]);
  await setUp(player);
  const throws = await player.playUntil((now) => now.form === 'point');
  expect(throws.prompt).toContain('Where does he throw it?');
  const goal = (await page.locator('svg.live circle.goal').first().boundingBox())!;
  await page.mouse.click(goal.x + goal.width / 2, goal.y + goal.height / 2);
  await expect(page.locator('svg.live circle.template, svg.live .template circle').first()).toBeVisible();
  await expect(page.locator('svg.live g.arrow.shot'), 'it is drawn from whom to where').toHaveCount(1);
  await shot(page, 'grenade-aimed');
  await commit(page);
  await player.playUntil((now) => now.form !== 'dice');
  const told = await logLines(page);
  expect(told.some((line) => /Wall \w+ throws a grenade at/.test(line))).toBe(true);
  await shot(page, 'grenade-thrown');
});

test('whoever may fire at a squad that moves sees where it goes', async ({ page }) => {
  const player = await inTheYard(page, [/^walk$/, /^ahead$/, /^on their feet$/]);
  await setUp(player);
  const fire = await player.playUntil((now) => now.prompt.startsWith('Which of your squads fire'));
  expect(fire.side).toBe('Blue');
  await expect(ghosts(page), 'the ways of all who move are drawn').not.toHaveCount(0);
  const ways = await aims(page);
  expect(ways.length).toBeGreaterThan(4);
  await decision(page).locator('button[data-key="Wall"]').click();
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'false');
  expect(await aims(page), 'and stay when somebody shall fire').toEqual(ways);
  await expect(decision(page).locator('button[data-key="Wall"]'), 'what can be chosen is not hidden').toBeInViewport();
  await shot(page, 'opportunity');
});

test('a short game of the trap in the hangar', async ({ page }) => {
  await page.goto('/new/opend6');
  await page.getByRole('radio', { name: /^The trap in the hangar/ }).click();
  // The two forces and the hangar come with the scenario.
  await expect(page.getByRole('region', { name: 'Red', exact: true }).getByRole('radio', { name: /^Hangar Raiders/ })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Blue', exact: true }).getByRole('radio', { name: /^Hangar Garrison/ })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'It shows' })).toHaveCount(0);
  await page.locator('details#options > summary').click();
  await page.getByRole('spinbutton', { name: /^Turns after which/ }).fill('2');
  await page.getByRole('button', { name: 'Start the match' }).click();
  const player = new Player(page, eager);

  // Whose soldiers are placed and which way they face is said with every question.
  await player.playUntil((seen) => seen.form === 'placement');
  await expect(decision(page).locator('.about')).toHaveText(/Frost|Ember/);
  await shot(page, 'hangar-begins');
  await player.playUntil((seen) => seen.prompt === 'Which way does the squad face?');
  await expect(decision(page).locator('.about')).toContainText(/Frost|Ember/);
  await player.playUntil(() => player.answers >= 20);
  await shot(page, 'hangar');
  await player.chooseOneClick();
  player.taste = idle;
  await player.playToTheEnd();
  await expect(result(page)).toContainText(/wins/);
  await shot(page, 'hangar-over');
});
