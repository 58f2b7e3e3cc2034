import { describe, expect, it } from 'vitest';
import { askComputer, computerWords, readComputer } from './computers';

describe('names of computer players', () => {
  it('say what it is like', () => {
    expect(readComputer('veteran')).toEqual({ level: 'veteran', character: null, time: null });
    expect(readComputer('veteran:bold@200ms')).toEqual({ level: 'veteran', character: 'bold', time: '200ms' });
    expect(computerWords('regular')).toBe('regular');
    expect(computerWords('veteran:bold')).toBe('bold veteran');
    expect(computerWords('veteran@200ms')).toBe('veteran (200ms)');
  });

  it('need no word for the usual', () => {
    expect(askComputer('veteran', 'steady', 'steady')).toBe('veteran');
    expect(askComputer('veteran', 'bold', 'steady')).toBe('veteran:bold');
    expect(askComputer('novice', null)).toBe('novice');
  });
});
