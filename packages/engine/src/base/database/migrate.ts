import { MIGRATIONS } from '../../generated/migrations.ts';
import { InklingError } from '../errors.ts';
import type { Database, OperatorDatabase } from './database.ts';
import { type Migration, type AppliedMigration, compareSchema, type SchemaReport } from './schema-report.ts';
import { sqlState } from './postgres/postgres-failure.ts';
import { missingOwnerSql, missingRoleSql } from './tenant-role.ts';

/** What {@link migrate} did. */
export interface MigrationResult {
  /** The highest migration applied. */
  readonly version: number;
  /** Numbers this call applied; empty when another process was faster or nothing was pending. */
  readonly applied: readonly number[];
}

// Endings of the race between two starting processes: the number is taken (23505), the table (42P07) or its row type (42710)
// was just created, a distributed database wants a retry (40001), a deadlock (40P01), both granted the same role (XX000).
const RACE_STATES: ReadonlySet<string | undefined> = new Set(['23505', '42P07', '42710', '40001', '40P01', 'XX000']);
const INSUFFICIENT_PRIVILEGE = '42501';
const TABLE_EXISTS = '42P07';

// A lost race is over when the winner commits, and each number has one winner: 5 losses in a row are no race.
const MAX_ATTEMPTS = 5;

/**
 * Brings the schema up to this version: each pending migration in its own transaction, which first inserts the
 * migration's number, so that of two processes starting together one waits for the other and then finds it done.
 * Fails with 'migration-newer', 'migration-edited', 'database-role-missing' or 'migration-failed'.
 */
export async function migrate(
  database: Pick<Database, 'operator'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<MigrationResult> {
  const { operator } = database;
  const applied: number[] = [];
  let report = await compareCompatible(operator, migrations);
  for (let attempt = 1; report.pending.length > 0;) {
    const [next] = report.pending;
    const ended = await apply(operator, next!, attempt === MAX_ATTEMPTS);
    if (ended === 'applied') applied.push(next!.number);
    report = await compareCompatible(operator, migrations);
    attempt = report.pending[0] === next ? attempt + 1 : 1;
  }
  return { version: report.version, applied };
}

/**
 * As {@link migrate}, unless programs of earlier versions that may be at work could not go on: then nothing is applied, and it fails with
 * 'migration-required'. Nobody is at work on an empty database, nor on one whose tables are being made.
 */
export async function migrateCompatibly(
  database: Pick<Database, 'operator'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<MigrationResult> {
  const report = await compareCompatible(database.operator, migrations);
  if (breakingReasons(report).length > 0 && !(await isBeingMade(database.operator))) throw required(report);
  return migrate(database, migrations);
}

/** Compares the schema with this version and changes nothing. */
export function checkSchema(
  database: Pick<Database, 'operator'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<SchemaReport> {
  return compareSchema(database.operator, migrations);
}

/** For a process that may not migrate: fails with 'migration-required' unless the schema is one this version can work with. */
export async function requireSchema(
  database: Pick<Database, 'operator'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const report = await compareCompatible(database.operator, migrations);
  if (report.pending.length > 0) throw required(report);
}

function required(report: SchemaReport): InklingError {
  const { version, pending } = report;
  const breaking = breakingReasons(report);
  const needs = `The schema is at ${version}, this version needs ${pending.at(-1)!.number}`;
  const details = { version, pending: pending.map(({ number }) => number), breaking };
  if (breaking.length === 0) {
    const hint = 'Run `inkling migrate`, or open the database with `migrate: true`.';
    return new InklingError('migration-required', `${needs}.`, { hint, details });
  }
  const hint =
    'Stop the daemons of earlier versions that use this database, on every machine, then run `inkling migrate`.';
  const why = breaking.map((reason) => reason.replace(/\.$/u, '')).join('; ');
  return new InklingError('migration-required', `${needs}, which earlier versions cannot work with: ${why}.`, {
    hint,
    details,
  });
}

/** Why programs that work with the schema as it is could not with this version's. */
function breakingReasons({ version, pending }: SchemaReport): readonly string[] {
  if (version === 0) return [];
  return pending.filter(({ breaking }) => breaking).map(({ sql }) => /^-- breaking: (.+)$/mu.exec(sql)?.[1] ?? '');
}

/** Of several daemons that start together on an empty database, all but the first find it half made. */
async function isBeingMade(operator: OperatorDatabase): Promise<boolean> {
  const [row] = await operator.query<{ fresh: boolean }>({
    text: `select min(applied_at) > clock_timestamp() - interval '1 minute' as fresh from inkling_migrations`,
  });
  return row?.fresh ?? false;
}

// Released migrations are never edited, so whoever sees this has run a program from between two releases.
const EDITED_HINT = [
  'A program between two versions made this store: run `inkling export --all backup.jsonl` with that program,',
  'then `inkling import jsonl backup.jsonl` with this one, into a new store.',
].join(' ');

async function compareCompatible(operator: OperatorDatabase, migrations: readonly Migration[]): Promise<SchemaReport> {
  const report = await compareSchema(operator, migrations).catch((error: unknown) => refuseReading(operator, error));
  const { newerBreaking, edited } = report;
  if (newerBreaking.length > 0) {
    throw new InklingError('migration-newer', `The schema has ${list(newerBreaking)} from a newer version.`, {
      hint: 'Upgrade Inkling to the version that wrote the schema.',
      details: { newer: newerBreaking },
    });
  }
  if (edited.length > 0) {
    throw new InklingError('migration-edited', `The database has ${list(edited)} with a different text.`, {
      hint: EDITED_HINT,
      details: { edited },
    });
  }
  return report;
}

/** The tables are there, and another role's. */
async function refuseReading(operator: OperatorDatabase, cause: unknown): Promise<never> {
  const isDenied = sqlState(cause) === INSUFFICIENT_PRIVILEGE;
  const sql = isDenied ? await missingOwnerSql(operator).catch(() => null) : null;
  if (sql === null) throw cause;
  throw new InklingError('database-role-missing', "The connecting role may not read Inkling's tables.", {
    hint: `Connect as the role that owns them, or let an administrator run: ${sql}`,
    cause,
    details: { sql },
  });
}

function list(migrations: readonly AppliedMigration[]): string {
  return migrations.map(({ number, name }) => `migration ${number} (${name})`).join(', ');
}

async function apply(
  operator: OperatorDatabase,
  migration: Migration,
  isLastAttempt: boolean,
): Promise<'applied' | 'lost'> {
  const { number, name, checksum, breaking, sql } = migration;
  try {
    await createMigrationsTable(operator);
    await operator.batch([
      {
        text: 'insert into inkling_migrations (number, name, checksum, breaking) values ($1, $2, $3, $4)',
        values: [number, name, checksum, breaking],
      },
      { text: sql },
    ]);
    return 'applied';
  } catch (error) {
    if (!isLastAttempt && RACE_STATES.has(sqlState(error))) return 'lost';
    throw await explainFailure(operator, migration, error);
  }
}

// The one table without org_id: it describes the database and not a tenant, and the tenant role has no right to it.
// Its key is a number that programs write, so it needs no sequence.
async function createMigrationsTable(operator: OperatorDatabase): Promise<void> {
  await operator.query({
    text: `create table if not exists inkling_migrations (
        number integer primary key,
        name text not null,
        checksum text not null,
        breaking boolean not null,
        applied_at timestamptz not null default clock_timestamp()
      )`,
  });
}

const NAME_TAKEN =
  'Something else has that name here, and nothing was applied. Use another database, or a schema of its own: create schema inkling; alter role … set search_path = inkling;';

async function explainFailure(operator: OperatorDatabase, migration: Migration, cause: unknown): Promise<InklingError> {
  const sql = sqlState(cause) === INSUFFICIENT_PRIVILEGE ? await missingRoleSql(operator) : null;
  if (sql !== null) {
    return new InklingError('database-role-missing', 'The connecting role may not create or use the tenant role.', {
      hint: `Let an administrator run: ${sql}`,
      cause,
      details: { sql },
    });
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  return new InklingError('migration-failed', `Migration ${migration.number} (${migration.name}) failed: ${why}`, {
    hint: sqlState(cause) === TABLE_EXISTS ? NAME_TAKEN : 'Its transaction was rolled back; nothing of it was applied.',
    cause,
    details: { number: migration.number },
  });
}
