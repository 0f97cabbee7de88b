import { expect, test } from 'vitest';
import { isGoOn } from './is-go-on.ts';

test.each(['continue', 'Yes, please!', 'ok go on', 'good, thanks', 'LGTM', 'do it', 'weiter', '继续', 'да, продолжай'])(
  'go on: %s',
  (prompt) => expect(isGoOn(prompt)).toBe(true),
);

test.each([
  '',
  '?!',
  'commit this',
  'yes, but keep the cache',
  'continue with the parser',
  'run it again',
  'no no no no no no no no no',
])('more than go on: %j', (prompt) => expect(isGoOn(prompt)).toBe(false));
