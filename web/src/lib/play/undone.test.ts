import { describe, expect, it } from 'vitest';
import { answerInWords } from './undone';

describe('what would be taken back', () => {
  it('speaks of places as people do', () => {
    expect(answerInWords('at 19.894,2.394')).toBe('the place at 19.9, 2.4');
    expect(answerInWords('via 4,4.5 to 4.224,4.825,3')).toBe('the move to 4.2, 4.8');
    expect(answerInWords('to 21.5,23.023')).toBe('the move to 21.5, 23.0');
    expect(answerInWords('stay')).toBe('staying there');
  });

  it('counts where there are several', () => {
    expect(answerInWords('at 1,2; at 3,4')).toBe('the places of 2 models');
    expect(answerInWords('stay; via 1,1 to 2,2; to 3,3')).toBe('the moves of 3 models');
  });

  it('knows directions and stops on the way', () => {
    expect(answerInWords('facing 1,1')).toBe('facing north-east');
    expect(answerInWords('at 3.25')).toBe('the stop after 3.3″');
  });

  it('leaves words and dice alone', () => {
    expect(answerInWords('activate Prepper 1')).toBe('activate Prepper 1');
    expect(answerInWords('4 2 6')).toBe('4 2 6');
  });
});
