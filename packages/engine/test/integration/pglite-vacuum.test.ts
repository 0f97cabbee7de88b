import type { Database } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

async function open(dataDir?: string): Promise<Database> {
  const database = await openPglite(dataDir === undefined ? {} : { dataDir });
  onTestFinished(() => database.close());
  return database;
}

/** A log's week: rows that come, and go again. 20 MiB of them. */
async function fillAndPurge({ operator }: Database): Promise<void> {
  await operator.query({
    text: `insert into notes select repeat(md5(n::text), 8) from generate_series(1, 50000) n`,
    values: [],
  });
  await operator.query({ text: 'delete from notes', values: [] });
}

async function number({ operator }: Database, what: string): Promise<number> {
  const [row] = await operator.query({ text: `select ${what} as number`, values: [] });
  return Number(row?.['number']);
}

const size = (database: Database): Promise<number> => number(database, `pg_relation_size('notes')`);

test('what was deleted leaves its space to what comes, within one process as soon as nobody asks for anything', async () => {
  const database = await open();
  await database.operator.query({ text: 'create table notes (text text)', values: [] });
  await fillAndPurge(database);
  const once = await size(database);
  // A second without a question, of which the last half is enough.
  await expect.poll(() => size(database), { interval: 1000, timeout: 30_000 }).toBe(0);
  await fillAndPurge(database);
  expect(await size(database)).toBe(once);
});

test('and across processes: it is done when the database closes', async () => {
  const dataDir = temporaryDirectory();
  const first = await open(dataDir);
  await first.operator.query({ text: 'create table notes (text text)', values: [] });
  await fillAndPurge(first);
  const once = await size(first);
  await first.close();
  const second = await open(dataDir);
  await fillAndPurge(second);
  expect(await size(second)).toBe(once);
});

function isInTables(dataDir: string, text: string): boolean {
  const base = join(dataDir, 'postgres', 'base');
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.some((file) => readFileSync(join(file.parentPath, file.name)).includes(text));
}

test('a close takes what was deleted out of the files, however little was written', async () => {
  const dataDir = temporaryDirectory();
  const first = await open(dataDir);
  await first.operator.query({ text: `create table notes as select 'the zebrafish swims' as text`, values: [] });
  await first.close();
  expect(isInTables(dataDir, 'the zebrafish swims')).toBe(true);
  const second = await open(dataDir);
  await second.operator.query({ text: 'delete from notes', values: [] });
  await second.close();
  expect(isInTables(dataDir, 'the zebrafish swims')).toBe(false);
});

test('the statistics of a table that has grown are made anew when it is vacuumed', async () => {
  const database = await open();
  const { operator } = database;
  const projects = `(select coalesce(max(array_length(most_common_vals::text::text[], 1)), 0) from pg_stats where tablename = 'notes' and attname = 'project')`;
  const insert = (project: string) =>
    operator.query({
      text: `insert into notes select $1, repeat(md5(n::text), 8) from generate_series(1, 40000) n`,
      values: [project],
    });
  await operator.query({ text: 'create table notes (project text, text text)', values: [] });
  await insert('first');
  await operator.query({ text: 'analyze notes', values: [] });
  await insert('second');
  await expect.poll(() => number(database, projects), { interval: 1000, timeout: 30_000 }).toBe(2);
});
