import { InklingError } from '../../errors.ts';
import { INTEGER_MAX, numberOr, requireInput } from '../../require-input.ts';
import { createDatabase, type Database } from '../database.ts';
import { migrate, migrateCompatibly, requireSchema } from '../migrate.ts';
import { createPostgresDriver, type PostgresDriverSettings } from './postgres-driver.ts';
import { createPostgresPool, type PostgresPool, answeredByTheQueries, connect } from './postgres-pool.ts';
import { quoteIdentifier, missingRoleSql } from '../tenant-role.ts';
import { connectionFailure, sqlState } from './postgres-failure.ts';

interface CommonOptions {
  /** Schema that holds Inkling's tables, created when absent. (Default: the connection's search path, usually `public`) */
  readonly schema?: string;
  /**
   * Bring the schema up to date. `'compatible'` = fill an empty database, but fail with `migration-required` where programs of earlier versions could not
   * work with the schema afterwards. false = only check it. (Default: true)
   */
  readonly migrate?: boolean | 'compatible';
  /**
   * Keep hot statements prepared on each connection, which saves parsing and planning them: a tool call takes a quarter less. A transaction pooler that
   * does not track them (as PgBouncer 1.21 does with `max_prepared_statements`) would lose them. (Default: true on the server's own connections,
   * false behind a pooler, which gives another process id than the server)
   */
  readonly preparedStatements?: boolean;
}

/** How to reach the server: an address, or a pool of the package `pg` that the caller keeps and ends. */
export type PostgresOptions = CommonOptions &
  (
    | {
        /** For example `postgres://user:password@host:5432/database`. */
        readonly connectionString: string;
        /** Most connections open at once. (Default: 10) */
        readonly max?: number;
        /** Milliseconds to wait for a connection. (Default: 5000) */
        readonly connectTimeoutMs?: number;
        readonly pool?: never;
      }
    | {
        /** Listen for its `error`: `pg` tells there of an idle connection that broke, and without a listener that ends the process. */
        readonly pool: PostgresPool;
        readonly connectionString?: never;
      }
  );

/**
 * Opens Inkling's tables on a PostgreSQL server, version 15 or newer.
 * Fails with 'invalid-input' without a PostgreSQL address or a pool, 'dependency-missing' (no package `pg`), 'database-unavailable', 'database-role-missing' (with the SQL that an administrator must
 * run), 'migration-required' (with `migrate: false` or `'compatible'`), 'migration-newer', 'migration-edited' or 'migration-failed'.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  requireServer(options ?? {});
  const { schema = null, migrate: mayMigrate = true } = options;
  const database = createDatabase(createPostgresDriver({ ...(await connected(options)), schema }));
  try {
    await prepareSchema(database, schema, mayMigrate);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The usual forms, a socket's among them. `pg` takes others and reads them its own way: `localhost:5432/x` is the database `432/x`. */
const ADDRESS = /^(postgres(ql)?:\/\/|socket:|\/)/i;

/** Without an address `pg` connects to whatever the environment names, else to this machine, and the tables would be made there. */
function requireServer({ connectionString, pool, schema }: PostgresOptions): void {
  const hasText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  if (pool === undefined)
    requireInput(
      hasText(connectionString) && ADDRESS.test(connectionString.trim()),
      'connectionString',
      'an address such as postgres://user@host:5432/database',
    );
  else requireInput(typeof pool?.connect === 'function', 'pool', 'a pool of the package pg');
  requireInput(schema === undefined || hasText(schema), 'schema', 'the name of a schema');
}

/** The pool, and whether statements can stay prepared on its connections. */
async function connected(options: PostgresOptions): Promise<Omit<PostgresDriverSettings, 'schema'>> {
  const ownsPool = !options.pool;
  const pool = options.pool ?? (await ownPool(options));
  try {
    return { pool, ownsPool, preparedStatements: options.preparedStatements ?? (await keepsConnections(pool)) };
  } catch (error) {
    if (ownsPool) await pool.end();
    throw error;
  }
}

async function ownPool(options: Extract<PostgresOptions, { pool?: never }>): Promise<PostgresPool> {
  const max = numberOr(options.max, 10, 'max', 1, INTEGER_MAX);
  const connectTimeoutMs = numberOr(options.connectTimeoutMs, 5000, 'connectTimeoutMs', 0, INTEGER_MAX);
  const pool = await createPostgresPool({ connectionString: options.connectionString, max, connectTimeoutMs });
  // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function prepareSchema(
  database: Database,
  schema: string | null,
  mayMigrate: boolean | 'compatible',
): Promise<void> {
  if (mayMigrate !== false) {
    if (schema !== null) await createSchema(database, schema);
    await (mayMigrate === 'compatible' ? migrateCompatibly(database) : migrate(database));
  } else {
    await requireSchema(database);
  }
  const sql = await missingRoleSql(database.operator);
  if (sql === null) return;
  throw new InklingError('database-role-missing', 'The connecting role may not use the tenant role.', {
    hint: `Let an administrator run: ${sql}`,
    details: { sql },
  });
}

async function createSchema({ operator }: Database, schema: string): Promise<void> {
  const [found] = await operator.query({ text: 'select from pg_namespace where nspname = $1', values: [schema] });
  if (found) return;
  await operator.query({ text: `create schema if not exists ${quoteIdentifier(schema)}` }).catch((error: unknown) => {
    // `if not exists` looks first as well: of several processes that begin together the others fail with one of these, behind the commit of the first.
    if (!MADE_MEANWHILE.has(sqlState(error) ?? '')) throw error;
  });
}

/** A key of the catalogue that is taken, and a schema that exists. */
const MADE_MEANWHILE: ReadonlySet<string> = new Set(['23505', '42P06']);

const BACKEND = { text: 'select pg_backend_pid() as pid' };

/**
 * Whether a connection of the pool is one process of the server for as long as it is open, so that what is prepared on it stays. For cancelling, the server
 * names that process when a connection opens. A pooler that hands its connections around names one of its own making (PgBouncer: at random), and
 * the process that answers is another.
 */
async function keepsConnections(pool: PostgresPool): Promise<boolean> {
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
