import { isScript, type Row, type Statement } from '../database.ts';
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

/**
 * Runs the queries as one transaction. Never rejects. As a rule all of it is one message. A text of several commands cannot be part of one, and
 * some clients take no messages of ours: then each query waits for the one before it.
 */
export async function runTransaction(
  client: PostgresClient,
  opening: PostgresQuery,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  const { pipeline, connection } = client;
  const takesMessages = !pipeline && typeof connection?.parse === 'function';
  const isMessage = takesMessages && queries.every(({ queryMode }) => queryMode === 'extended');
  return isMessage ? runAsMessage(client, opening, queries) : runByQueries(client, opening, queries);
}

async function runAsMessage(
  client: PostgresClient,
  opening: PostgresQuery,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  try {
    const [, ...rows] = await sendAsOneMessage(client, [opening, ...queries]);
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
 * Each waits for the one before it, also where pg's `pipeline` could send all at once: behind a `begin` that fails (a cancel hit it) the rest
 * would run outside every transaction, and as the connecting role. None has its name: pg does not know what our own messages have prepared, and
 * would not prepare anew what somebody dropped.
 */
async function runByQueries(
  client: PostgresClient,
  opening: PostgresQuery,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  const answers: Row[][] = [];
  try {
    for (const query of [{ text: 'begin' }, opening, ...queries]) {
      answers.push(rowsOf(await client.query({ ...query, name: '' })));
    }
    await client.query({ text: 'commit' });
    return { rows: answers.slice(2), clean: true };
  } catch (error) {
    const [end] = await Promise.allSettled([client.query({ text: 'rollback' })]);
    return { error, clean: end.status === 'fulfilled' };
  }
}

function rowsOf(answer: PostgresResult | PostgresResult[]): Row[] {
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return last?.rows ?? [];
}
