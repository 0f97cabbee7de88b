import { resolve } from 'node:path';
import { systemClock, type Clock } from '../../clock.ts';
import { InklingError } from '../../errors.ts';
import { requireInput } from '../../require-input.ts';
import { createDatabase, type Database, type DatabaseDriver } from '../database.ts';
import { migrate, requireSchema } from '../migrate.ts';
import { withBackgroundQueue } from './background-queue.ts';
import { claimDataDirectory, type OwnedDirectory } from './data-directory.ts';
import { startPgliteDriver } from './pglite-driver.ts';
import type { Durability, WorkerSettings } from './pglite-protocol.ts';

/** Settings of {@link openPglite}. */
export interface PgliteOptions {
  /** Directory of the database, created when absent. (Default: none; the database lives in memory and ends with `close`.) */
  readonly dataDir?: string;
  /** What an acknowledged write survives; without `dataDir` it has no meaning. (Default: 'power') */
  readonly durability?: Durability;
  /** Bring the schema up to date; false = only check it. (Default: true) */
  readonly migrate?: boolean;
  /** For the date in the owner file, and to tell when a write is in nobody's way. (Default: the system's) */
  readonly clock?: Clock;
}

const OPTIONS: readonly string[] = ['dataDir', 'durability', 'migrate', 'clock'] satisfies (keyof PgliteOptions)[];

/**
 * Opens the embedded database in a worker thread and brings its schema up to date. One process owns a directory at a
 * time. Needs the package `@electric-sql/pglite`.
 * Fails with `invalid-input`, `data-directory-busy`, `data-directory-invalid`, `dependency-missing`, `database-unavailable`, with
 * `migration-required` (only with `migrate: false`) or another error of the migrations.
 */
export async function openPglite(options: PgliteOptions = {}): Promise<Database> {
  // A path in place of the options, or a misspelt `dataDir`, would open a database in memory, and all would be lost at its end.
  const areOptions = typeof options === 'object' && Object.keys(options ?? {}).every((name) => OPTIONS.includes(name));
  requireInput(areOptions && options !== null, 'options', `an object with nothing but ${OPTIONS.join(', ')}`);
  const { durability = 'power', clock = systemClock, migrate: mayMigrate = true } = options;
  requireInput(durability === 'power' || durability === 'process', 'durability', "'power' or 'process'");
  const isPath = (dataDir: unknown): boolean => typeof dataDir === 'string' && dataDir !== '';
  requireInput(options.dataDir === undefined || isPath(options.dataDir), 'dataDir', 'a path; leave it out for memory');
  const open = (directory: string | null, owned: OwnedDirectory): Promise<Database> =>
    openDatabase({ dataDir: directory, durability }, clock, mayMigrate, owned);
  if (options.dataDir === undefined) return open(null, { isOurs: () => true, release: () => undefined });
  const dataDir = resolve(options.dataDir);
  return open(dataDir, claimDataDirectory(dataDir, clock.now()));
}

async function openDatabase(
  settings: Omit<WorkerSettings, 'cancelled' | 'closed'>,
  clock: Clock,
  mayMigrate: boolean,
  owned: OwnedDirectory,
): Promise<Database> {
  try {
    const started = await startPgliteDriver(settings, owned.release);
    const driver = withBackgroundQueue(watching(started, settings.dataDir, owned), clock);
    return await prepared(createDatabase(releasing(driver, owned)), mayMigrate);
  } catch (error) {
    owned.release();
    throw settings.dataDir === null ? error : cannotOpen(settings.dataDir, error);
  }
}

/** PostgreSQL in WebAssembly says of a file that is damaged, missing or unreadable that it aborted, and how to build it for more. */
const BUILD_HINT = / Build with -s\w+ for more info\.?/u;

function cannotOpen(dataDir: string, cause: unknown): unknown {
  if (!InklingError.isInstance(cause) || cause.code !== 'data-directory-invalid') return cause;
  const reason = cause.message.replace(BUILD_HINT, '').replace(/\.$/u, '');
  return new InklingError('data-directory-invalid', `PostgreSQL cannot open its files in ${dataDir}: ${reason}.`, {
    hint: 'Restore the directory from a copy, or move it away and import an export into a new one.',
    cause,
    details: { dataDir },
  });
}

/** The directory stays ours until the worker has ended: it may still write while it closes. */
function releasing(driver: DatabaseDriver, { release }: OwnedDirectory): DatabaseDriver {
  return { ...driver, close: () => driver.close().finally(release) };
}

/**
 * Nothing is answered from a directory that is gone: PostgreSQL goes on writing into files that nobody can open any more, and says that it has
 * written. Looked at behind each statement too, because what was acknowledged a moment after the deletion is lost as well. A look takes 2 µs.
 */
function watching(driver: DatabaseDriver, dataDir: string | null, { isOurs }: OwnedDirectory): DatabaseDriver {
  if (dataDir === null) return driver;
  // What comes behind the close, which gives the directory back, is the driver's to answer.
  let isClosed = false;
  const requireOurs = (): void => {
    if (isClosed || isOurs()) return;
    throw new InklingError(
      'data-directory-gone',
      `${dataDir} was deleted, moved or mounted over while it was in use.`,
      {
        hint: 'Restore it from a copy or an export, then start again. What was written since is lost.',
        details: { dataDir },
      },
    );
  };
  const run: DatabaseDriver['run'] = async (orgId, statements, options) => {
    requireOurs();
    const rows = await driver.run(orgId, statements, options);
    requireOurs();
    return rows;
  };
  return { ...driver, run, close: () => driver.close().finally(() => (isClosed = true)) };
}

async function prepared(database: Database, mayMigrate: boolean): Promise<Database> {
  try {
    await (mayMigrate ? migrate(database) : requireSchema(database));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
