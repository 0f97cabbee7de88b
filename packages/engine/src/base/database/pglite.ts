import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createDatabase, type Database } from './database.ts';
import { startPgliteDriver } from './pglite-driver.ts';

export interface PgliteOptions {
  /** Directory of the database, created when absent. (Default: none, the database lives in memory and ends with `close`.) */
  readonly dataDir?: string;
}

/** Opens the embedded database in a worker thread and brings its schema up to date. */
export async function openPglite(options: PgliteOptions = {}): Promise<Database> {
  const dataDir = options.dataDir === undefined ? null : resolve(options.dataDir);
  const database = createDatabase(await startPgliteDriver({ dataDir }));
  await applySchema(database);
  return database;
}

async function applySchema(database: Database): Promise<void> {
  const [found] = await database.operator.query({ text: `select to_regclass('observations') is not null as there` });
  if (found?.['there'] === true) return;
  await database.operator.query({
    text: await readFile(new URL('../../../sql/0001-core.sql', import.meta.url), 'utf8'),
  });
}
