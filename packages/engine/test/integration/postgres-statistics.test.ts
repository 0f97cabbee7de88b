import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../setup/open-test-database.ts';

/** Rows that the planner believes in, by table; -1 = never analyzed. */
async function believed(connectionString: string): Promise<Record<string, number>> {
  const { operator, close } = await openPostgres({ connectionString });
  const rows = await operator.query({
    text: `select relname, reltuples::int as rows from pg_class where relname in ('observations', 'observation_paths', 'notes')`,
  });
  await close();
  return Object.fromEntries(rows.map(({ relname, rows: count }) => [relname, count]));
}

// A server does it by itself after a minute, with the table of others never here. Until then each row's foreign key read all rows of its organisation.
test('the tables that a first import fills are analyzed while it runs; those of others on the server are left alone', async () => {
  const connectionString = await createTestDatabase();
  const database = await openPostgres({ connectionString });
  await database.operator.query({
    text: `create table notes with (autovacuum_enabled = off) as select n from generate_series(1, 1000) as n`,
  });
  const memory = await createMemory({ database });
  async function* rows() {
    const text = 'word '.repeat(100);
    for (let n = 0; n < 2000; n += 1) yield { content: `${text}${n}`, metadata: { paths: [`src/${n}.ts`] } };
  }
  expect((await memory.org('acme').observations.importRows(rows())).imported).toBe(2000);
  await memory.close();
  const { observations, observation_paths, notes } = await believed(connectionString);
  expect(observations).toBeGreaterThan(200);
  expect(observation_paths).toBeGreaterThan(200);
  expect(notes).toBe(-1);
});
