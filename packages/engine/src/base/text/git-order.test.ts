import { expect, test } from 'vitest';
import { isGitOrder } from './git-order.ts';

test.each([
  'commit this',
  'Good, commit this and push',
  'squash the last two commits and push to main!',
  'rebase onto main',
  'ok, open a PR',
  'git commit with a good message please',
])('%j', (text) => expect(isGitOrder(text)).toBe(true));

test.each(['', 'Merge sorted runs', 'push notifications twice', 'commit offsets once a batch', 'main branch', 'yes'])(
  'not %j',
  (text) => expect(isGitOrder(text)).toBe(false),
);
