import { describe, expect, it } from 'vitest';
import type { Thought } from '../protocol';
import { hundredths, nextThought, thoughtsAt, weighed } from './thoughts';

const thought = (step: number, options: [string, number][] = []): Thought => ({ step, input: 0, side: 1, reasons: { intent: 'to win', options, trials: 3 } });

describe('thoughts', () => {
  const all = [thought(2), thought(2), thought(7)];

  it('belong to the picture they led to', () => {
    expect(thoughtsAt(all, 3)).toHaveLength(2);
    expect(thoughtsAt(all, 2)).toEqual([]);
    expect(nextThought(all, 3, 1)).toBe(8);
    expect(nextThought(all, 8, 1)).toBeNull();
    expect(nextThought(all, 8, -1)).toBe(3);
  });

  it('compare what was weighed', () => {
    expect(weighed(thought(0, [['shoot', 412], ['hide', 312], ['run', -88]]))).toEqual([
      { words: 'Shoot', worth: '+41.2', length: 100 }, { words: 'Hide', worth: '+31.2', length: 81 }, { words: 'Run', worth: '−8.8', length: 6 },
    ]);
    expect(weighed(thought(0, [['shoot', 5], ['hide', 5]])).map((one) => one.length)).toEqual([100, 100]);
    expect(hundredths(0)).toBe('0');
  });
});
