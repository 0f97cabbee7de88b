import { InklingError } from '../../errors.ts';
import { connectionFailure } from './postgres-failure.ts';

/** What a query answers. Several commands in one text answer an array. */
export interface PostgresResult {
  readonly rows: Record<string, unknown>[];
}

/** A statement as pg takes it. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
  /** 'extended' keeps the text to one command, also without values. */
  readonly queryMode?: 'extended';
  readonly types?: { getTypeParser(typeOid: number): (text: string) => unknown };
}

/** The part of pg's `PoolClient` that is needed. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult | PostgresResult[]>;
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  /** pg's option of that name. Such a client takes no messages of ours, so each statement of a transaction waits for the one before it. */
  readonly pipeline?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly ssl?: unknown;
  readonly sslNegotiation?: string;
  /** The key that the server gave for cancelling, and the socket that is closed when cancelling does not help. */
  readonly processID?: number | null;
  readonly secretKey?: number | null;
  readonly connection?: { readonly stream: { destroy(): unknown }; readonly parse?: unknown };
}

/** pg's protocol connection, as it is given to a query that writes its own messages. */
export interface WireConnection {
  /** A socket of another runtime's may not hold writes back. */
  readonly stream: { cork?(): void; uncork?(): void };
  parse(message: { readonly text: string; readonly name: string }): void;
  bind(message: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

/** The part of pg's `Pool` that is needed. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection of the pool. Fails with 'database-unavailable'. */
export async function connect(pool: PostgresPool): Promise<PostgresClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw connectionFailure(cause);
  }
}

/**
 * Listens to the errors of a connection that is in use: without a listener one that breaks would end the process. The queries that were under way
 * fail with the same error.
 */
export function answeredByTheQueries(): void {}

/** Settings of a pool that Inkling creates and ends itself. */
export interface PostgresPoolOptions {
  readonly connectionString: string;
  readonly max: number;
  readonly connectTimeoutMs: number;
}

/** pg's protocol connection, below its client: what a cancel needs. */
export interface ProtocolConnection {
  once(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): unknown;
  connect(portOrSocketPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

interface OwnPool extends PostgresPool {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect' | 'remove', listener: (client: PostgresClient) => unknown): unknown;
}

interface PgModule {
  readonly Pool: new (options: object) => OwnPool;
  readonly Connection: new (options: object) => ProtocolConnection;
}

/** Creates a pool of the optional package `pg`. Fails with 'dependency-missing' when it is not installed. */
export async function createPostgresPool(options: PostgresPoolOptions): Promise<PostgresPool> {
  const { Pool } = await importPg();
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: 'inkling',
    // An idle connection whose other side is gone without a word is found out before a statement is.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  const open = new Set<PostgresClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return {
    connect: () => pool.connect(),
    on: (event, listener) => pool.on(event, listener),
    end: () => endWithin(pool, open),
  };
}

const KEEP_ALIVE_AFTER_MS = 30_000;
const GOODBYE_MS = 1000;

/** Each connection says goodbye, and waits for the server to hang up: one whose other side is gone would wait for ever. */
async function endWithin(pool: PostgresPool, open: ReadonlySet<PostgresClient>): Promise<void> {
  const timer = setTimeout(() => {
    for (const { connection } of open) connection?.stream.destroy();
  }, GOODBYE_MS);
  try {
    await pool.end();
  } finally {
    clearTimeout(timer);
  }
}

/** The module `pg`, loaded on first use. */
export async function importPg(): Promise<PgModule> {
  try {
    // Its type package declares the protocol connection only in part.
    return (await import('pg')) as unknown as PgModule;
  } catch (cause) {
    throw new InklingError('dependency-missing', 'A PostgreSQL server needs the package "pg".', {
      hint: 'Run `npm install pg`, or use the embedded database of `@inkling/engine/pglite`.',
      cause,
    });
  }
}
