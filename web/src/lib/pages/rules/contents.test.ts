import { describe, expect, it } from 'vitest';
import { excerpt, found } from './contents';

const passages = [
  { id: 'REQ-COV-01', text: 'REQ-COV-01 Light cover gives the target one more die.' },
  { id: 'REQ-MEL-06', text: `REQ-MEL-06 ${'A blow is answered by a blow. '.repeat(8)}A stunned model cannot answer. ${'And so on. '.repeat(20)}` },
];

describe('found', () => {
  it('wants every word, in any order and case', () => {
    expect(found(passages, 'DIE cover').map((one) => one.id)).toEqual(['REQ-COV-01']);
    expect(found(passages, 'cover stunned')).toEqual([]);
  });

  it('finds clauses by their ids, and nothing by nothing', () => {
    expect(found(passages, 'mel-06').map((one) => one.id)).toEqual(['REQ-MEL-06']);
    expect(found(passages, '  ')).toEqual([]);
  });
});

describe('excerpt', () => {
  it('leaves short clauses whole and does not repeat their ids', () => {
    expect(excerpt(passages[0]!, 'cover')).toBe('Light cover gives the target one more die.');
  });

  it('shows the place that was found, in whole words', () => {
    const shown = excerpt(passages[1]!, 'stunned');
    expect(shown).toMatch(/^… .*stunned model.* …$/);
    expect(shown.length).toBeLessThan(125);
  });
});
