import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { systemClock } from '@inkling/engine/operator';
import { createStanding } from './standing.ts';

/** A database whose connections are read-only until one has refused a write, as behind a name that moved. */
function movingDatabase(kind: Database['kind']): Database {
  let isReadOnly = true;
  const operator = {
    query: async ({ text }: { readonly text: string }) => {
      if (!isReadOnly || !text.startsWith('delete')) return [];
      isReadOnly = false;
      throw new InklingError('database-unavailable', 'No writes.', { details: { sqlstate: '25006' } });
    },
  };
  return { kind, operator } as unknown as Database;
}

test('a server that takes no writes is not ready, for a reason of its own', async () => {
  const log = { note: () => undefined, failure: () => undefined } as never;
  const draining = new AbortController().signal;
  const database = movingDatabase('postgres');
  const standing = createStanding({ database, directory: '.', clock: systemClock, log, draining });
  standing.begin();
  await standing.settled();
  expect([await standing.readiness(), await standing.readiness()]).toEqual(['read-only', 'ready']);
});

test('a daemon without git on its path says so, once in its log', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const failures: unknown[] = [];
  const log = { note: () => undefined, failure: (error: unknown) => failures.push(error) } as never;
  const draining = new AbortController().signal;
  const found = [];
  for (const searched of [process.env['PATH'], '/nowhere']) {
    vi.stubEnv('PATH', searched);
    const database = movingDatabase('postgres');
    const standing = createStanding({ database, directory: '.', clock: systemClock, log, draining });
    standing.begin();
    await standing.settled();
    found.push(standing.isWithoutGit());
  }
  expect(found).toEqual([false, true]);
  expect(failures).toMatchObject([{ code: 'dependency-missing' }]);
});

test('one that stops says so, whatever its database says', async () => {
  const log = { note: () => undefined, failure: () => undefined } as never;
  const stop = new AbortController();
  const parts = { database: movingDatabase('postgres'), directory: '.', clock: systemClock, log };
  const standing = createStanding({ ...parts, draining: stop.signal });
  expect(await standing.readiness()).toBe('starting');
  standing.begin();
  stop.abort();
  expect(await standing.readiness()).toBe('draining');
});
