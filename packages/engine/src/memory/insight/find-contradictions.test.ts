import { expect, test } from 'vitest';
import { findContradictions, type Claim } from './find-contradictions.ts';

let made = 0;
const says = (content: string, projectId: string | null = 'api'): Claim => ({
  id: `id-${(made += 1)}`,
  projectId,
  content,
  createdAt: new Date(Date.UTC(2026, 0, made)).toISOString(),
});

const dontWait = (): Promise<void> => Promise.resolve();

test('the same with another number', async () => {
  const [older, newer] = [says('Retries are capped at 5 attempts.'), says('Retries are capped at 7 attempts.')];
  expect(await findContradictions([newer, older], dontWait)).toEqual([
    { because: 'number', newer, older, likeness: 1 },
  ]);
});

test('a denial of the same', async () => {
  const [older, newer] = [says('The build uses the network cache.'), says('The build never uses the network cache.')];
  expect(await findContradictions([older, newer], dontWait)).toMatchObject([
    { because: 'negation', newer: { id: newer.id } },
  ]);
});

test.each([
  ['Retries are capped at 5 attempts.', 'Retries are capped at 5 attempts, always.'],
  ['Retries are capped at 5 attempts.', 'Uploads are limited to 7 megabytes.'],
  ['Port 80', 'Port 81'],
  ['Never use the cache, no exceptions for cache writes.', 'Use the cache, exceptions for cache writes.'],
])('%j and %j are none', async (a, b) => {
  expect(await findContradictions([says(a), says(b)], dontWait)).toEqual([]);
});

test('projects do not contradict each other', async () => {
  const statements = [says('Tokens expire after 15 minutes.'), says('Tokens expire after 60 minutes.', 'web')];
  expect(await findContradictions(statements, dontWait)).toEqual([]);
});

test('two thousand statements with one word in common are not compared with each other', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => says(`service topic${index} listens on ${index}`));
  expect(await findContradictions(many, dontWait)).toEqual([]);
});

test('the most alike come first, and no more than were asked for', async () => {
  const pair = [
    says('Sessions of admin users expire after 15 minutes'),
    says('Sessions of admin users expire after 30 minutes'),
  ];
  const looser = [says('Uploads larger than 5 megabytes fail'), says('Uploads larger than 9 megabytes fail silently')];
  const found = await findContradictions([...looser, ...pair], dontWait);
  expect(found.map(({ likeness }) => likeness)).toEqual([1, 5 / 6]);
  expect(await findContradictions([...looser, ...pair], dontWait, 1)).toHaveLength(1);
});

test('others get their turn between statements and between words', async () => {
  const many = Array.from({ length: 40 }, (_, index) => says(`The cache of part${index % 20} holds ${index} rows`));
  let turns = 0;
  await findContradictions(many, () => {
    turns += 1;
    return Promise.resolve();
  });
  expect(turns).toBeGreaterThan(many.length);
});
