import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseDriver } from '../database.ts';
import { createPostgresDriver } from './postgres-driver.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pool of one connection whose other side is gone without a word: a statement ends when its socket is closed, and not before. */
function deadPool() {
  const released: unknown[] = [];
  const failing: ((error: Error) => void)[] = [];
  let isOpen = true;
  const query: PostgresClient['query'] = () =>
    new Promise((_, reject) => (isOpen ? failing.push(reject) : reject(new Error('the socket is closed'))));
  const destroy = (): void => {
    isOpen = false;
    for (const fail of failing) fail(new Error('the socket was closed'));
  };
  const client: PostgresClient = {
    query,
    release: (destroy) => released.push(destroy),
    on: () => undefined,
    off: () => undefined,
    connection: { stream: { destroy } },
  };
  const state = { isEnded: false };
  const pool: PostgresPool = {
    connect: async () => client,
    end: async () => void (state.isEnded = true),
    on: () => undefined,
  };
  const driver: DatabaseDriver = createPostgresDriver({ pool, ownsPool: true, schema: null, preparedStatements: true });
  return { driver, released, state };
}

const STATEMENT = { text: 'select 1', values: [] };

/** How a promise stands; `open` = neither. */
function watched(promise: Promise<unknown>): () => unknown {
  let end: unknown = 'open';
  promise.then(
    () => (end = 'fulfilled'),
    (error: unknown) => (end = (error as { code?: unknown }).code),
  );
  return () => end;
}

test('a connection that answers nothing any more is given up after a minute, and its place in the pool is free', async () => {
  const { driver, released } = deadPool();
  const end = watched(driver.run('org', [STATEMENT]));
  await vi.advanceTimersByTimeAsync(59_999);
  expect([end(), released]).toEqual(['open', []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(end()).toBe('database-unavailable');
  await vi.advanceTimersByTimeAsync(2000);
  expect(released).toEqual([true]);
});

test('what no organisation asked, such as a migration, takes as long as it takes, and closing waits some seconds for it', async () => {
  const { driver, released, state } = deadPool();
  const end = watched(driver.run(null, [STATEMENT]));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(end()).toBe('open');
  const closed = watched(driver.close());
  await vi.advanceTimersByTimeAsync(4999);
  expect([end(), closed(), released]).toEqual(['open', 'open', []]);
  await vi.advanceTimersByTimeAsync(2001);
  expect([end(), closed(), released, state.isEnded]).toEqual(['database-unavailable', 'fulfilled', [true], true]);
});
