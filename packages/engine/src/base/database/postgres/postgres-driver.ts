import { setMaxListeners } from 'node:events';
import { systemClock } from '../../clock.ts';
import { DEADLINE_EXCEEDED, inTime, untilAborted } from '../../deadline.ts';
import { InklingError } from '../../errors.ts';
import { createTurnByTurn, type TurnByTurn } from '../../threads/listen-to-worker.ts';
import type { DatabaseDriver, Row, Statement } from '../database.ts';
import { isReadOnly, statementFailure } from './postgres-failure.ts';
import {
  answeredByTheQueries,
  connect,
  type PostgresClient,
  type PostgresPool,
  type PostgresQuery,
  importPg,
} from './postgres-pool.ts';
import { runTransaction, toQueries, toQuery, type TransactionEnd } from './postgres-transaction.ts';
import { createAnalyzer } from '../table-statistics.ts';
import { TENANT_ROLE, openingStatement } from '../tenant-role.ts';

export interface PostgresDriverSettings {
  readonly pool: PostgresPool;
  /** Whether `close` ends the pool: whoever created it ends it. */
  readonly ownsPool: boolean;
  /** null = the connection's own search path. */
  readonly schema: string | null;
  readonly preparedStatements: boolean;
  /**
   * Milliseconds that an organisation's statements may take that nobody aborts: a connection whose other side is gone without a word would hold them, and its
   * place in the pool, for good. (Default: 60000)
   */
  readonly longestMs?: number;
  /** Milliseconds that `close` waits for what runs. (Default: 5000) */
  readonly closeWithinMs?: number;
}

interface State extends PostgresDriverSettings {
  readonly running: Set<Promise<unknown>>;
  /** Aborts when what runs still is to be stopped, because the driver closes. */
  readonly ending: AbortController;
  /** To be called with the statements of each request that ended well. */
  readonly analyzeWhenDue: (statements: readonly Statement[]) => Promise<void>;
  /** Answers that are to be handed on: many connections' come in one turn of the event loop. */
  readonly answers: TurnByTurn<() => void>;
  closing: Promise<void> | null;
}

/** The driver over a pool of pg. Each call of `run` is one transaction on one connection. */
export function createPostgresDriver(settings: PostgresDriverSettings): DatabaseDriver {
  const answers = createTurnByTurn<() => void>((handOn) => handOn());
  const ending = new AbortController();
  // Every statement that runs listens to it; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, ending.signal);
  const analyzeWhenDue = createAnalyzer((statement) => runAsOwner(settings, statement, ending.signal), {
    tables: OURS,
    analyze,
  });
  const state: State = { ...settings, running: new Set(), ending, analyzeWhenDue, answers, closing: null };
  return {
    kind: 'postgres',
    run: (orgId, statements, { signal } = {}) =>
      // A migration takes as long as it takes.
      signal === undefined && orgId !== null
        ? boundedRun(state, orgId, statements)
        : run(state, orgId, statements, signal),
    close: () => (state.closing ??= close(state)),
  };
}

/** On a server that others use too: the tables that the tenant role has a policy on, where they belong to the connecting role. */
const OURS = `pg_has_role(c.relowner, 'usage')
  and exists (select from pg_policy p join pg_roles r on r.oid = any (p.polroles) where p.polrelid = c.oid and r.rolname = '${TENANT_ROLE}')`;

/** One that the server is vacuuming is left to it: who waits for its lock has it give up. */
const analyze = (table: string): Statement => ({ text: `analyze (skip_locked) ${table}`, values: [] });

async function runAsOwner(
  { pool, schema, preparedStatements }: PostgresDriverSettings,
  statement: Statement,
  ending: AbortSignal,
): Promise<Row[]> {
  const opening = toQuery(openingStatement(null, schema), preparedStatements);
  const end = await runOnConnection(pool, opening, toQueries([statement], false), [ending]);
  if ('error' in end) throw end.error;
  return end.rows[0] ?? [];
}

const LONGEST_MS = 60_000;

async function boundedRun(state: State, orgId: string, statements: readonly Statement[]): Promise<Row[][]> {
  const { longestMs = LONGEST_MS } = state;
  const bound = new AbortController();
  const timer = setTimeout(() => bound.abort(noAnswer(longestMs)), longestMs);
  try {
    return await run(state, orgId, statements, bound.signal);
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(ms: number): InklingError {
  return new InklingError('database-unavailable', `PostgreSQL did not answer within ${ms / 1000} s.`, {
    hint: 'Whether the statement was carried out is not known. Look at the network, and at what holds locks on the server.',
  });
}

async function run(
  state: State,
  orgId: string | null,
  statements: readonly Statement[],
  signal?: AbortSignal,
): Promise<Row[][]> {
  signal?.throwIfAborted();
  if (state.closing) throw new InklingError('closed', 'The database is closed.');
  const { schema, preparedStatements } = state;
  const queries = toQueries(statements, preparedStatements);
  const opening = toQuery(openingStatement(orgId, schema), preparedStatements);
  const work = runOnConnection(state.pool, opening, queries, [signal, state.ending.signal]);
  track(state.running, work);
  const end = await untilAborted(inTurn(state, work), signal);
  if ('error' in end) throw statementFailure(end.error);
  // Nobody waits for it, and a table that could not be analyzed is answered from more slowly, no worse.
  if (!state.closing)
    track(
      state.running,
      state.analyzeWhenDue(statements).catch(() => undefined),
    );
  return end.rows;
}

/** The connection is free before: only who asked waits until those that were answered at the same moment have done their part. */
async function inTurn({ answers }: State, work: Promise<TransactionEnd>): Promise<TransactionEnd> {
  const end = await work;
  return new Promise((resolve) => answers.add(() => resolve(end)));
}

function track(running: Set<Promise<unknown>>, work: Promise<unknown>): void {
  running.add(work);
  const forget = (): unknown => running.delete(work);
  work.then(forget, forget);
}

const CLOSE_WITHIN_MS = 5000;

async function close({ running, pool, ownsPool, ending, closeWithinMs = CLOSE_WITHIN_MS }: State): Promise<void> {
  const timer = setTimeout(() => ending.abort(new InklingError('closed', 'The database was closed.')), closeWithinMs);
  // pg's pool forgets callers that still wait for a connection when it ends: let them finish first.
  await Promise.allSettled(running);
  clearTimeout(timer);
  if (ownsPool) await pool.end();
}

/** Goes on after an abort, until the connection is back in the pool or destroyed. */
async function runOnConnection(
  pool: PostgresPool,
  opening: PostgresQuery,
  queries: readonly PostgresQuery[],
  signals: readonly (AbortSignal | undefined)[],
): Promise<TransactionEnd> {
  const client = await connect(pool);
  const aborted = signals.find((signal) => signal?.aborted);
  if (aborted) {
    client.release();
    return { error: aborted.reason, clean: true };
  }
  client.on('error', answeredByTheQueries);
  const work = runTransaction(client, opening, queries);
  const end = await stoppedByAbort(client, work, signals);
  client.off('error', answeredByTheQueries);
  client.release(!end.clean || ('error' in end && isReadOnly(end.error)));
  return end;
}

async function stoppedByAbort(
  client: PostgresClient,
  work: Promise<TransactionEnd>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<TransactionEnd> {
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= stopStatement(client, work);
  };
  for (const signal of signals) signal?.addEventListener('abort', stop, { once: true });
  const end = await work;
  for (const signal of signals) signal?.removeEventListener('abort', stop);
  // A cancel on its way must not hit the connection's next statement.
  await stopping;
  return end;
}

// A cancel that arrives before its statement has begun does nothing and is not answered, so it is sent again.
// Five times 200 ms, then the connection is given up: the server ends the statement when it next writes to it.
const ATTEMPTS = 5;
const ATTEMPT_MS = 200;

/**
 * Stops what the connection is running: resolves when `work` has settled, by a cancel or, in the end, because the socket was
 * closed. Returns only after the server has dealt with the cancel, so it cannot hit the connection's next statement.
 */
async function stopStatement(client: PostgresClient, work: Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answered = await inTime(systemClock, ATTEMPT_MS, () => sendCancelRequest(client));
    if (answered === DEADLINE_EXCEEDED) break;
    if ((await inTime(systemClock, ATTEMPT_MS, () => work)) !== DEADLINE_EXCEEDED) return;
  }
  client.connection?.stream.destroy();
  await work;
}

/**
 * PostgreSQL's CancelRequest on a connection of its own (protocol docs, "Canceling Requests in Progress"). Unlike
 * pg_cancel_backend it needs no free connection in the pool, and a transaction pooler forwards it to the right server.
 * Resolves when the server has closed the connection, which is its only answer.
 */
async function sendCancelRequest(client: PostgresClient): Promise<void> {
  const { host = 'localhost', port = 5432, ssl, sslNegotiation, processID, secretKey } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const { Connection } = await importPg();
  const connection = new Connection({ ssl, sslNegotiation });
  await new Promise<void>((resolve) => {
    connection.once('error', () => resolve());
    connection.once('end', () => resolve());
    connection.once(ssl ? 'sslconnect' : 'connect', () => connection.cancel(processID, secretKey));
    if (ssl && sslNegotiation !== 'direct') connection.once('connect', () => connection.requestSsl());
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
