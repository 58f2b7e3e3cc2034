import { expect, it } from 'vitest';
import { ago } from './ago';

it('says how long ago something was', () => {
  expect([0, 59, 60, 150, 3600, 7300, 86400, 200000].map(ago)).toEqual([
    'just now', 'just now', '1 minute ago', '2 minutes ago', '1 hour ago', '2 hours ago', '1 day ago', '2 days ago',
  ]);
});
