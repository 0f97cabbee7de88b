import type { OperatorDatabase } from './database.ts';

/** A migration as the database remembers it. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  /** SHA-256 hex of the migration's text when it was applied. */
  readonly checksum: string;
  /** Programs that do not know this migration cannot work with the schema. */
  readonly breaking: boolean;
}

/** How a database's schema compares with what this version knows. */
export interface SchemaReport {
  /** The highest migration applied; 0 = none. */
  readonly version: number;
  /** Migrations of this version that are not applied yet, oldest first. */
  readonly pending: readonly Migration[];
  /** Migrations whose text differs from the one that was applied. */
  readonly edited: readonly AppliedMigration[];
  /** Migrations of a newer version that break this one. Newer ones that do not break are fine and not listed. */
  readonly newerBreaking: readonly AppliedMigration[];
}

/** Compares and changes nothing. Works on an empty database too. */
export async function compareSchema(
  operator: OperatorDatabase,
  migrations: readonly Migration[],
): Promise<SchemaReport> {
  const applied = await appliedMigrations(operator);
  const byNumber = new Map(applied.map((row) => [row.number, row]));
  const newest = migrations.at(-1)?.number ?? 0;
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  return {
    version: applied.at(-1)?.number ?? 0,
    pending: migrations.filter(({ number }) => !byNumber.has(number)),
    edited: applied.filter(({ number, checksum }) => (known.get(number)?.checksum ?? checksum) !== checksum),
    newerBreaking: applied.filter(({ number, breaking }) => number > newest && breaking),
  };
}

async function appliedMigrations(operator: OperatorDatabase): Promise<AppliedMigration[]> {
  const [table] = await operator.query<{ exists: boolean }>({
    text: `select to_regclass('inkling_migrations') is not null as exists`,
  });
  if (!table?.exists) return [];
  return operator.query<AppliedMigration & Record<string, unknown>>({
    text: 'select number, name, checksum, breaking from inkling_migrations order by number',
  });
}

/**
 * One numbered change of the schema: 1, 2, 3 … without a gap. Once released it is never edited: a later change is a new number. Whether it breaks older
 * programs says a line `-- breaking: <why>` in its file.
 */
export interface Migration extends AppliedMigration {
  readonly sql: string;
}
