import { isMainThread, Worker } from 'node:worker_threads';
import { createCancelledCalls } from '../../threads/cancelled-calls.ts';
import { InklingError } from '../../errors.ts';
import { createWorkerCalls } from '../../threads/worker-calls.ts';
import type { DatabaseDriver, Row } from '../database.ts';
import type { WorkerRequest, WorkerSettings } from './pglite-protocol.ts';
import { decodeAnswer, type EncodedAnswer } from '../wire-answer.ts';

/** The end of a thread is held up no longer than this for the database that it opened, nor longer than until it is terminated; then the directory stays taken. */
const CLOSES_WITHIN_MS = 60_000;

/**
 * Starts the worker thread and answers when PGlite is ready in it; the thread ends when it cannot open. `letGo` is called when the thread that called this
 * ends by itself without closing, and nothing is written any more.
 */
export async function startPgliteDriver(
  settings: Omit<WorkerSettings, 'cancelled' | 'closed'>,
  letGo: () => void,
): Promise<DatabaseDriver> {
  const cancelled = createCancelledCalls();
  const closed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: WorkerSettings = { ...settings, cancelled, closed };
  let isRunning = false;
  let lost: Error | null = null;
  const calls = createWorkerCalls<WorkerRequest, EncodedAnswer | null>({
    startWorker() {
      // Another one would find the directory as the first one left it, which its caller has to know.
      if (lost !== null) throw lost;
      isRunning = true;
      return new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData });
    },
    toError: stopped,
    onLost(cause) {
      isRunning = false;
      lost = stopped(cause);
    },
    // A request that has not begun is dropped; PGlite cannot cancel one that has.
    cancelled,
    keepsProcess: true,
  });
  const beginClose = (): boolean => {
    // Nobody is left to hear why it failed; `closed` tells how far it came.
    void calls.ask({ type: 'close' }).catch(() => undefined);
    return isRunning;
  };
  const forgetExit = settings.dataDir === null ? () => undefined : closeWithThread(beginClose, closed, letGo);
  let closing: Promise<void> | null = null;
  async function run(request: WorkerRequest, signal?: AbortSignal): Promise<Row[][]> {
    signal?.throwIfAborted();
    if (closing) throw new InklingError('closed', 'The database is closed.');
    const answer = await calls.ask(request, { signal });
    return answer ? decodeAnswer(answer) : [];
  }
  async function close(): Promise<void> {
    try {
      if (isRunning) await calls.ask({ type: 'close' });
    } finally {
      await calls.close().finally(forgetExit);
    }
  }
  await calls.ask({ type: 'open' }).catch(async (error: unknown) => {
    await calls.close().finally(forgetExit);
    throw error;
  });
  return {
    kind: 'pglite',
    run: (orgId, statements, { signal, urgent: isUrgent = signal !== undefined } = {}) =>
      run({ type: 'run', orgId, statements, isUrgent, isWarmUp: false }, signal),
    warmUp: (orgId, statements) => run({ type: 'run', orgId, statements, isUrgent: false, isWarmUp: true }),
    close: () => (closing ??= close()),
  };
}

/**
 * Closes the database when this thread ends by itself, and lets go of it then; what this returns calls that off. Behind the event no program runs here, and
 * the worker is ended wherever it is: until it has closed, it may still write.
 */
function closeWithThread(beginClose: () => boolean, closed: WorkerSettings['closed'], letGo: () => void): () => void {
  const end = (): void => {
    if (!beginClose() || Atomics.wait(closed, 0, 0, CLOSES_WITHIN_MS) !== 'timed-out') letGo();
  };
  // The end of the process needs none of this: whoever comes next sees that the owner is gone.
  if (!isMainThread) process.on('exit', end);
  return () => void process.off('exit', end);
}

function stopped(cause?: unknown): InklingError {
  if (InklingError.isInstance(cause)) return cause;
  if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND') {
    return new InklingError('dependency-missing', 'The embedded database needs a package that is not installed.', {
      hint: 'Run `npm install @electric-sql/pglite@0.5.14`.',
      cause,
    });
  }
  return new InklingError('database-unavailable', 'The thread that runs the embedded database has stopped.', {
    hint: 'Open the database again: every acknowledged write is in the data directory.',
    cause,
  });
}
