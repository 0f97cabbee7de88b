/** Entry of the worker thread that holds PGlite: in the main thread every query would block the deadline's timer. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { describeFailure } from './pglite-failure.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './pglite-protocol.ts';
import { runTransaction, type PreparedNames } from './pglite-transaction.ts';

type RunRequest = Extract<WorkerRequest, { type: 'run' }>;

const prepared: PreparedNames = new Set();
const reply = (message: WorkerReply): void => parentPort?.postMessage(message);

async function answer(database: PGlite, request: WorkerRequest): Promise<void> {
  try {
    if (request.type === 'close') await database.close();
    const rows = request.type === 'run' ? await run(database, request) : [];
    reply({ type: 'done', id: request.id, rows });
  } catch (error) {
    reply({ type: 'failed', id: request.id, failure: describeFailure(error) });
  }
}

async function run(database: PGlite, request: RunRequest) {
  // The caller has already been rejected with its own reason: the empty answer is dropped there.
  if (request.abandoned && Atomics.load(new Int32Array(request.abandoned), 0) !== 0) return [];
  return runTransaction(database, prepared, request.orgId, request.statements);
}

async function start(settings: WorkerSettings): Promise<void> {
  const database = await PGlite.create(settings.dataDir === null ? {} : { dataDir: settings.dataDir });
  // One session: requests queue up here in the order of arrival and never interleave.
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (request: WorkerRequest) => {
    last = last.then(() => answer(database, request));
  });
  reply({ type: 'ready' });
}

start(workerData as WorkerSettings).catch((error: unknown) => {
  reply({ type: 'failed', id: null, failure: describeFailure(error) });
});
