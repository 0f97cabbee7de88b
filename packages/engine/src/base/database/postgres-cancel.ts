import { importPg, type PostgresClient } from './postgres-pool.ts';

// A cancel that arrives before its statement has begun does nothing and is not answered, so it is sent again.
// Five times 200 ms, then the connection is given up: the server ends the statement when it next writes to it.
const ATTEMPTS = 5;
const ATTEMPT_MS = 200;

/**
 * Stops what the connection is running: resolves when `work` has settled, by a cancel or, in the end, because the socket was
 * closed. Returns only after the server has dealt with the cancel, so it cannot hit the connection's next statement.
 */
export async function stopStatement(client: PostgresClient, work: Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answered = await within(ATTEMPT_MS, sendCancelRequest(client));
    if (!answered) break;
    if (await within(ATTEMPT_MS, work)) return;
  }
  client.connection?.stream.destroy();
  await work;
}

async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
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
