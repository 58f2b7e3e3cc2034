import { describe, expect, it, vi } from 'vitest';
import { BINDINGS, press, type Hands, type Press, type Where } from './keys';
import { INCH } from './measure';
import { RESERVED } from './options';

const hands = (more: Partial<Hands> = {}): Hands => ({
  enter: vi.fn(), back: vi.fn(), nudge: vi.fn(() => false), step: vi.fn(() => true), candidate: vi.fn(() => true), key: vi.fn(() => false), undo: vi.fn(),
  find: vi.fn(), odds: vi.fn(), centre: vi.fn(), fit: vi.fn(), ruler: vi.fn(), sight: vi.fn(), grid: vi.fn(), ranges: vi.fn(), close: vi.fn(),
  timeline: vi.fn(), keys: vi.fn(), ...more,
});
const key = (name: string, more: Partial<Press> = {}): Press =>
  ({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });
const table: Where = { typing: false, pressable: false, nowhere: true, deciding: true };
const panel: Where = { typing: false, pressable: true, nowhere: false, deciding: true };
const field: Where = { typing: true, pressable: true, nowhere: false, deciding: true };
const log: Where = { typing: false, pressable: true, nowhere: false, deciding: false };

describe('keys', () => {
  it('nudges first and walks through options only if there is nothing to nudge', () => {
    const none = hands();
    press(key('ArrowDown'), table, none);
    expect(none.step).toHaveBeenCalledWith(1);
    const ghost = hands({ nudge: vi.fn(() => true) });
    press(key('ArrowDown', { ctrlKey: true }), table, ghost);
    expect(ghost.nudge).toHaveBeenCalledWith({ x: 0, y: -3 * INCH });
    expect(ghost.step).not.toHaveBeenCalled();
  });

  it('leaves Enter and Space to buttons, and everything but Esc to fields', () => {
    const seen = hands();
    expect(press(key('Enter'), panel, seen)).toBe(false);
    expect(press(key(' '), panel, seen)).toBe(false);
    expect(press(key('m'), field, seen)).toBe(false);
    expect(press(key('z', { ctrlKey: true }), field, seen)).toBe(false);
    expect(press(key('Escape'), field, seen)).toBe(true);
    expect(seen.enter).not.toHaveBeenCalled();
    expect(seen.back).toHaveBeenCalledOnce();
  });

  it('leads Tab to the models from nowhere, and leaves it to the browser everywhere else', () => {
    expect(press(key('Tab'), table, hands())).toBe(true);
    expect(press(key('Tab'), table, hands({ candidate: () => false }))).toBe(false);
    expect(press(key('Tab'), panel, hands())).toBe(false);
  });

  it('leaves arrows to lists and sliders elsewhere', () => {
    const seen = hands({ nudge: vi.fn(() => true) });
    for (const name of ['ArrowDown', 'PageUp', 'Backspace']) expect(press(key(name), log, seen)).toBe(false);
    expect(seen.nudge).not.toHaveBeenCalled();
    expect(press(key('m'), log, seen)).toBe(true);
  });

  it('asks the draft before anything else', () => {
    const own = hands({ key: vi.fn(() => true) });
    expect(press(key('R', { shiftKey: true }), table, own)).toBe(true);
    expect(own.key).toHaveBeenCalledWith('r');
  });

  it('leaves the browser its own shortcuts', () => {
    const seen = hands();
    for (const name of ['r', 'l', 'f']) expect(press(key(name, { ctrlKey: true }), table, seen)).toBe(false);
    expect(press(key('ArrowLeft', { altKey: true }), table, seen)).toBe(false);
  });

  it('keeps the letters free that mean something', () => {
    const letters = BINDINGS.flatMap((group) => group.bindings).flatMap((binding) => binding.keys.match(/\b[A-Z]\b/g) ?? []);
    const single = letters.filter((letter) => letter !== 'Z').map((letter) => letter.toLowerCase());
    expect([...new Set(single)].sort().join('')).toBe(RESERVED);
  });
});
