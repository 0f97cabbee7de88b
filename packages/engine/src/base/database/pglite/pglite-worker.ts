/** Entry of the worker thread that holds PGlite: in the main thread every query would block the deadline's timer. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { isCallCancelled } from '../../threads/cancelled-calls.ts';
import { createRisingClock } from '../../clock.ts';
import type { Row, Statement } from '../database.ts';
import { createCheckpointer, createVacuumer, type Vacuumer } from './pglite-vacuum.ts';
import { openInDirectory, openInMemory } from './pglite-cluster.ts';
import { requirePglite } from './pglite-template.ts';
import { createRequestQueue, type RequestQueue, type WorkerRequest, type WorkerSettings } from './pglite-protocol.ts';
import { type ErrorCode, InklingError, partsOfError } from '../../errors.ts';
import { refusal } from '../postgres/postgres-failure.ts';
import type { Call, Reply } from '../../threads/worker-calls.ts';
import { createAnalyzer } from '../table-statistics.ts';
import { runTransaction, type PreparedNames } from './pglite-transaction.ts';
import { decodeAnswer, type EncodedAnswer } from '../wire-answer.ts';

type RunRequest = Extract<WorkerRequest, { type: 'run' }>;

const prepared: PreparedNames = new Set();
const port = parentPort!;
const settings = workerData as WorkerSettings;
const reply = (message: Reply, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);

// PGlite asks this function what time it is, and knows no other. A server's clock has microseconds, and what is ordered by time (a queue, the
// change log) counts on them: with milliseconds, 901 of 1,000 statements in a row began at the same moment as the one before.
Date.now = createRisingClock(Date.now);

async function answer(database: PGlite, vacuumer: Vacuumer, { call, request }: Call<WorkerRequest>): Promise<void> {
  try {
    if (request.type === 'close') await closeTidily(database, vacuumer);
    const answer = request.type === 'run' ? await run(database, call, request) : null;
    reply({ call, answer }, answer ? [answer.bytes.buffer as ArrayBuffer] : []);
  } catch (error) {
    replyFailure(call, error, 'database-failed');
  }
}

/** `code` is for an error that is not Inkling's own, nor one of PostgreSQL's that have a code. */
function replyFailure(call: number, error: unknown, code: ErrorCode): void {
  const isRefusal = error instanceof Error && 'code' in error && 'severity' in error && typeof error.code === 'string';
  const known = isRefusal ? refusal(error as Error & { readonly code: string }, code) : error;
  const message = error instanceof Error ? error.message : String(error);
  reply({ call, failure: partsOfError(InklingError.isInstance(known) ? known : new InklingError(code, message)) });
}

async function run(database: PGlite, call: number, request: RunRequest): Promise<EncodedAnswer | null> {
  // The caller has already been rejected with its own reason: the empty answer is dropped there.
  if (isCallCancelled(settings.cancelled, call)) return null;
  const { orgId, statements, isWarmUp } = request;
  return runTransaction(database, prepared, orgId, statements, isWarmUp ? 'rollback' : 'commit');
}

async function closeTidily(database: PGlite, vacuumer: Vacuumer): Promise<void> {
  try {
    await vacuumAll(vacuumer);
    await database.close();
  } finally {
    tellClosed();
  }
}

/** Nothing is written from here on: a thread that ends waits for that before it lets go of the directory. */
function tellClosed(): void {
  Atomics.store(settings.closed, 0, 1);
  Atomics.notify(settings.closed, 0);
}

/** Whoever has asked for nothing this long is hardly in the middle of something. */
const IDLE_MS = 500;

/** A table that could not be vacuumed (a full disk) is larger than it must be, no worse. */
async function vacuumAll(vacuumer: Vacuumer, mayGoOn: () => boolean = () => true): Promise<void> {
  const next = (): Promise<boolean> => vacuumer.next().catch(() => false);
  while ((await next()) && mayGoOn());
}

async function runAsOwner(database: PGlite, statement: Statement): Promise<Row[]> {
  const [rows = []] = decodeAnswer(await runTransaction(database, prepared, null, [statement]));
  return rows;
}

/** Closing comes last of all that was asked before it. */
const isUrgent = ({ request }: Call<WorkerRequest>): boolean => request.type === 'run' && request.isUrgent;

/** What has arrived meanwhile counts too: the port hands out one message at a time. */
function takeIn(waiting: RequestQueue<Call<WorkerRequest>>): RequestQueue<Call<WorkerRequest>> {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    waiting.add(next.message as Call<WorkerRequest>);
  }
  return waiting;
}

/** A sample of 3,000 rows instead of 30,000 tells the planner as much here: 20,000 rows took 44 instead of 225 ms. */
const analyzeSample = (table: string) => ({ text: `set local default_statistics_target = 10; analyze ${table}` });

/** One session: requests never interleave. */
function serveRequests(database: PGlite, vacuumer: Vacuumer): void {
  const checkpointWhenDue = createCheckpointer((statement) => runAsOwner(database, statement));
  const analyzeWhenDue = createAnalyzer((statement) => runAsOwner(database, statement), { analyze: analyzeSample });
  const waiting = createRequestQueue<Call<WorkerRequest>>(isUrgent);
  let isBusy = false;
  let idle: NodeJS.Timeout | undefined;
  port.on('message', (call: Call<WorkerRequest>) => {
    waiting.add(call);
    if (!isBusy) void serve();
  });
  async function serve(): Promise<void> {
    isBusy = true;
    clearTimeout(idle);
    for (let call = takeIn(waiting).take(); call; call = takeIn(waiting).take()) {
      await answer(database, vacuumer, call);
      const { request } = call;
      if (request.type === 'close') return;
      if (request.type === 'open') continue;
      // A checkpoint that fails (a full disk) is tried again at the next look; until then only the log grows.
      await checkpointWhenDue().catch(() => undefined);
      // A table that could not be analyzed is answered from more slowly, no worse.
      await analyzeWhenDue(request.statements).catch(() => undefined);
    }
    isBusy = false;
    idle = setTimeout(() => void tidy(), IDLE_MS);
  }
  async function tidy(): Promise<void> {
    isBusy = true;
    await vacuumAll(vacuumer, () => takeIn(waiting).isEmpty());
    await serve();
  }
}

async function start({ dataDir, durability }: WorkerSettings): Promise<void> {
  requirePglite();
  const database = dataDir === null ? await openInMemory() : await openInDirectory(dataDir, durability);
  const vacuumer = createVacuumer({
    run: (statement) => runAsOwner(database, statement),
    async vacuum(table) {
      await database.exec(`vacuum ${table}`);
      await runAsOwner(database, analyzeSample(table));
    },
  });
  await vacuumer.begin();
  serveRequests(database, vacuumer);
}

/** V8's words. PostgreSQL's own "out of memory" may come of a damaged file. */
const NO_ADDRESSES = /could not allocate memory|allocation failed|WebAssembly.*Out of memory/u;

/** V8 reserves 10 GiB of addresses for a WebAssembly memory, to leave out the checks of its bounds, and asks for no less when it does not get them. */
const noAddresses = (cause: unknown): InklingError =>
  new InklingError('database-unavailable', 'The process may not reserve the memory of the embedded database.', {
    hint: 'Raise its limit of address space (`ulimit -v`, 16 GB are enough) or of memory (a container), or use a PostgreSQL server. The data is as it was.',
    cause,
  });

start(settings).catch((error: unknown) => {
  tellClosed();
  const code = settings.dataDir === null ? 'database-unavailable' : 'data-directory-invalid';
  const told = NO_ADDRESSES.test(String(error)) ? noAddresses(error) : error;
  port.on('message', ({ call }: Call<WorkerRequest>) => replyFailure(call, told, code));
});
