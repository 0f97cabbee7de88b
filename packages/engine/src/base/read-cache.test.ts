import { expect, test } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { createReadCache } from './read-cache.ts';

const TTL_MS = 2000;

/** Reads that the test answers, in the order in which they were asked. */
function createReads() {
  const asked: { key: string | null; answer: (value: string) => void; fail: (why: Error) => void }[] = [];
  const read = (key: string | null) =>
    new Promise<string>((answer, fail) => {
      asked.push({ key, answer, fail });
    });
  return { asked, read };
}

function cacheOf(read: (key: string | null) => Promise<string>, clock = createManualClock()) {
  return createReadCache(read, { clock, ttlMs: TTL_MS });
}

test('callers that ask at once share one read, later ones its answer, until it is too old', async () => {
  const clock = createManualClock();
  const { asked, read } = createReads();
  const cache = cacheOf(read, clock);
  const both = [cache.get('api'), cache.get('api')];
  asked[0]?.answer('before');
  expect(await Promise.all(both)).toEqual(['before', 'before']);
  clock.advance(TTL_MS - 1);
  expect(await cache.get('api')).toBe('before');
  expect(asked).toHaveLength(1);
  clock.advance(1);
  void cache.get('api');
  expect(asked).toHaveLength(2);
});

test('each key has its own answer, null as well', () => {
  const { asked, read } = createReads();
  const cache = cacheOf(read);
  for (const key of ['api', 'web', null, 'api', null]) void cache.get(key);
  expect(asked.map(({ key }) => key)).toEqual(['api', 'web', null]);
});

test('a read that was on its way when something changed answers its callers and nobody after them', async () => {
  const { asked, read } = createReads();
  const cache = cacheOf(read);
  const early = cache.get('api');
  cache.clear();
  const late = cache.get('api');
  asked[1]?.answer('after');
  asked[0]?.answer('before');
  expect(await early).toBe('before');
  expect(await late).toBe('after');
  expect(await cache.get('api')).toBe('after');
});

test('a failure goes to its callers and is not kept', async () => {
  const { asked, read } = createReads();
  const cache = cacheOf(read);
  const failing = cache.get('api');
  asked[0]?.fail(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  const next = cache.get('api');
  asked[1]?.answer('before');
  expect(await next).toBe('before');
});

test('it keeps 1000 answers at most', () => {
  const { asked, read } = createReads();
  const cache = cacheOf(read);
  for (let n = 0; n <= 1000; n += 1) void cache.get(`key-${n}`);
  void cache.get('key-1000');
  expect(asked).toHaveLength(1001);
  void cache.get('key-0');
  expect(asked).toHaveLength(1002);
});

test('one answer is forgotten alone', async () => {
  const { asked, read } = createReads();
  const cache = cacheOf(read);
  for (const key of ['api', 'web']) void cache.get(key);
  cache.forget('api');
  for (const key of ['api', 'web']) void cache.get(key);
  expect(asked.map(({ key }) => key)).toEqual(['api', 'web', 'api']);
});
