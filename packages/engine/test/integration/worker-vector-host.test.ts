import { Worker } from 'node:worker_threads';
import { createVectorHost, type VectorHost } from '@inkling/engine/testing';
import { expect, test } from 'vitest';
import { batchOf, vectorHostContract } from '../contracts/vector-host-contract.ts';

// A worker thread can only run the built package, so this goes through its public subpath.
const WORKER_FILE = new URL('../../dist/memory/embeddings/store/vector-worker.js', import.meta.url);

vectorHostContract('worker', () => createVectorHost());

const SPACE = { modelId: 'test/model', dimension: 2 };
const question = { vector: Float32Array.of(1, 0), nearest: 1, ids: [] };

/** A host whose threads the test can end. */
function createMortalHost(): { host: VectorHost; workers: Worker[] } {
  const workers: Worker[] = [];
  const host = createVectorHost({
    startWorker() {
      const worker = new Worker(WORKER_FILE);
      workers.push(worker);
      return worker;
    },
  });
  return { host, workers };
}

test('no thread is started before the first call', () => {
  const { workers } = createMortalHost();
  expect(workers).toEqual([]);
});

test('a thread that dies rejects the calls under way; the next call starts a new one with nothing loaded', async () => {
  const { host, workers } = createMortalHost();
  await host.open('s', SPACE);
  // Told to end first: a thread that is awake answers one question within the time that ending it takes.
  const ended = workers[0]!.terminate();
  const failure = host.match('s', question).catch((error: unknown) => error);
  await ended;
  expect(await failure).toMatchObject({ code: 'search-worker-failed' });
  expect(host.has('s')).toBe(false);
  expect(await host.match('s', question)).toBeNull();
  expect(workers).toHaveLength(2);
  await host.close();
});

test('closing rejects the calls under way with code closed', async () => {
  const { host } = createMortalHost();
  await host.open('s', SPACE);
  const failure = host.match('s', question).catch((error: unknown) => error);
  await host.close();
  expect(await failure).toMatchObject({ code: 'closed' });
});

test('a vector of another dimension fails its call and not the thread', async () => {
  const { host, workers } = createMortalHost();
  await host.open('s', { ...SPACE, dimension: 3 });
  await expect(host.put('s', batchOf({ a: 0 }))).rejects.toMatchObject({ code: 'invalid-input' });
  expect(await host.match('s', { ...question, vector: Float32Array.of(1, 0, 0) })).toEqual({
    similarities: new Map(),
    typical: null,
  });
  expect(workers).toHaveLength(1);
  await host.close();
});
