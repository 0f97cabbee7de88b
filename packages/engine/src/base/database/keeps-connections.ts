import { connectionFailure } from './postgres-failure.ts';
import { answeredByTheQueries, connect, type PostgresPool } from './postgres-pool.ts';

const BACKEND = { text: 'select pg_backend_pid() as pid' };

/**
 * Whether a connection of the pool is one process of the server for as long as it is open, so that what is prepared on it stays. For cancelling, the server
 * names that process when a connection opens. A pooler that hands its connections around names one of its own making (PgBouncer: at random), and
 * the process that answers is another.
 */
export async function keepsConnections(pool: PostgresPool): Promise<boolean> {
  const client = await connect(pool);
  client.on('error', answeredByTheQueries);
  try {
    const answer = await client.query(BACKEND);
    const { rows } = Array.isArray(answer) ? { rows: [] } : answer;
    return typeof client.processID === 'number' && rows[0]?.['pid'] === client.processID;
  } catch (cause) {
    throw connectionFailure(cause);
  } finally {
    client.off('error', answeredByTheQueries);
    client.release();
  }
}
