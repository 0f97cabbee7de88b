import { expect, test } from 'vitest';
import { findContradictions, type Claim } from './find-contradictions.ts';

let made = 0;
const says = (content: string, projectId: string | null = 'api'): Claim => ({
  id: `id-${(made += 1)}`,
  projectId,
  content,
  createdAt: new Date(Date.UTC(2026, 0, made)).toISOString(),
});

test('the same with another number', () => {
  const [older, newer] = [says('Retries are capped at 5 attempts.'), says('Retries are capped at 7 attempts.')];
  expect(findContradictions([newer, older])).toEqual([{ because: 'number', newer, older, likeness: 1 }]);
});

test('a denial of the same', () => {
  const [older, newer] = [says('The build uses the network cache.'), says('The build never uses the network cache.')];
  expect(findContradictions([older, newer])).toMatchObject([{ because: 'negation', newer: { id: newer.id } }]);
});

test.each([
  ['Retries are capped at 5 attempts.', 'Retries are capped at 5 attempts, always.'],
  ['Retries are capped at 5 attempts.', 'Uploads are limited to 7 megabytes.'],
  ['Port 80', 'Port 81'],
  ['Never use the cache, no exceptions for cache writes.', 'Use the cache, exceptions for cache writes.'],
])('%j and %j are none', (a, b) => {
  expect(findContradictions([says(a), says(b)])).toEqual([]);
});

test('projects do not contradict each other', () => {
  const statements = [says('Tokens expire after 15 minutes.'), says('Tokens expire after 60 minutes.', 'web')];
  expect(findContradictions(statements)).toEqual([]);
});

test('two thousand statements with one word in common are not compared with each other', () => {
  const many = Array.from({ length: 2000 }, (_, index) => says(`service topic${index} listens on ${index}`));
  expect(findContradictions(many)).toEqual([]);
});

test('the most alike come first, and no more than were asked for', () => {
  const pair = [
    says('Sessions of admin users expire after 15 minutes'),
    says('Sessions of admin users expire after 30 minutes'),
  ];
  const looser = [says('Uploads larger than 5 megabytes fail'), says('Uploads larger than 9 megabytes fail silently')];
  expect(findContradictions([...looser, ...pair]).map(({ likeness }) => likeness)).toEqual([1, 5 / 6]);
  expect(findContradictions([...looser, ...pair], 1)).toHaveLength(1);
});
