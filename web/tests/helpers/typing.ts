// Answers any question with the keyboard alone.

import { expect, type Page } from '@playwright/test';
import { roomInTheMarkedArea } from './eyes';
import { asked, commitButton, decision, type Seen } from './looking';
import { brisk, diceWanted, type Taste } from './playing';

const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];

export class Typist {
  answers = 0;

  constructor(
    readonly page: Page,
    private readonly taste: Taste = brisk,
  ) {}

  async playUntil(enough: (seen: Seen) => boolean | Promise<boolean>, most = 200): Promise<Seen> {
    for (let i = 0; i < most; i += 1) {
      const seen = await asked(this.page);
      if (seen.state === 'over' || (await enough(seen))) return seen;
      await this.answer(seen);
    }
    throw new Error(`what was waited for has not come in ${most} answers`);
  }

  async answer(seen: Seen): Promise<void> {
    const question = await decision(this.page).elementHandle();
    await this.#prepare(seen);
    await expect(commitButton(this.page), `“${seen.prompt}” can be answered`).toHaveAttribute('aria-disabled', 'false');
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction((old) => !old?.isConnected, question);
    this.answers += 1;
  }

  async #prepare(seen: Seen): Promise<void> {
    switch (seen.form) {
      case 'one': return this.#choose(seen);
      case 'some': return this.#some(seen);
      case 'path': case 'paths': case 'point': return this.#walk();
      case 'placement': return this.#place();
      case 'dice': return this.#throw();
      case 'facing': return this.page.keyboard.press(String((this.answers % 8) + 1));
      case 'number': case 'along': return this.page.keyboard.press('ArrowUp');
      case null: throw new Error('nothing is asked');
    }
  }

  async #press(index: number): Promise<void> {
    const key = await decision(this.page).locator('button[data-key]').nth(index).getAttribute('aria-keyshortcuts');
    expect(key, 'the option has a key').not.toBeNull();
    await this.page.keyboard.press(key!);
  }

  async #choose(seen: Seen): Promise<void> {
    await this.#press(seen.options.indexOf(this.taste(seen.options, this.answers)));
  }

  async #some(seen: Seen): Promise<void> {
    for (const index of seen.options.keys()) {
      if ((await commitButton(this.page).getAttribute('aria-disabled')) === 'false') return;
      await this.#press(index);
    }
  }

  /** Tries one direction after the other until there is a way. */
  async #walk(): Promise<void> {
    for (let i = 0; i < ARROWS.length; i += 1) {
      const arrow = ARROWS[(this.answers + i) % ARROWS.length]!;
      await this.page.keyboard.press(arrow);
      await this.page.keyboard.press(`Control+${arrow}`);
      const there = commitButton(this.page).and(this.page.locator('[aria-disabled=false]'));
      if (await there.waitFor({ timeout: 2000 }).then(() => true, () => false)) return;
      await this.page.keyboard.press('Escape');
    }
  }

  /** Pushes everybody from where the page would put them to where there is room. */
  async #place(): Promise<void> {
    await this.page.keyboard.press('ArrowUp');
    const stands = decision(this.page).locator('button.who[aria-pressed=true] .figures');
    const [east, north] = (await stands.innerText()).split(', ').map(Number) as [number, number];
    const [place] = await this.page.evaluate(roomInTheMarkedArea);
    expect(place, 'there is room in the marked area').toBeDefined();
    await this.#push('ArrowRight', 'ArrowLeft', place!.east - east);
    await this.#push('ArrowUp', 'ArrowDown', place!.north - north);
  }

  /** Whole inches with the arrow alone, the rest with Shift. */
  async #push(on: string, back: string, far: number): Promise<void> {
    const arrow = far > 0 ? on : back;
    const tenths = Math.round(Math.abs(far) * 10);
    for (let i = 0; i < Math.floor(tenths / 10); i += 1) await this.page.keyboard.press(arrow);
    for (let i = 0; i < tenths % 10; i += 1) await this.page.keyboard.press(`Shift+${arrow}`);
  }

  async #throw(): Promise<void> {
    const { count, sides } = await diceWanted(this.page);
    for (let i = 0; i < count; i += 1) await this.page.keyboard.press(String(((this.answers + i) % Math.min(sides, 9)) + 1));
  }
}
