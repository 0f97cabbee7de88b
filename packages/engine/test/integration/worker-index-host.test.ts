import { Worker } from 'node:worker_threads';
import { createIndexHost, type IndexHost } from '@inkling/engine/testing';
import { expect, test } from 'vitest';
import { describeIndexHost } from '../contracts/index-host-contract.ts';

// A worker thread can only run the built package, so this goes through its public subpath.
const WORKER_FILE = new URL('../../dist/memory/search/host/search-worker.js', import.meta.url);

describeIndexHost('worker', () => createIndexHost());

const query = { text: 'deploy', now: 10, limit: 5 };

/** A host whose threads the test can end. */
function createMortalHost(): { host: IndexHost; workers: Worker[] } {
  const workers: Worker[] = [];
  const host = createIndexHost({
    startWorker(data) {
      const worker = new Worker(WORKER_FILE, { workerData: data });
      workers.push(worker);
      return worker;
    },
  });
  return { host, workers };
}

test('a thread that dies rejects the calls under way; the next call starts a new one with nothing loaded', async () => {
  const { host, workers } = createMortalHost();
  await host.open('s');
  expect(host.has('s')).toBe(true);
  // Some 100 ms of work: a search alone can be answered before the thread is told to end.
  const text = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ');
  const heavy = Array.from({ length: 200 }, (_, at) => ({
    id: String(at),
    text,
    paths: [],
    createdAt: at,
    projectId: null,
    conversational: false,
  }));
  const failure = host.put('s', heavy).catch((error: unknown) => error);
  await workers[0]!.terminate();
  expect(await failure).toMatchObject({ code: 'search-worker-failed' });
  expect(host.has('s')).toBe(false);
  expect(await host.search('s', query)).toBeNull();
  expect(workers).toHaveLength(2);
  await host.open('s');
  expect(await host.search('s', query)).toEqual([]);
  await host.close();
});

test('a request that breaks the search fails alone', async () => {
  const host = createIndexHost();
  await host.open('s');
  const broken = { id: 'a', text: null } as never;
  await expect(host.put('s', [broken])).rejects.toMatchObject({ code: 'search-worker-failed' });
  expect(await host.search('s', query)).toEqual([]);
  await host.close();
});

test('an abort in the middle rejects at once and frees the thread for the next search', async () => {
  const host = createIndexHost();
  await host.open('s');
  const text = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
  await host.put(
    's',
    Array.from({ length: 5000 }, (_, at) => ({
      id: `d${at}`,
      text,
      paths: [],
      createdAt: at,
      projectId: null,
      sessionId: 'one',
      conversational: true,
    })),
  );
  const controller = new AbortController();
  const slow = host.search('s', { text, now: 1e9, limit: 5 }, controller.signal).catch((error: unknown) => error);
  const reason = new Error('deadline');
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
  expect(await slow).toBe(reason);
  expect(await host.search('s', { text: 'word1', now: 1e9, limit: 5 })).toHaveLength(5);
  await host.close();
});
