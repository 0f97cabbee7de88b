import { Worker } from 'node:worker_threads';
import { cancelCall, createCancelledCalls, nextCall, type CancelledCalls } from '../../threads/cancelled-calls.ts';
import { untilAborted } from '../../deadline.ts';
import { InklingError } from '../../errors.ts';
import { listenToWorker } from '../../threads/listen-to-worker.ts';
import type { DatabaseDriver, Row, RunOptions, Statement } from '../database.ts';
import { failureToError, type WorkerReply, type WorkerRequest, type WorkerSettings } from './pglite-protocol.ts';
import { decodeAnswer } from '../wire-answer.ts';

interface Pending {
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (reason: unknown) => void;
}

interface WorkerLine {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  /** Why nothing can be asked any more; null while all is well. */
  ended: InklingError | null;
  readonly cancelled: CancelledCalls;
  lastId: number;
}

/** Starts the worker thread and answers when PGlite is ready in it; the thread ends when it cannot open. */
export async function startPgliteDriver(settings: Omit<WorkerSettings, 'cancelled'>): Promise<DatabaseDriver> {
  const cancelled = createCancelledCalls();
  const workerData: WorkerSettings = { ...settings, cancelled };
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData });
  const line: WorkerLine = { worker, pending: new Map(), ended: null, cancelled, lastId: 0 };
  await waitUntilReady(line).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  let closing: Promise<void> | null = null;
  return {
    kind: 'pglite',
    run: (orgId, statements, options) => run(line, orgId, statements, options),
    warmUp: (orgId, statements) => warmUp(line, orgId, statements),
    close: () => (closing ??= close(line)),
  };
}

function waitUntilReady(line: WorkerLine): Promise<void> {
  return new Promise((resolve, reject) => {
    line.pending.set(0, { resolve: () => resolve(), reject });
    listenToWorker<WorkerReply>(line.worker, {
      onReply: (reply) => settle(line, reply),
      onEnd: (cause) => endAll(line, stopped(cause)),
    });
  });
}

function stopped(cause?: unknown): InklingError {
  if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND') {
    return new InklingError('dependency-missing', 'The embedded database needs a package that is not installed.', {
      hint: 'Run `npm install @electric-sql/pglite@0.5.14`.',
      cause,
    });
  }
  if ((cause as NodeJS.ErrnoException | undefined)?.code === 'MODULE_NOT_FOUND') {
    return new InklingError('dependency-missing', 'The program of the embedded database’s thread is not there.', {
      hint: 'Bundlers must leave @inkling/engine out, as esbuild does with --packages=external.',
      cause,
    });
  }
  return new InklingError('database-unavailable', 'The thread that runs the embedded database has stopped.', {
    hint: 'Open the database again: every acknowledged write is in the data directory.',
    cause,
  });
}

function settle(line: WorkerLine, reply: WorkerReply): void {
  const id = reply.type === 'ready' ? 0 : (reply.id ?? 0);
  const pending = line.pending.get(id);
  line.pending.delete(id);
  if (reply.type === 'failed') pending?.reject(failureToError(reply.failure));
  else pending?.resolve(reply.type === 'done' && reply.answer ? decodeAnswer(reply.answer) : []);
}

function endAll(line: WorkerLine, reason: InklingError): void {
  line.ended ??= reason;
  for (const { reject } of line.pending.values()) reject(line.ended);
  line.pending.clear();
}

async function run(
  line: WorkerLine,
  orgId: string | null,
  statements: readonly Statement[],
  { signal, urgent: isUrgent = signal !== undefined }: RunOptions = {},
): Promise<Row[][]> {
  signal?.throwIfAborted();
  if (line.ended) throw line.ended;
  const id = takeId(line);
  const answer = ask(line, { type: 'run', id, orgId, statements, isUrgent, isWarmUp: false });
  // A request that has not begun is dropped; PGlite cannot cancel one that has.
  return untilAborted(answer, signal, () => cancelCall(line.cancelled, id));
}

async function warmUp(line: WorkerLine, orgId: string, statements: readonly Statement[]): Promise<Row[][]> {
  if (line.ended) throw line.ended;
  return ask(line, { type: 'run', id: takeId(line), orgId, statements, isUrgent: false, isWarmUp: true });
}

const takeId = (line: WorkerLine): number => (line.lastId = nextCall(line.cancelled, line.lastId));

function ask(line: WorkerLine, request: WorkerRequest): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    line.pending.set(request.id, { resolve, reject });
    line.worker.postMessage(request);
  });
}

async function close(line: WorkerLine): Promise<void> {
  const last = line.ended ? Promise.resolve([]) : ask(line, { type: 'close', id: takeId(line) });
  line.ended ??= new InklingError('closed', 'The database is closed.');
  try {
    await last;
  } finally {
    await line.worker.terminate();
  }
}
