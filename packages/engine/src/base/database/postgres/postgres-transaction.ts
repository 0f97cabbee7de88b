import type { Row, Statement } from '../database.ts';
import { encodeValue, parserFor } from '../parse-value.ts';
import { forgetPrepared, sendAsOneMessage } from './postgres-message.ts';
import type { PostgresClient, PostgresQuery, PostgresResult } from './postgres-pool.ts';

/** How a transaction ended. `clean`: the connection is outside every transaction and fit for the next one. */
export type TransactionEnd =
  | { readonly rows: Row[][]; readonly clean: true }
  | { readonly error: unknown; readonly clean: boolean };

const types = { getTypeParser: parserFor };

/** Statements as pg wants them. Values are encoded here, so that nothing can fail between two messages of a transaction. */
export function toQueries(statements: readonly Statement[], usePrepared: boolean): PostgresQuery[] {
  return statements.map((statement) => toQuery(statement, usePrepared));
}

export function toQuery(statement: Statement, useName: boolean): PostgresQuery {
  const { text, values, name } = statement;
  if (isScript(statement)) return { text, types };
  const query = { text, values: (values ?? []).map(encodeValue), types, queryMode: 'extended' as const };
  return useName && name !== undefined ? { ...query, name } : query;
}

function isScript({ values, name }: Statement): boolean {
  return values === undefined && name === undefined;
}

/** What comes before the queries of a transaction: as one of them, or as a text that also begins. */
export interface TransactionOpening {
  readonly query: PostgresQuery;
  script(): string;
}

/**
 * Runs the queries as one transaction. Never rejects. As a rule all of it is one message. A text of several commands cannot be part of one:
 * then each query waits for the one before it. So it is, or sent without waiting, on a client that takes no messages of ours.
 */
export async function runTransaction(
  client: PostgresClient,
  opening: TransactionOpening,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  const { pipeline, connection } = client;
  const takesMessages = !pipeline && typeof connection?.parse === 'function';
  const isMessage = takesMessages && queries.every(({ queryMode }) => queryMode === 'extended');
  return isMessage ? runAsMessage(client, opening, queries) : runByQueries(client, opening, queries);
}

async function runAsMessage(
  client: PostgresClient,
  opening: TransactionOpening,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  try {
    const [, ...rows] = await sendAsOneMessage(client, [opening.query, ...queries]);
    return { rows, clean: true };
  } catch (error) {
    // Answered when the server is through with the message. A connection that broke answers nothing.
    const [end] = await Promise.allSettled([client.query({ text: '' })]);
    const clean = end.status === 'fulfilled';
    return clean && isNoLongerPrepared(error) && forgetPrepared(client)
      ? runAsMessage(client, opening, queries)
      : { error, clean };
  }
}

/**
 * What a server says when the columns of a prepared statement have changed (another version of this product has migrated the schema), or somebody
 * has dropped it. The message has done nothing then and can be sent again.
 */
function isNoLongerPrepared(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');
}

/**
 * The queries between a message that begins and a commit. With pipelining all of it is sent at once: after a failure the server refuses the
 * rest and its answer to the commit is a rollback, so a failed transaction leaves nothing. None has its name: pg does not know what our own
 * messages have prepared, and would not prepare anew what somebody dropped.
 */
async function runByQueries(
  client: PostgresClient,
  opening: TransactionOpening,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  const steps = [{ text: opening.script() }, ...queries.map((query) => ({ ...query, name: '' }))];
  const ends = client.pipeline ? await sendAtOnce(client, steps) : await sendInTurn(client, steps);
  const failed = ends.find((end) => end.status === 'rejected');
  const clean = ends.at(-1)?.status === 'fulfilled';
  if (failed) return { error: failed.reason, clean };
  return { rows: ends.slice(1, -1).map(rowsOf), clean: true };
}

function sendAtOnce(client: PostgresClient, steps: readonly PostgresQuery[]): Promise<PromiseSettledResult<Answer>[]> {
  return Promise.allSettled([...steps, { text: 'commit' }].map((step) => client.query(step)));
}

async function sendInTurn(
  client: PostgresClient,
  steps: readonly PostgresQuery[],
): Promise<PromiseSettledResult<Answer>[]> {
  const ends: PromiseSettledResult<Answer>[] = [];
  for (const step of steps) {
    const [end] = await Promise.allSettled([client.query(step)]);
    ends.push(end);
    if (end.status === 'rejected') break;
  }
  const text = ends.at(-1)?.status === 'fulfilled' ? 'commit' : 'rollback';
  return [...ends, ...(await Promise.allSettled([client.query({ text })]))];
}

type Answer = PostgresResult | PostgresResult[];

function rowsOf(end: PromiseSettledResult<Answer>): Row[] {
  if (end.status === 'rejected') return [];
  const last = Array.isArray(end.value) ? end.value.at(-1) : end.value;
  return last?.rows ?? [];
}
