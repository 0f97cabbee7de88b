import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createCancelledCalls } from '../../src/base/threads/cancelled-calls.ts';
import type { IndexHost } from '../../src/memory/search/host/index-host.ts';
import { createIndexHost } from '../../src/memory/search/host/worker-index-host.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../../src/memory/search/search-settings.ts';

const PROGRAM = new URL('../../dist/memory/search/host/search-worker.js', import.meta.url);
const workerData = { settings: DEFAULT_SEARCH_SETTINGS, cancelled: createCancelledCalls() };

/** As the built engine has one. */
const indexHost = (): IndexHost => createIndexHost({ startWorker: () => new Worker(PROGRAM, { workerData }) });

test('a thread that goes on to the next memory has nothing of the one before, which it answers no more', async () => {
  for (let life = 0; life < 3; life += 1) {
    const host = indexHost();
    expect(await host.stats()).toEqual([]);
    await host.open('scope');
    expect(await host.stats()).toMatchObject([{ scopeKey: 'scope' }]);
    await host.close();
    await expect(host.stats()).rejects.toMatchObject({ code: 'closed' });
  }
});

test('one that is ended in the middle of a call rejects it, and the next memory has another', async () => {
  const host = indexHost();
  const late = host.stats();
  await Promise.all([expect(late).rejects.toMatchObject({ code: 'closed' }), host.close()]);
  const next = indexHost();
  expect(await next.stats()).toEqual([]);
  await next.close();
});
