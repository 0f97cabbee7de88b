import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCancelledCalls } from '../../src/base/threads/cancelled-calls.ts';
import type { IndexHost } from '../../src/memory/search/host/index-host.ts';
import { createIndexHost } from '../../src/memory/search/host/worker-index-host.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../../src/memory/search/search-settings.ts';

const PROGRAM = new URL('../../dist/memory/search/host/search-worker.js', import.meta.url);
const workerData = { settings: DEFAULT_SEARCH_SETTINGS, cancelled: createCancelledCalls() };

/** As the built engine has one. */
const indexHost = (): IndexHost => createIndexHost({ startWorker: () => new Worker(PROGRAM, { workerData }) });

/** Threads of that program that wait for the next memory, the next one last: see `keep-threads.mjs`. */
const { idle } = (globalThis as unknown as { keptThreads: { idle: Map<string, { worker: Worker }[]> } }).keptThreads;
const waiting = (): readonly Worker[] => (idle.get(PROGRAM.href) ?? []).map(({ worker }) => worker);

// One that has had many lives is not given back: these tests have their own, beside those of other files.
const others = idle.get(PROGRAM.href) ?? [];
beforeAll(() => void idle.delete(PROGRAM.href));
afterAll(() => void idle.get(PROGRAM.href)?.push(...others));

test('a thread that goes on to the next memory has nothing of the one before, which it answers no more', async () => {
  const threads = new Set<Worker | undefined>();
  for (let life = 0; life < 3; life += 1) {
    const host = indexHost();
    expect(await host.stats()).toEqual([]);
    await host.open('scope');
    expect(await host.stats()).toMatchObject([{ scopeKey: 'scope' }]);
    await host.close();
    await expect(host.stats()).rejects.toMatchObject({ code: 'closed' });
    threads.add(waiting().at(-1));
  }
  expect(waiting()).toEqual([...threads]);
});

test('one that is ended in the middle of a call rejects it, and the next memory has another', async () => {
  const [thread] = waiting();
  const host = indexHost();
  const late = host.stats();
  await Promise.all([expect(late).rejects.toMatchObject({ code: 'closed' }), host.close()]);
  const next = indexHost();
  expect(await next.stats()).toEqual([]);
  await next.close();
  expect(waiting()).toHaveLength(1);
  expect(waiting()).not.toContain(thread);
});
