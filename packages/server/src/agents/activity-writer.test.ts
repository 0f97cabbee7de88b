import type { ActivityInput } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { createActivityWriter } from './activity-writer.ts';

/** A store that remembers its statements, and a clock whose time passes when the test says so. */
function parts(append: (numbers: readonly unknown[]) => Promise<[]> = async () => []) {
  const written: (readonly [string, readonly unknown[]])[] = [];
  const ids: unknown[][] = [];
  const dates: unknown[][] = [];
  let now = 0;
  const due: (() => void)[] = [];
  const failures: unknown[] = [];
  const writer = createActivityWriter(
    {
      append: (sessionId, inputs) => {
        const numbers = inputs.map(({ body }) => body['n']);
        written.push([sessionId, numbers]);
        ids.push(inputs.map(({ id }) => id));
        dates.push(inputs.map(({ occurredAt }) => occurredAt));
        return append(numbers);
      },
    },
    {
      now: () => (now += 1000),
      monotonic: () => 0,
      schedule(callback) {
        due.push(callback);
        return () => undefined;
      },
    },
    (error) => failures.push(error),
  );
  const passTime = (): void => {
    for (const callback of due.splice(0)) callback();
  };
  const settled = (sessionId: string): Promise<void> => {
    passTime();
    return writer.settled(sessionId);
  };
  return { writer, written, ids, dates, failures, passTime, settled };
}

const told = (...numbers: readonly number[]): ActivityInput[] =>
  numbers.map((n) => ({ type: 'action', body: { name: 'x', n } }));

test('what comes within a moment goes into one statement, in order', async () => {
  const { writer, written, passTime } = parts();
  writer.write('a', told(1));
  writer.write('b', told(2));
  writer.write('a', told(3, 4));
  expect(written).toEqual([]);
  passTime();
  await writer.allSettled();
  expect(written).toEqual([
    ['a', [1, 3, 4]],
    ['b', [2]],
  ]);
});

test('what is not known yet keeps its place, and a failure of it only itself', async () => {
  const { writer, written, failures, settled } = parts();
  writer.write('a', told(1));
  writer.writeLater('a', Promise.resolve(told(2)));
  writer.writeLater('a', Promise.reject(new Error('unreadable')));
  writer.write('a', told(3));
  await settled('a');
  expect(written).toEqual([['a', [1, 2, 3]]]);
  expect(failures).toEqual([new Error('unreadable')]);
});

test('nothing that was awaited is no statement', async () => {
  const { writer, written, settled } = parts();
  writer.writeLater('a', Promise.resolve([]));
  await settled('a');
  await settled('never heard of');
  expect(written).toEqual([]);
});

test('what comes while a statement runs is written behind it', async () => {
  let release = (): void => undefined;
  const held = new Promise<[]>((resolve) => (release = () => resolve([])));
  const { writer, written, settled } = parts(() => held);
  writer.write('a', told(1));
  const isSettled = settled('a');
  await expect.poll(() => written.length).toBe(1);
  writer.write('a', told(2));
  release();
  await isSettled;
  expect(written.map(([, numbers]) => numbers)).toEqual([[1], [2]]);
});

test('a store that fails is told of, and the next events are written all the same', async () => {
  let isDown = true;
  const { writer, written, failures, settled } = parts(async () => {
    if (isDown) throw new Error('down');
    return [];
  });
  writer.write('a', told(1));
  await settled('a');
  isDown = false;
  writer.write('a', told(2));
  await settled('a');
  expect(failures).toHaveLength(1);
  expect(written).toHaveLength(2);
});

test('one that the store refuses costs none beside it', async () => {
  const refused = new InklingError('activity-too-large', 'too large');
  const { writer, written, failures, settled } = parts(async (numbers) => {
    if (numbers.includes(2)) throw refused;
    return [];
  });
  writer.write('a', told(1, 2, 3));
  await settled('a');
  expect(written.map(([, numbers]) => numbers)).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect(failures).toEqual([refused]);
});

test('while the database is away it is tried again, under the same ids, and what comes meanwhile is written behind it', async () => {
  const state = { isAway: true };
  const { writer, written, ids, failures, passTime } = parts(async () => {
    if (state.isAway) throw new InklingError('database-unavailable', 'away');
    return [];
  });
  writer.write('a', told(1));
  for (let tries = 1; tries <= 3; tries += 1) {
    passTime();
    await expect.poll(() => written.length).toBe(tries);
  }
  writer.write('a', told(2));
  state.isAway = false;
  passTime();
  await writer.settled('a');
  expect(written.map(([, numbers]) => numbers)).toEqual([[1], [1], [1], [1], [2]]);
  expect([...new Set(ids.slice(0, 4).flat())]).toEqual([expect.any(String)]);
  expect(failures).toEqual([]);
});

test('what has no id and no date gets those of the moment in which it is given, not written', async () => {
  const { writer, ids, dates, settled } = parts();
  const own = { id: '0190f0f0-0000-7000-8000-000000000001', occurredAt: new Date(500) };
  writer.write('a', told(1));
  writer.writeLater('a', Promise.resolve(told(2)));
  writer.write('a', [{ type: 'action', body: { name: 'x', n: 3 }, ...own }]);
  await settled('a');
  const v7 = (ms: string): unknown => expect.stringMatching(new RegExp(`^00000000-${ms}-7`));
  expect(ids).toEqual([[v7('03e8'), v7('07d0'), own.id]]);
  expect(dates).toEqual([[new Date(1000), new Date(2000), own.occurredAt]]);
});

test('what a database that stays away does not take is told of, and a daemon that ends does not wait for it', async () => {
  const away = new InklingError('database-unavailable', 'away');
  const { writer, written, failures, passTime } = parts(async () => {
    throw away;
  });
  writer.write('a', told(1));
  for (let tries = 1; tries <= 7; tries += 1) {
    passTime();
    await expect.poll(() => written.length).toBe(tries);
  }
  await writer.settled('a');
  expect(failures).toEqual([away]);
  writer.write('b', told(2));
  passTime();
  await expect.poll(() => written.length).toBe(8);
  await writer.close();
  expect(failures).toEqual([away, away]);
});

test('a hundred go into one statement, and of too many the rest is lost', async () => {
  const { writer, written, settled } = parts();
  writer.write('a', told(...Array.from({ length: 950 }, (_, n) => n)));
  writer.write('a', told(...Array.from({ length: 100 }, (_, n) => n)));
  await settled('a');
  expect(written.map(([, numbers]) => numbers.length)).toEqual([...Array.from({ length: 9 }, () => 100), 50]);
});

test('while a store hangs all sessions together have a bound, and what comes when it writes again is taken', async () => {
  const { writer, written, settled } = parts();
  const many = told(...Array.from({ length: 950 }, (_, n) => n));
  for (let session = 0; session < 11; session += 1) writer.write(`s${session}`, many);
  await settled('s9');
  await settled('s10');
  expect(written.some(([sessionId]) => sessionId === 's10')).toBe(false);
  writer.write('s10', told(1));
  await settled('s10');
  expect(written.at(-1)).toEqual(['s10', [1]]);
});
