/**
 * The database port. Two adapters implement the driver under it: PGlite (embedded) and pg (server).
 * Everything above speaks only to {@link Database}; nothing above knows which one answers.
 */

import { InklingError } from '../errors.ts';

/** One SQL statement. Values are always bound as $1…; text never contains a value. */
export interface Statement {
  readonly text: string;
  /** Absent and without a name, the text may hold several commands (a migration); its rows are those of the last one. */
  readonly values?: readonly unknown[];
  /** Prepared-statement name, for hot statements. Must be unique per text. */
  readonly name?: string;
}

/** Several commands in one text need the simple protocol, which takes no values. */
export function isScript({ values, name }: Statement): boolean {
  return values === undefined && name === undefined;
}

/** One row of an answer, by column name. */
export type Row = Record<string, unknown>;

/** How a statement is run. */
export interface StatementOptions {
  /** Aborting rejects at once and cancels the statement where the database can (PGlite cannot). */
  readonly signal?: AbortSignal | undefined;
  /**
   * A short read that a tool call waits for. Where statements wait for one another (PGlite) it goes before those that nobody counts the
   * milliseconds of. (Default: whether there is a signal)
   */
  readonly urgent?: boolean;
  /**
   * Nobody waits for it. Where statements wait for one another (PGlite) it gives way to those that somebody waits for, a quarter of a second
   * at most, and is then not aborted any more. It fails with `database-unavailable` while 4,000 others wait. (Default: false)
   */
  readonly background?: boolean;
}

/** Runs statements as one organisation: under the plain tenant role, with row-level security on `org_id`. */
export interface TenantDatabase extends OperatorDatabase {
  readonly orgId: string;
}

/** Runs statements as the connecting role, outside every tenant: migrations and operator calls only. */
export interface OperatorDatabase {
  query<R extends Row = Row>(statement: Statement, options?: StatementOptions): Promise<R[]>;
  /** All statements in order in one transaction: all or none. */
  batch(statements: readonly Statement[], options?: StatementOptions): Promise<Row[][]>;
}

/** An open database, embedded or on a server. From `openPglite` or `openPostgres`. */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  tenant(orgId: string): TenantDatabase;
  readonly operator: OperatorDatabase;
  /**
   * As `tenant`, but everything that is written is taken back at the end of its transaction: to have statements parsed, planned and run once
   * before somebody waits for them. Only an embedded database has it.
   */
  readonly warmUp?: (orgId: string) => TenantDatabase;
  /** Has what gives way to others written at once, and resolves when it is, or has failed. Only an embedded database has it. */
  readonly settled?: () => Promise<void>;
  /** Ends what runs, releases the directory or the pool. Idempotent. */
  close(): Promise<void>;
}

/** How a driver runs a transaction. */
export type RunOptions = Pick<StatementOptions, 'signal' | 'urgent'>;

/** What an adapter implements: one transaction of statements, as the owner or as one organisation. */
export interface DatabaseDriver {
  readonly kind: 'pglite' | 'postgres';
  /** `orgId` null = the connecting role; else the tenant role with `inkling.org_id` set for this transaction only. */
  run(orgId: string | null, statements: readonly Statement[], options?: RunOptions): Promise<Row[][]>;
  /** The same for what nobody waits for, where that makes a difference. */
  runInBackground?(orgId: string | null, statements: readonly Statement[]): Promise<Row[][]>;
  /** Resolves when everything of `runInBackground` so far has ended, which it does at once. */
  readonly settled?: () => Promise<void>;
  /** The same as `run`, taken back at its end. */
  readonly warmUp?: (orgId: string, statements: readonly Statement[]) => Promise<Row[][]>;
  close(): Promise<void>;
}

export function createDatabase(driver: DatabaseDriver): Database {
  const { warmUp } = driver;
  const runner = (orgId: string | null): OperatorDatabase =>
    runnerOf((statements, { background = false, ...options } = {}) =>
      background && driver.runInBackground
        ? driver.runInBackground(orgId, statements)
        : driver.run(orgId, statements, options),
    );
  return {
    kind: driver.kind,
    tenant: (orgId) => ({ orgId: requireOrgId(orgId), ...runner(orgId) }),
    operator: runner(null),
    ...(warmUp && {
      warmUp: (orgId) => ({ orgId: requireOrgId(orgId), ...runnerOf((statements) => warmUp(orgId, statements)) }),
    }),
    ...(driver.settled && { settled: driver.settled }),
    close: () => driver.close(),
  };
}

function runnerOf(batch: OperatorDatabase['batch']): OperatorDatabase {
  return {
    async query<R extends Row>(statement: Statement, options?: StatementOptions): Promise<R[]> {
      const [rows] = await batch([statement], options);
      return rows as R[];
    },
    batch,
  };
}

// '' is what PostgreSQL leaves in the setting after its transaction. U+0000 cannot be stored, and lone surrogates all become
// U+FFFD on the way: two organisations would share one name.
const NO_ORG_ID = /^$|[\0\p{Surrogate}]/u;

function requireOrgId(orgId: string): string {
  if (!NO_ORG_ID.test(orgId)) return orgId;
  throw new InklingError(
    'invalid-input',
    'An organisation id must be a well-formed string that is not empty, without U+0000.',
  );
}
