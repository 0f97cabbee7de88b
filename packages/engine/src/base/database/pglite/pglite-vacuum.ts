import type { Row, Statement } from '../database.ts';

/** What {@link createVacuumer} stands on, and when it acts. */
export interface VacuumSettings {
  readonly run: (statement: Statement) => Promise<Row[]>;
  /** Vacuums a table, outside every transaction, and analyzes it: what it has grown since its statistics is told by the pages that vacuum counts anew. */
  readonly vacuum: (table: string) => Promise<unknown>;
  /** Act on every table when so many bytes of log were written since the last time. (Default: 16 MiB, some 5,000 observations or 800 tool calls) */
  readonly limit?: number;
}

/** Gives the space of deleted and changed rows back to their tables. */
export interface Vacuumer {
  /** To be awaited once when the database has opened: what is written from then on counts. */
  begin(): Promise<void>;
  /** Vacuums one table of those that are due. false = none is, or it was the last. */
  next(): Promise<boolean>;
}

/**
 * PostgreSQL without its server processes, as in PGlite, never vacuums a table by itself: what retention and purges delete would stay in the
 * files for ever, and counting rows would read each of them. 100,000 observations take a third of a second the first time, in which
 * nothing else is answered, and 30 ms when little has changed. A table is due, however little was written, when rows of it were deleted:
 * whoever forgets something wants it gone, and a run of the daemon may end long before the limit.
 */
export function createVacuumer({ run, vacuum, limit = 16 * 2 ** 20 }: VacuumSettings): Vacuumer {
  let vacuumedAt = 0;
  let waiting: string[] = [];
  const deletedBefore = new Map<string, number>();
  async function written(): Promise<number> {
    const [row] = await run(logPosition);
    return Number(row?.['bytes']);
  }
  async function dueTables(): Promise<string[]> {
    const now = await written();
    const isLong = now - vacuumedAt >= limit;
    if (isLong) vacuumedAt = now;
    const due: string[] = [];
    for (const row of await run(usedTables)) {
      const [name, deleted] = [String(row['name']), Number(row['deleted'])];
      if (isLong || deleted > (deletedBefore.get(name) ?? 0) || Number(row['dead']) >= MANY_DEAD) due.push(name);
      deletedBefore.set(name, deleted);
    }
    return due;
  }
  return {
    async begin() {
      vacuumedAt = await written();
    },
    async next() {
      if (waiting.length === 0) waiting = await dueTables();
      const table = waiting.shift();
      if (table !== undefined) await vacuum(table);
      return waiting.length > 0;
    },
  };
}

/** Rows that were changed leave their old versions behind. */
const MANY_DEAD = 1000;

/** What a transaction counted is shown a second later, unless one asks for it before. */
const logPosition: Statement = {
  text: `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes, pg_stat_force_next_flush()`,
  values: [],
  name: 'inkling_log_position',
};

const usedTables: Statement = {
  text: `select quote_ident(schemaname) || '.' || quote_ident(relname) as name, n_tup_del as deleted, n_dead_tup as dead
    from pg_stat_user_tables where pg_relation_size(relid) > 0 order by pg_relation_size(relid)`,
  values: [],
  name: 'inkling_used_tables',
};

/** When {@link createCheckpointer} looks and when it acts. */
interface CheckpointSettings {
  /** Look after this many requests. (Default: 200; a look takes 0.3 ms) */
  readonly every?: number;
  /** Act when the log since the last checkpoint is longer than this many bytes. (Default: 32 MiB) */
  readonly limit?: number;
}

/**
 * PostgreSQL without its server processes, as in PGlite, makes a checkpoint when it closes and never before: in a daemon
 * that runs for weeks the log would only grow (20 MiB for 40,000 small rows), and a crash would replay all of it.
 * The returned function is to be awaited after each request. A checkpoint of 20 MiB took 43 ms.
 */
export function createCheckpointer(
  run: (statement: Statement) => Promise<Row[]>,
  { every = 200, limit = 32 * 2 ** 20 }: CheckpointSettings = {},
): () => Promise<void> {
  let requests = 0;
  return async () => {
    requests += 1;
    if (requests < every) return;
    requests = 0;
    const [log] = await run(logSinceCheckpoint);
    if (Number(log?.['bytes']) > limit) await run(checkpoint);
  };
}

const logSinceCheckpoint: Statement = {
  text: 'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
  values: [],
  name: 'inkling_log_since_checkpoint',
};

const checkpoint: Statement = { text: 'checkpoint', values: [] };
