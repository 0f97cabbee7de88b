import type { Database, OperatorDatabase, Statement, StatementOptions } from '../../src/base/database/database.ts';
import { InklingError } from '../../src/base/errors.ts';

/** A database that goes from one test of this process to the next, emptied in between. */
interface Lent {
  readonly database: Database;
  /** What its schema was when it was new. */
  readonly schema: string;
  /** Everything that was written so far, in characters. */
  written: number;
}

/** So many wait for the next test; more are open at once only in few files. */
const MOST_IDLE = 2;

/**
 * With what was written the adapters look ever more rarely for tables to analyze: whoever comes behind this much has a new database, as if it
 * were the first.
 */
const MOST_WRITTEN = 1_000_000;

const idle: Record<Database['kind'], Lent[]> = { pglite: [], postgres: [] };

/**
 * A migrated, empty database for a caller who closes it. An embedded one takes 0.8 s of processor time to open and one of a server 0.3 s to
 * create, most files need one of each, and emptying one takes some milliseconds. One whose schema was changed is closed, as is one that has
 * much behind it.
 */
export async function lendDatabase(kind: Database['kind'], open: () => Promise<Database>): Promise<Database> {
  const lent = idle[kind].pop() ?? (await enter(await open()));
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;
  const { database } = lent;
  const watched = ({ query, batch }: OperatorDatabase): OperatorDatabase => ({
    query: <R extends Row>(statement: Statement, options?: StatementOptions) =>
      watch([statement], () => query<R>(statement, options)),
    batch: (statements, options) => watch(statements, () => batch(statements, options)),
  });
  async function watch<T>(statements: readonly Statement[], run: () => Promise<T>): Promise<T> {
    if (closing) throw new InklingError('closed', 'The database is closed.');
    lent.written += statements.reduce((sum, { values = [] }) => sum + String(values).length, 0);
    const answer = run();
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  }
  const { warmUp } = database;
  return {
    ...database,
    tenant: (orgId) => ({ orgId, ...watched(database.tenant(orgId)) }),
    operator: watched(database.operator),
    ...(warmUp ? { warmUp: (orgId: string) => ({ orgId, ...watched(warmUp(orgId)) }) } : {}),
    close: () => (closing ??= takeBack(lent, running)),
  };
}

type Row = Record<string, unknown>;

async function enter(database: Database): Promise<Lent> {
  return { database, schema: await schemaOf(database), written: 0 };
}

async function takeBack(lent: Lent, running: ReadonlySet<Promise<unknown>>): Promise<void> {
  const { database } = lent;
  await database.settled?.();
  await Promise.allSettled(running);
  const isKept = idle[database.kind].length < MOST_IDLE && lent.written < MOST_WRITTEN && (await empty(lent));
  if (isKept) idle[database.kind].push(lent);
  else await database.close();
}

/** False where it cannot become what it was. */
async function empty({ database, schema }: Lent): Promise<boolean> {
  if ((await schemaOf(database)) !== schema) return false;
  const tables = await database.operator.query<{ name: string }>({ text: TABLES, values: [] });
  const looks = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  const filled = await database.operator.query({ text: looks.join(' union all '), values: [] });
  if (filled.length === 0) return true;
  await database.operator.query({ text: `truncate ${filled.map(({ name }) => name).join(', ')} cascade`, values: [] });
  return true;
}

async function schemaOf({ operator }: Database): Promise<string> {
  const [row] = await operator.query<{ schema: string }>({ text: SCHEMA, values: [] });
  return row!.schema;
}

const TABLES = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'inkling_migrations'`;

/** What of the catalogue a test can change, in one word, with the rows that say which migrations there were. */
const SCHEMA = `select md5(string_agg(line, ',' order by line)) as schema from (
  select concat_ws(' ', oid, relname, relkind, relowner, relrowsecurity, relforcerowsecurity, relacl, reloptions) from pg_class
    where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', attrelid, attname, atttypid, attnotnull, attacl) from pg_attribute
    join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', oid, conname, convalidated) from pg_constraint
  union all select concat_ws(' ', oid, polname) from pg_policy
  union all select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger
  union all select concat_ws(' ', oid, proname) from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', oid, nspname, nspacl) from pg_namespace where nspname not like 'pg_%'
  union all select concat_ws(' ', oid, rolname, rolsuper, rolbypassrls) from pg_roles
  union all select concat_ws(' ', setdatabase, setrole, setconfig) from pg_db_role_setting
  union all select m::text from inkling_migrations m
) as lines (line)`;
