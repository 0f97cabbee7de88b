import type { Database } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

async function open(dataDir: string): Promise<Database> {
  const database = await openPglite({ dataDir });
  onTestFinished(() => database.close());
  return database;
}

/** Rows that the planner believes in; -1 = never analyzed. */
async function believed({ operator }: Database): Promise<number> {
  const [row] = await operator.query({ text: `select reltuples::int as rows from pg_class where relname = 'notes'` });
  return row?.['rows'] as number;
}

/** Sends more than passes before anybody looks, writes some rows of it, and asks often enough that each table could be analyzed. */
async function send({ operator }: Database, rows: number): Promise<void> {
  const line = 'x'.repeat(300);
  const text = 'insert into notes select $1 || n from generate_series(1, $2::int) n where $3::text is not null';
  await operator.query({ text, values: [line, rows, 'x'.repeat(300_000)] });
  for (let request = 0; request < 60; request += 1) await operator.query({ text: 'select 1' });
}

test('a table that has grown is analyzed; what a process before this one analyzed is left alone until it has doubled', async () => {
  const dataDir = temporaryDirectory();
  const first = await open(dataDir);
  await first.operator.query({ text: 'create table notes (text text)' });
  expect(await believed(first)).toBe(-1);
  await send(first, 1000);
  expect(await believed(first)).toBe(1000);
  await first.close();
  const second = await open(dataDir);
  await send(second, 300);
  expect(await believed(second)).toBe(1000);
  await send(second, 3000);
  expect(await believed(second)).toBe(4300);
});
