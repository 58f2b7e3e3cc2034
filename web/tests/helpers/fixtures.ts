// What every test has: browsers that hurry, that write down every complaint, and that can be photographed.

import { mkdirSync } from 'node:fs';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

interface Furniture {
  /** Complaints that belong to what is tested, such as those about a line that was cut on purpose. */
  expectComplaints: (pattern: RegExp) => void;
  /** Somebody else with a browser of their own. */
  somebody: (name: string) => Promise<Page>;
}

interface Hidden {
  /** Everything the browsers complained about; whatever is not expected fails the test. */
  heard: { all: string[]; expected: RegExp[] };
}

export const test = base.extend<Furniture & Hidden>({
  heard: [async ({}, use) => {
    const heard: Hidden['heard'] = { all: [], expected: [] };
    await use(heard);
    const serious = heard.all.filter((complaint) => !heard.expected.some((pattern) => pattern.test(complaint)));
    expect(serious, 'the browsers had nothing to complain about').toEqual([]);
  }, { auto: true }],
  expectComplaints: async ({ heard }, use) => use((pattern) => void heard.expected.push(pattern)),
  context: async ({ context, heard }, use) => {
    await prepare(context, 'Ada', heard.all);
    await use(context);
  },
  somebody: async ({ browser, heard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const context = await browser.newContext();
      contexts.push(context);
      await prepare(context, name, heard.all);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };

/** Nothing is shown slowly, nobody is asked for a name, and no complaint is overheard. */
async function prepare(context: BrowserContext, name: string, complaints: string[]): Promise<void> {
  await context.addInitScript((name) => {
    if (location.protocol === 'about:') return;
    const keep = (key: string, value: unknown) => localStorage.getItem(key) ?? localStorage.setItem(key, JSON.stringify(value));
    keep('dustup.play', { speed: 'instant', oneClick: false, grid: false, autoSwitch: true });
    keep('dustup.name', name);
  }, name);
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}

/** Waits until what has just changed is drawn; even where motion is reduced, colours wait for the next frame. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A picture for people to look at, if they have asked for pictures. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const folder = process.env.SHOTS === '1' ? 'test-results/shots' : process.env.SHOTS;
  mkdirSync(folder, { recursive: true });
  await drawn(page);
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.screenshot({ path: `${folder}/${name}-${width}.png` });
}
