// Answers any question by pressing what is on the page, as somebody would who does not know the rules.

import { expect, type Locator, type Page } from '@playwright/test';
import { roomInTheMarkedArea } from './eyes';
import { asked, commitButton, cover, decision, type Option, type Seen } from './looking';

/** How things are pressed: with a mouse or with a finger. */
export interface Hand {
  /** Presses something; `boldly` even if it has just become useless, as people do. */
  press(what: Locator, boldly?: boolean): Promise<void>;
  pressAt(page: Page, x: number, y: number): Promise<void>;
}

export const mouse: Hand = {
  press: (what, force = false) => what.click({ force }),
  pressAt: (page, x, y) => page.mouse.click(x, y),
};

export const finger: Hand = {
  press: (what, force = false) => what.tap({ force }),
  pressAt: (page, x, y) => page.touchscreen.tap(x, y),
};

/** Which option somebody takes; the number says how many answers they have given before. */
export type Taste = (options: Option[], answers: number) => Option;

/** Does something, then ends what is going on, so that everybody gets a turn and rounds go by. */
export const brisk: Taste = (options, answers) => {
  const deeds = options.filter((option) => !option.apart);
  const ends = options.filter((option) => option.apart);
  return (answers % 2 === 0 ? deeds[0] ?? ends[0] : ends[0] ?? deeds[0])!;
};

/** Ends what can be ended, and does something only now and then. */
export const idle: Taste = (options, answers) => {
  const ends = options.filter((option) => option.apart);
  return (answers % 5 === 0 ? options[0] : ends[0] ?? options[0])!;
};

/** Always takes the first thing that can be done. */
export const eager: Taste = (options) => (options.find((option) => !option.apart) ?? options[0])!;

export class Player {
  answers = 0;
  /** What real dice show, where they are asked for; what for is in the words of the question. */
  face = (_purpose: string, sides: number, which: number): number => ((this.answers * 5 + which * 3) % sides) + 1;
  /** Whether the page takes the first click on an option for an answer. */
  oneClick = false;

  constructor(
    readonly page: Page,
    public taste: Taste = brisk,
    private readonly hand: Hand = mouse,
  ) {}

  /** Changes the setting that the first click on an option is enough. */
  async chooseOneClick(): Promise<void> {
    await this.hand.press(this.page.getByRole('button', { name: 'More', exact: true }));
    await this.hand.press(this.page.getByRole('button', { name: 'Settings' }));
    await this.hand.press(this.page.getByRole('checkbox', { name: 'One click does it' }));
    await this.hand.press(this.page.getByRole('button', { name: 'Close', exact: true }));
    this.oneClick = true;
  }

  /** Answers until the match is over. */
  async playToTheEnd(most = 900): Promise<void> {
    for (let seen = await asked(this.page); seen.state !== 'over'; seen = await asked(this.page)) {
      expect(this.answers, `the match goes on and on; the last question was “${seen.prompt}”`).toBeLessThan(most);
      await this.answer(seen);
    }
  }

  /** Answers questions until something is seen, and says what. */
  async playUntil(enough: (seen: Seen) => boolean, most = 150): Promise<Seen> {
    for (let i = 0; i < most; i += 1) {
      const seen = await asked(this.page);
      if (seen.state === 'over' || enough(seen)) return seen;
      await this.answer(seen);
    }
    throw new Error(`what was waited for has not come in ${most} answers`);
  }

  /** Answers the question that is asked, or takes the device that is handed over. */
  async answer(known?: Seen): Promise<void> {
    const seen = known ?? (await asked(this.page));
    if (seen.state === 'covered') return this.#takeTheDevice();
    const ways = this.#ways(seen);
    for (const [i, way] of ways.entries()) {
      if (this.hand === finger) await this.#attend();
      const atOnce = this.oneClick && seen.form === 'one';
      if (atOnce ? await this.#accepted(way) : await this.#tried(way)) {
        this.answers += 1;
        return;
      }
      expect(i, `none of ${ways.length} answers to “${seen.prompt}” was accepted`).toBeLessThan(ways.length - 1);
    }
  }

  /** The cover stays until the other's table is there; whoever looks before that finds it covered again. */
  async #takeTheDevice(): Promise<void> {
    await this.hand.press(cover(this.page).getByRole('button', { name: /^I am .*: show the table$/ }));
    await expect(cover(this.page)).toHaveCount(0);
  }

  /** Turns to the decision: a tap on somebody may have brought their card to the front. */
  async #attend(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: /^Decide/ });
    if ((await tab.getAttribute('aria-selected')) === 'false') await this.hand.press(tab);
  }

  /** Prepares an answer and gives it; false if that is not possible. */
  async #tried(prepare: () => Promise<void>): Promise<boolean> {
    await prepare();
    return (await this.#ready()) && this.#accepted(() => this.hand.press(commitButton(this.page), true));
  }

  /** Gives an answer and waits for what comes of it; false if it was refused. */
  async #accepted(give: () => Promise<void>): Promise<boolean> {
    // A question leaves the page when it is answered; if the answer was refused, it comes back and says so.
    const question = await decision(this.page).elementHandle();
    await give();
    const came = await this.page.waitForFunction((old) => {
      const words = (selector: string) => document.querySelector(selector)?.textContent ?? '';
      if (words('section[aria-label="Your decision"] footer').includes('Not possible:')) return 'refused';
      return old?.isConnected || words('section[aria-label="Who must act"]').includes('on its way') ? false : 'done';
    }, question);
    return (await came.jsonValue()) === 'done';
  }

  /** Waits until the button can be pressed; false if nothing was chosen, or nothing that is legal. */
  async #ready(): Promise<boolean> {
    const ready = await this.page.waitForFunction(() => {
      const footer = document.querySelector('section[aria-label="Your decision"] footer');
      if (footer?.querySelector('[aria-keyshortcuts=Enter]')?.getAttribute('aria-disabled') === 'false') return 'ready';
      return footer?.textContent?.includes('Not possible:') ? 'refused' : false;
    }, undefined, { timeout: 2500 }).then((came) => came.jsonValue(), () => 'nothing');
    return ready === 'ready';
  }

  /** Ways to answer, the most interesting first. */
  #ways(seen: Seen): (() => Promise<void>)[] {
    const box = decision(this.page);
    const press = (name: string | RegExp) => this.hand.press(box.getByRole('button', { name }));
    const turn = this.answers;
    switch (seen.form) {
      case 'one': {
        const wanted = this.taste(seen.options, turn);
        const others = seen.options.filter((option) => option !== wanted);
        return [wanted, ...others].map((option) => () => this.#pick(seen.options.indexOf(option)));
      }
      case 'some': return [() => this.#some(seen)];
      case 'number': return [() => this.#number(), async () => undefined];
      case 'path': return rotated([() => this.#goalOnTheTable(turn), () => this.#suggested(0), () => press('Stay here')], turn)
        .concat([() => this.#suggested(1), () => this.#suggested(2)]);
      case 'paths': return [() => this.#nudge(turn), () => press('All stay')];
      case 'point': return rotated([() => this.#goalOnTheTable(turn), () => this.#suggested(0)], turn).concat([() => this.#nudge(turn)]);
      case 'placement': return [
        ...(turn % 4 === 0 ? [() => this.#suggested(turn)] : []),
        ...Array.from({ length: 24 }, (_, i) => () => this.#placeOnTheTable(i)),
      ];
      case 'facing': return [() => this.hand.press(box.getByRole('group', { name: 'Direction' }).getByRole('button').nth(turn % 8))];
      case 'along': return [async () => undefined];
      case 'dice': return [() => this.#dice()];
      case null: throw new Error('nothing is asked');
    }
  }

  async #pick(index: number): Promise<void> {
    await this.hand.press(decision(this.page).locator('button[data-key]').nth(index));
  }

  async #some(seen: Seen): Promise<void> {
    for (const index of seen.options.keys()) {
      await this.#pick(index);
      if ((await commitButton(this.page).getAttribute('aria-disabled')) === 'false') return;
    }
  }

  async #number(): Promise<void> {
    const more = decision(this.page).getByRole('button', { name: 'One more' });
    if (await more.isEnabled()) await this.hand.press(more);
  }

  /** Presses one of the dots on the table that mark good places. */
  async #goalOnTheTable(which: number): Promise<void> {
    const goals = this.page.locator('svg.live circle.goal');
    const count = await goals.count();
    if (count === 0) return;
    const box = await goals.nth(which % count).boundingBox();
    if (box) await this.hand.pressAt(this.page, box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Chooses from the list of good places. */
  async #suggested(which: number): Promise<void> {
    const list = decision(this.page).locator('details', { hasText: 'Suggested places' });
    if ((await list.count()) === 0) return;
    if ((await list.getAttribute('open')) === null) await this.hand.press(list.locator('summary'));
    const places = list.getByRole('button');
    await this.hand.press(places.nth(which % (await places.count())));
  }

  /** Presses places with room for everybody who has to be placed. */
  async #placeOnTheTable(which: number): Promise<void> {
    const together = decision(this.page).getByRole('button', { name: 'All together', pressed: true });
    // A squad is placed with one press: on a dot on the table, or from the list.
    if ((await together.count()) > 0) return which === 0 ? this.#goalOnTheTable(0) : this.#suggested(which - 1);
    // Each that is taken back takes its button along.
    const taken = decision(this.page).getByRole('button', { name: /^Take .* back$/ });
    while ((await taken.count()) > 0) await this.hand.press(taken.first());
    const models = Math.max(1, await decision(this.page).locator('button.who').count());
    for (let i = 0; i < models; i += 1) {
      const room = await this.page.evaluate(roomInTheMarkedArea);
      expect(room.length, 'there is room in the marked area').toBeGreaterThan(0);
      const { x, y } = room[(which * 7) % room.length]!;
      await this.hand.pressAt(this.page, x, y);
    }
  }

  async #nudge(turn: number): Promise<void> {
    await this.hand.press(decision(this.page).getByRole('group', { name: 'Nudge' }).getByRole('button').nth(turn % 4));
  }

  /** Types what real dice might show. */
  async #dice(): Promise<void> {
    const { count, sides, purpose } = await diceWanted(this.page);
    const faces = Array.from({ length: count }, (_, i) => this.face(purpose, sides, i));
    await decision(this.page).getByRole('textbox', { name: 'The faces as text' }).fill(faces.join(' '));
    await this.page.keyboard.press('Tab');
  }
}

/** How many dice with how many sides a question wants, and what for. */
export async function diceWanted(page: Page): Promise<{ count: number; sides: number; purpose: string }> {
  const words = await decision(page).locator('.need').innerText();
  const [, count, sides, purpose = ''] = /Throw (\d+) .*with (\d+) sides: (.*)/.exec(words) ?? [];
  expect(sides, `“${words}” says which dice are wanted`).toBeDefined();
  return { count: Number(count), sides: Number(sides), purpose };
}

function rotated<T>(all: T[], by: number): T[] {
  const at = by % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}

/** Plays so many answers in a match of several browsers, whoever is asked. */
export async function playTogether(players: Player[], answers: number, whoIsAsked: () => Promise<[Page, Seen]>): Promise<void> {
  for (let i = 0; i < answers; i += 1) {
    const [page, seen] = await whoIsAsked();
    if (seen.state === 'over') return;
    await players.find((player) => player.page === page)!.answer(seen);
  }
}
