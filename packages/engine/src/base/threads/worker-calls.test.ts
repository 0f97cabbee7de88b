import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createWorkerCalls } from './worker-calls.ts';

const ask = (startWorker: () => Worker): Promise<unknown> =>
  createWorkerCalls<string, string>({ startWorker, toError: () => new Error('the thread failed') }).ask('anything');

const BUNDLED = { code: 'dependency-missing', hint: expect.stringContaining('--packages=external') };

test('a thread whose program a bundler left behind says what to do', async () => {
  await expect(ask(() => new Worker(new URL('./no-such-file.js', import.meta.url)))).rejects.toMatchObject(BUNDLED);
  // What is left of the address of a module in a CommonJS bundle.
  const address = (): string | undefined => undefined;
  await expect(ask(() => new Worker(new URL('./worker.js', address())))).rejects.toMatchObject(BUNDLED);
});

test('a program that asks for what is not there has failed by itself', async () => {
  const asking = (): Worker => new Worker(`require('./no-such-file.js')`, { eval: true });
  await expect(ask(asking)).rejects.toThrow('the thread failed');
});
