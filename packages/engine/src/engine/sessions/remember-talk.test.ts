import { expect, test } from 'vitest';
import { soundsAmending } from './remember-talk.ts';

test.each([
  ['User: Amendment after the audit: tombstones only suppress lower sources.', true],
  ['User: We are changing the retry rule: nine now.', true],
  ['User: scrap the old policy, years are dropped too', true],
  ['User: The earlier rule no longer holds.', true],
  ['Agent: This supersedes the global kill list.\n\nUser: Right.', true],
  ['Agent: Shall I amend the commit?\n\nUser: yes', false],
  ['Agent: I would replace the earlier rule.\n\nUser: No, keep it.', false],
  ['User: The build is red again.', false],
])('%s', (content, expected) => {
  expect(soundsAmending([content])).toBe(expected);
});
