import type { Row, Statement } from './database.ts';

/** When {@link createCheckpointer} looks and when it acts. */
export interface CheckpointSettings {
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
