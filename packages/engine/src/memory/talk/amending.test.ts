import { expect, test } from 'vitest';
import { namesValue, replacedValues, saysAmending, soundsAmending } from './amending.ts';

test.each([
  ['User: Amendment after the audit: tombstones only suppress lower sources.', true],
  ['User: We are changing the retry rule: nine now.', true],
  ['User: scrap the old policy, years are dropped too', true],
  ['User: The earlier rule no longer holds.', true],
  ['Agent: This supersedes the global kill list.\n\nUser: Right.', true],
  ['User: Change the rule for refunds: from now on only refunds over 1000 need a second approval.', true],
  ['User: Update the refund policy: only refunds over 1000 euros need one.', true],
  ['User: We changed our mind about refunds: 1000 euros instead of 500.', true],
  ['User: I have changed my mind on the cache, no TTL.', true],
  ["User: The cache keeps 400 templates. Let's change that: keep 1200 from now on.", true],
  ["User: Let's change that file first.", false],
  ['Agent: Shall I amend the commit?\n\nUser: yes', false],
  ['Agent: I would replace the earlier rule.\n\nUser: No, keep it.', false],
  ['Agent: I will change the rule for tests.\n\nUser: ok', false],
  ['User: The build is red again.', false],
  ['User: Can you change the rule for tests?', false],
  ['User: Update the bucket policy to allow reads.', false],
  ['User: The job retries 5 times instead of 7.', false],
])('%s', (content, expected) => {
  expect(saysAmending([content])).toBe(expected);
  expect(soundsAmending([content])).toBe(expected);
});

test('within a talk, a change of mind may be about the talk itself', () => {
  const later = 'Agent: A TTL of 60 s then?\n\nUser: I changed my mind, no TTL.';
  expect(saysAmending(['User: Add a cache.', later])).toBe(false);
  const found = "Agent: We keep 400 templates.\n\nUser: Let's change that: keep 1200.";
  expect(saysAmending(['User: The cache is too small.', found])).toBe(true);
  expect(saysAmending(['User: The cache is too small.', 'User: Go on.', found])).toBe(false);
  const planned = "Agent: I propose 400 templates.\n\nUser: Let's change that: keep 1200.";
  expect(saysAmending(['User: The cache is too small.', planned])).toBe(false);
  const done = 'Agent: Done, tabs.\n\nUser: I changed my mind, use two spaces.';
  expect(saysAmending(['User: Indent with tabs.', done])).toBe(false);
  expect(saysAmending(['User: Add a cache.', "Agent: 60 s then?\n\nUser: Let's change that: no TTL."])).toBe(false);
});

test.each([
  ['User: The limit for refunds was 500 euros. Raise it to 1000.', ['500']],
  ['User: Please lower the retry limit from 7 attempts to 5.', ['7']],
  ['User: The timeout is currently 1.5 s, set it to 3.', ['1.5']],
  ['User: The retry limit was 7, and the release raised it to 9. Find out why.', []],
  ['User: The page size was 50. Should we raise it to 100?', []],
  ['User: Raise it to 1000.', []],
  ['User: The report shows 40 incidents instead of 1.', []],
])('%s replaces %j', (content, values) => {
  expect(replacedValues(content)).toEqual(values);
  expect(soundsAmending([content])).toBe(values.length > 0);
  expect(saysAmending([content])).toBe(false);
});

test('a value is a whole number of a text', () => {
  expect(namesValue('refunds over 500 euros.', '500')).toBe(true);
  expect(namesValue('refunds over €500, not 1000', '500')).toBe(true);
  expect(namesValue('refunds over 1500 euros', '500')).toBe(false);
  expect(namesValue('version 5.500', '500')).toBe(false);
});
