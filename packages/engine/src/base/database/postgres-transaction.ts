import type { Row, Statement } from './database.ts';
import { encodeValue } from './encode-value.ts';
import { parserFor } from './parse-value.ts';
import type { PostgresClient, PostgresQuery, PostgresResult } from './postgres-pool.ts';

/** How a transaction ended. `clean`: the connection is outside every transaction and fit for the next one. */
export type TransactionEnd =
  | { readonly rows: Row[][]; readonly clean: true }
  | { readonly error: unknown; readonly clean: boolean };

const types = { getTypeParser: parserFor };

/** A statement as pg wants it. Values are encoded here, so that nothing can fail between two messages of a transaction. */
export function toQuery(statement: Statement, usePrepared: boolean): PostgresQuery {
  const { text, values, name } = statement;
  if (values === undefined && name === undefined) return { text, types };
  const query = { text, values: (values ?? []).map(encodeValue), types, queryMode: 'extended' as const };
  return usePrepared && name !== undefined ? { ...query, name } : query;
}

/**
 * Runs the queries between `opening` (which begins) and a commit. Never rejects. With pipelining all of it is sent at once: after a failure
 * the server refuses the rest and its answer to the commit is a rollback, so a failed transaction leaves nothing.
 */
export async function runTransaction(
  client: PostgresClient,
  opening: string,
  queries: readonly PostgresQuery[],
): Promise<TransactionEnd> {
  const steps = [{ text: opening }, ...queries];
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
