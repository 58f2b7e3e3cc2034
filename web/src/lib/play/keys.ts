// The keys of the table: what they are called, and what they do.

import { nudge } from './measure';

export interface Binding {
  keys: string;
  does: string;
}

export const BINDINGS: { title: string; bindings: Binding[] }[] = [
  {
    title: 'Deciding',
    bindings: [
      { keys: '1–9, a–z', does: 'choose the option with this key; once more does it' },
      { keys: 'Enter', does: 'do what the button says' },
      { keys: 'Esc', does: 'up one level; never does anything that counts' },
      { keys: '↑ ↓', does: 'the option above or below' },
      { keys: 'Tab, Shift Tab', does: 'the next or previous model that can be chosen' },
      { keys: '/', does: 'type to find an option' },
      { keys: 'O', does: 'odds of what is chosen' },
      { keys: 'Ctrl Z', does: 'undo, or ask to take back' },
    ],
  },
  {
    title: 'Moving and placing',
    bindings: [
      { keys: 'Arrows', does: 'nudge by 1 inch; with Shift 0.1, with Ctrl 3' },
      { keys: 'Shift click, B', does: 'add a bend' },
      { keys: 'Backspace', does: 'remove the last bend, place or die' },
      { keys: 'Page up, Page down', does: 'a higher or lower level' },
      { keys: 'R', does: 'show or hide where it can get to' },
    ],
  },
  {
    title: 'Looking',
    bindings: [
      { keys: 'Space', does: 'bring what matters to the middle' },
      { keys: 'F', does: 'the whole table' },
      { keys: 'M', does: 'ruler' },
      { keys: 'L', does: 'lines of sight' },
      { keys: 'T', does: 'how far the weapons of whoever acts reach' },
      { keys: 'G', does: 'inch grid' },
      { keys: '[ ]', does: 'a step back or on in the timeline' },
      { keys: 'C', does: 'close the rule, the list of keys and the like' },
      { keys: '?', does: 'these keys' },
    ],
  },
];

/** What the page can do for a key. Those that return a value tell whether they had a use for it. */
export interface Hands {
  enter(): void;
  back(): void;
  nudge(by: { x: number; y: number }): boolean;
  step(by: 1 | -1): boolean;
  /** Sets the focus on the first or last model that can be chosen; from there the browser goes on by itself. */
  candidate(by: 1 | -1): boolean;
  key(key: string): boolean;
  undo(): void;
  find(): void;
  odds(): void;
  centre(): void;
  fit(): void;
  ruler(): void;
  sight(): void;
  grid(): void;
  ranges(): void;
  close(): void;
  timeline(by: 1 | -1): void;
  keys(): void;
}

/** What a key press consists of, and where the focus was. */
export interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export interface Where {
  /** In a field that takes text or arrows itself. */
  typing: boolean;
  /** On a button, link or the like, which has its own use for Enter and Space. */
  pressable: boolean;
  /** On nothing at all, as when the page has just been opened. */
  nowhere: boolean;
  /** On the table, nowhere, or in the decision: elsewhere lists and sliders have their own use for arrows. */
  deciding: boolean;
}

export function whereIs(target: EventTarget | null, table: Element | null): Where {
  const element = target instanceof Element ? target : null;
  const typing = element?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') != null;
  const pressable = element?.closest('button, a[href], summary, input, [role=button], [role=tab], [role=option]') != null;
  const nowhere = element === null || element === document.body || element.tagName === 'MAIN';
  const atTable = nowhere || (table?.contains(element) ?? false);
  const deciding = atTable || element?.closest('[data-decision]') != null;
  return { typing, pressable, nowhere, deciding };
}

/** Does what a key means; true if it meant something, so that the browser shall not make anything else of it. */
export function press(event: Press, where: Where, hands: Hands): boolean {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  if (event.key === 'Escape') return done(hands.back());
  if (where.typing) return false;
  if (command && event.key.toLowerCase() === 'z' && !event.shiftKey) return done(hands.undo());
  const push = nudge(event.key, { shift: event.shiftKey, ctrl: command });
  if ((push || event.key.length > 1) && !where.deciding) return false;
  if (push) return hands.nudge(push) || (push.y !== 0 && hands.step(push.y > 0 ? -1 : 1));
  if (command) return false;
  if (event.key === 'Tab') return where.nowhere && hands.candidate(event.shiftKey ? -1 : 1);
  if (event.key === 'Enter') return !where.pressable && done(hands.enter());
  if (event.key === ' ') return !where.pressable && done(hands.centre());
  return plain(event.key, hands);
}

function plain(key: string, hands: Hands): boolean {
  if (hands.key(key.length === 1 ? key.toLowerCase() : key)) return true;
  switch (key.toLowerCase()) {
    case '/': return done(hands.find());
    case '?': return done(hands.keys());
    case '[': return done(hands.timeline(-1));
    case ']': return done(hands.timeline(1));
    case 'm': return done(hands.ruler());
    case 'l': return done(hands.sight());
    case 'o': return done(hands.odds());
    case 'f': return done(hands.fit());
    case 'g': return done(hands.grid());
    case 't': return done(hands.ranges());
    case 'c': return done(hands.close());
    default: return false;
  }
}

function done(_: void): true {
  return true;
}
