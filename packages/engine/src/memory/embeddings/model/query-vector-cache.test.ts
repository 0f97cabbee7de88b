import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../test/manual-clock.ts';
import { createDeadline } from '../../../base/deadline.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';
import { createQueryVectorCache, type QueryVectorCacheOptions, watchThread } from './query-vector-cache.ts';

interface Call {
  readonly text: string;
  readonly options: EmbedOptions;
  succeed(): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** Lets what was just settled run to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An embedder whose answers the test gives. */
function controlled(location: Embedder['location'] = 'remote', dimension = 2) {
  const calls: Call[] = [];
  const embedder: Embedder = {
    modelId: 'test/model',
    dimension: 2,
    location,
    embed: ([text = ''], options = {}) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => reject(options.signal?.reason as Error);
        options.signal?.addEventListener('abort', onAbort);
        const settle = (end: () => void): Promise<void> => {
          options.signal?.removeEventListener('abort', onAbort);
          end();
          return settled();
        };
        calls.push({
          text,
          options,
          succeed: () => settle(() => resolve([new Float32Array(dimension).fill(text.length)])),
          fail: (error) => settle(() => reject(error)),
        });
      }),
  };
  return { embedder, calls };
}

function cacheOf(options: Partial<QueryVectorCacheOptions> & Pick<QueryVectorCacheOptions, 'embedder'>) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const cache = createQueryVectorCache({ clock, onError: (error) => errors.push(error), ...options });
  return { cache, clock, errors };
}

describe('a remote embedder', () => {
  test('is not waited for: null first, the vector once it is there', async () => {
    const { embedder, calls } = controlled();
    const { cache } = cacheOf({ embedder });
    expect(cache.get('four')).toBeNull();
    expect(calls.map(({ text, options }) => [text, options.kind])).toEqual([['four', 'query']]);
    await calls[0]!.succeed();
    expect(cache.get('four')).toEqual(Float32Array.of(4, 4));
    expect(calls).toHaveLength(1);
  });

  test('is not waited for with a deadline either', async () => {
    const { embedder, calls } = controlled('remote');
    const { cache, clock } = cacheOf({ embedder });
    expect(await cache.getWithin('text', createDeadline(clock, 1000))).toBeNull();
    await calls[0]!.succeed();
    expect(await cache.getWithin('text', createDeadline(clock, 1000))).toEqual(Float32Array.of(4, 4));
  });

  test('is asked once for a text, however often that is asked for meanwhile', async () => {
    const { embedder, calls } = controlled();
    const { cache } = cacheOf({ embedder });
    for (let turn = 0; turn < 10; turn++) cache.get('text');
    expect(calls).toHaveLength(1);
  });

  test('has so many calls at once; the rest waits, and the oldest of it is dropped', async () => {
    const { embedder, calls } = controlled();
    const { cache } = cacheOf({ embedder, maxConcurrent: 2, maxWaiting: 2 });
    for (const text of ['1', '2', '3', '4', '5', '4']) cache.get(text);
    expect(calls.map(({ text }) => text)).toEqual(['1', '2']);
    await calls[0]!.succeed();
    await calls[1]!.succeed();
    // '3' was dropped; '4' was asked for again after '5'.
    expect(calls.map(({ text }) => text)).toEqual(['1', '2', '5', '4']);
  });
});

describe('bounds', () => {
  test('the vector used longest ago goes first', async () => {
    const { embedder, calls } = controlled();
    const { cache } = cacheOf({ embedder, maxEntries: 2 });
    for (const text of ['a', 'b']) {
      cache.get(text);
      await calls.at(-1)!.succeed();
    }
    cache.get('a');
    cache.get('c');
    await calls.at(-1)!.succeed();
    expect([cache.get('a'), cache.get('c')].every((vector) => vector !== null)).toBe(true);
    expect(cache.get('b')).toBeNull();
  });
});

describe('failures', () => {
  test('are told, and followed by a rest that doubles until a success', async () => {
    const { embedder, calls } = controlled();
    const { cache, clock, errors } = cacheOf({ embedder });
    const failure = new Error('overloaded');
    for (const rest of [1000, 2000, 4000]) {
      cache.get('text');
      await calls.at(-1)!.fail(failure);
      const asked = calls.length;
      clock.advance(rest - 1);
      expect(cache.get('text')).toBeNull();
      expect(calls).toHaveLength(asked);
      clock.advance(1);
    }
    cache.get('text');
    await calls.at(-1)!.succeed();
    expect(errors).toEqual([failure, failure, failure]);
    cache.get('other');
    await calls.at(-1)!.fail(failure);
    clock.advance(1000);
    cache.get('other');
    expect(calls).toHaveLength(6);
  });

  test('a rest is 5 minutes at most', async () => {
    const { embedder, calls } = controlled();
    const { cache, clock } = cacheOf({ embedder });
    for (let turn = 1; turn <= 12; turn++) {
      cache.get('text');
      expect(calls).toHaveLength(turn);
      await calls.at(-1)!.fail(new Error('down'));
      clock.advance(300_000);
    }
  });

  test('drop what waits: its moment has passed when the rest is over', async () => {
    const { embedder, calls } = controlled();
    const { cache } = cacheOf({ embedder, maxConcurrent: 1 });
    cache.get('a');
    cache.get('b');
    await calls[0]!.fail(new Error('down'));
    expect(calls).toHaveLength(1);
  });

  test('a vector of another dimension is a failure', async () => {
    const { embedder, calls } = controlled('remote', 3);
    const { cache, errors } = cacheOf({ embedder });
    cache.get('text');
    await calls[0]!.succeed();
    expect(cache.get('text')).toBeNull();
    expect(errors).toMatchObject([{ code: 'embedder-answer-invalid' }]);
  });
});

describe('a local embedder', () => {
  test('is waited for until the deadline, and its late answer is kept', async () => {
    const { embedder, calls } = controlled('local');
    const { cache, clock } = cacheOf({ embedder });
    const asked = cache.getWithin('text', createDeadline(clock, 20));
    clock.advance(20);
    expect(await asked).toBeNull();
    await calls[0]!.succeed();
    expect(cache.get('text')).toEqual(Float32Array.of(4, 4));
  });

  test('answers within it', async () => {
    const { embedder, calls } = controlled('local');
    const { cache, clock } = cacheOf({ embedder });
    const asked = [1, 2].map(() => cache.getWithin('text', createDeadline(clock, 20)));
    await calls[0]!.succeed();
    expect(await Promise.all(asked)).toEqual([Float32Array.of(4, 4), Float32Array.of(4, 4)]);
    expect(calls).toHaveLength(1);
  });

  test('that fails is null, never an error', async () => {
    const { embedder, calls } = controlled('local');
    const { cache, clock, errors } = cacheOf({ embedder });
    const asked = cache.getWithin('text', createDeadline(clock, 20));
    await calls[0]!.fail(new Error('no memory'));
    expect(await asked).toBeNull();
    expect(errors).toHaveLength(1);
  });
});

test('closing ends what runs without an error, and starts nothing new', async () => {
  const { embedder, calls } = controlled();
  const { cache, errors } = cacheOf({ embedder, maxConcurrent: 1 });
  cache.get('a');
  cache.get('b');
  cache.close();
  await settled();
  cache.get('c');
  expect(calls.map(({ text }) => text)).toEqual(['a']);
  expect(calls[0]!.options.signal?.aborted).toBe(true);
  expect(errors).toEqual([]);
});

describe('an embedder that does not behave', () => {
  test('a call that hangs ends after 30 s, whether or not the model looks at the signal, and counts as a failure', async () => {
    let calls = 0;
    const embedder: Embedder = {
      modelId: 'test/model',
      dimension: 2,
      location: 'local',
      embed: () => ((calls += 1), new Promise(() => undefined)),
    };
    const { cache, clock, errors } = cacheOf({ embedder });
    cache.get('a');
    cache.get('b');
    clock.advance(30_000);
    await settled();
    expect(errors).toMatchObject([{ code: 'embedder-unavailable' }, { code: 'embedder-unavailable' }]);
    cache.get('c');
    expect(calls).toBe(2);
    clock.advance(5_000);
    cache.get('c');
    expect(calls).toBe(3);
  });

  function busyThread(location: Embedder['location']) {
    const clock = createManualClock();
    const calls: string[] = [];
    const embedder: Embedder = {
      modelId: 'test/model',
      dimension: 2,
      location,
      async embed(texts) {
        calls.push(...texts);
        // Time passes and no timer comes.
        clock.advance(200);
        return [Float32Array.of(1, 2)];
      },
    };
    return { ...cacheOf({ embedder, clock }), calls };
  }

  test('one that holds the thread is reported, keeps its vector, and rests', async () => {
    const { cache, errors, calls } = busyThread('local');
    cache.get('a');
    await settled();
    expect(errors).toMatchObject([
      { code: 'embedder-unavailable', message: expect.stringContaining('blocked the thread for 180 ms') as string },
    ]);
    expect(cache.get('a')).toEqual(Float32Array.of(1, 2));
    cache.get('b');
    expect(calls).toEqual(['a']);
  });

  test('a remote one is not blamed for what others did with the thread while it answered', async () => {
    const { cache, errors, calls } = busyThread('remote');
    cache.get('a');
    await settled();
    expect(errors).toEqual([]);
    cache.get('b');
    expect(calls).toEqual(['a', 'b']);
  });
});

test('a thread whose timers come in time is free, however long it takes', () => {
  const clock = createManualClock();
  const watch = watchThread(clock);
  for (let tick = 0; tick < 100; tick += 1) clock.advance(20);
  expect(watch.stop()).toBe(0);
});

test('the longest stretch without a timer counts, wherever it lies', () => {
  const clock = createManualClock();
  const watch = watchThread(clock);
  for (const ms of [20, 320, 20, 120]) clock.advance(ms);
  expect(watch.stop()).toBe(300);
  clock.advance(5000);
  expect(watch.stop()).toBe(300);
});

test('a stretch that has not ended counts too', () => {
  let now = 0;
  const watch = watchThread({ now: () => now, monotonic: () => now, schedule: () => () => undefined });
  now = 170;
  expect(watch.stop()).toBe(150);
});
