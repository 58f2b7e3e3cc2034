import { describe, expect, it } from 'vitest';
import { routeOf } from './route';

describe('routeOf', () => {
  it('knows every page', () => {
    expect(routeOf('/')).toEqual({ page: 'home' });
    expect(routeOf('/new/requiem')).toEqual({ page: 'new', game: 'requiem' });
    expect(routeOf('/t/k3f9')).toEqual({ page: 'match', match: 'k3f9' });
    expect(routeOf('/join/s3cret')).toEqual({ page: 'join', secret: 's3cret' });
    expect(routeOf('/rules/mutants')).toEqual({ page: 'rules', game: 'mutants' });
  });

  it('does not mind a slash at the end, and reads what was encoded', () => {
    expect(routeOf('/rules/mutants/')).toEqual({ page: 'rules', game: 'mutants' });
    expect(routeOf('/join/a%2Fb')).toEqual({ page: 'join', secret: 'a/b' });
  });

  it('says so when there is no such page', () => {
    for (const path of ['/new', '/t', '/t/one/two', '/elsewhere', '/join/%E0%A4%A']) {
      expect(routeOf(path)).toEqual({ page: 'not-found', path });
    }
  });
});
