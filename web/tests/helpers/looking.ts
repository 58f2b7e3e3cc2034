// What somebody at a table sees of it.

import { expect, type Locator, type Page } from '@playwright/test';

export interface Option {
  key: string;
  /** Whether it declines something or ends what is going on: such options stand apart from the others. */
  apart: boolean;
}

export type Form = 'one' | 'some' | 'number' | 'path' | 'paths' | 'along' | 'point' | 'facing' | 'placement' | 'dice';

export interface Seen {
  /** Whether a question is asked, the match is over, the device shall be handed over, or others are waited for. */
  state: 'asked' | 'over' | 'covered' | 'waiting';
  /** How many steps were played, as the timeline tells it. */
  steps: number;
  side: string;
  prompt: string;
  form: Form | null;
  options: Option[];
}

export const decision = (page: Page): Locator => page.getByRole('region', { name: 'Your decision' });
export const commitButton = (page: Page): Locator => decision(page).locator('button[aria-keyshortcuts="Enter"]');
export const result = (page: Page): Locator => page.getByRole('region', { name: 'Result' });
export const theLog = (page: Page): Locator => page.getByRole('region', { name: 'Log', exact: true });
export const theTimeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' });
/** What hides the table until the device has been handed over. */
export const cover = (page: Page): Locator => page.locator('main.blank');
export const counters = (page: Page): Locator => page.locator('[data-model]');
export const theTable = (page: Page): Locator => page.getByRole('group', { name: /^Table, \d/ });

/**
 * Reads the page once; whoever is patient is told nothing while others are waited for. It runs in the browser, so it
 * can use nothing from here.
 */
function read(patient: boolean): Seen | null {
  const words = (element: Element | null | undefined) => (element?.textContent ?? '').trim();
  // A question that comes before the last answer is acknowledged does not listen yet.
  const question = document.querySelector('section[aria-label="Your decision"]:not(:has(.commit[aria-busy=true]))');
  const has = (selector: string) => question?.querySelector(selector) != null;
  const says = (text: string) => words(question?.querySelector('.body')).includes(text);
  const button = (text: string) => [...(question?.querySelectorAll('.body button') ?? [])].some((one) => words(one) === text);
  const form = (): Form => {
    if (has('.choices')) return has('.choices [role=checkbox]') ? 'some' : 'one';
    if (button('Stay here')) return 'path';
    if (button('All stay')) return 'paths';
    if (has('[aria-label="Dice so far"]')) return 'dice';
    if (has('[aria-label="Direction"]')) return 'facing';
    if (has('input[type=range]')) return 'along';
    if (has('input[type=number]')) return 'number';
    return says('shall stand') ? 'placement' : 'point';
  };
  const covered = document.querySelector('main.blank') !== null;
  const over = document.querySelector('section[aria-label="Result"]') !== null;
  if (patient && !covered && !over && !question) return null;
  const steps = /of\s*(\d+)/.exec(words(document.querySelector('section[aria-label="Timeline"] .where')));
  return {
    state: covered ? 'covered' : over ? 'over' : question ? 'asked' : 'waiting',
    steps: steps ? Number(steps[1]) : -1,
    side: words(question?.querySelector('.side')),
    prompt: words(question?.querySelector('h2')),
    form: question ? form() : null,
    options: [...(question?.querySelectorAll('button[data-key]') ?? [])].map((one) => ({
      key: one.getAttribute('data-key') ?? '',
      apart: one.classList.contains('apart'),
    })),
  };
}

export const look = async (page: Page): Promise<Seen> => (await page.evaluate(read, false))!;

/** Waits until this browser has something to do, or nothing any more. What is told is what ended the waiting. */
export async function asked(page: Page): Promise<Seen> {
  const seen = await page.waitForFunction(read, true);
  return (await seen.jsonValue())!;
}

/** Waits until one of several browsers has something to do, and says which. */
export async function askedAmong(pages: Page[]): Promise<[Page, Seen]> {
  let found: [Page, Seen] | null = null;
  await expect.poll(async () => {
    for (const page of pages) {
      const seen = await look(page);
      if (seen.state !== 'waiting') found ??= [page, seen];
    }
    return found !== null;
  }, { intervals: [20, 50, 100, 200] }).toBe(true);
  return found!;
}

/** The lines of the log, from the oldest on the page to the newest. */
export const logLines = (page: Page): Promise<string[]> => theLog(page).locator('li.line').allInnerTexts();

/** Where everybody is drawn. */
export const positions = (page: Page): Promise<string[]> =>
  counters(page).evaluateAll((all) => all.map((one) => `${one.getAttribute('data-model')} ${one.getAttribute('transform')}`).sort());
