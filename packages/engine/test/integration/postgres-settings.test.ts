import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, runAsAdministrator } from '../setup/open-test-database.ts';

/** The address of a database with settings of its own. */
async function databaseHaving(...settings: readonly string[]): Promise<string> {
  const url = await createTestDatabase();
  for (const setting of settings) await set(url, setting);
  return url;
}

async function set(url: string, setting: string): Promise<void> {
  await runAsAdministrator(`alter database "${new URL(url).pathname.slice(1)}" set ${setting}`);
}

test('dates and bytes are read whatever form the database writes them in', async () => {
  const url = await databaseHaving(`datestyle = 'German'`, `bytea_output = 'escape'`, `intervalstyle = 'sql_standard'`);
  const embedder = {
    modelId: 'test',
    location: 'local' as const,
    dimension: 4,
    embed: (texts: readonly string[]) => Promise.resolve(texts.map(() => Float32Array.of(0.5, 0.5, 0.5, 0.5))),
  };
  const memory = await createMemory({ database: openPostgres({ connectionString: url }), embedder });
  const org = memory.org('acme');
  for (const place of ['Paris', 'Oslo'])
    await org.observations.remember({ content: `Invoices are numbered in ${place}.` });
  await org.embedMissing();
  expect((await org.recall({ queryText: 'invoices numbered' })).rows).toHaveLength(2);
  const first = await org.observations.list({ limit: 1 });
  expect(first.rows[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect((await org.observations.list({ limit: 1, cursor: String(first.nextCursor) })).rows).toHaveLength(1);
  await memory.close();
});

test('a lock that does not come in time is passing, not a failure', async () => {
  const url = await databaseHaving(`lock_timeout = '50ms'`);
  const memory = await createMemory({ database: openPostgres({ connectionString: url }) });
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('begin; lock table observations in share mode');
  const refused = memory.org('acme').observations.remember({ content: 'Invoices are numbered in Paris.' });
  await expect(refused).rejects.toMatchObject({ code: 'database-unavailable', details: { sqlstate: '55P03' } });
  await other.query('rollback');
  await other.end();
  expect((await memory.org('acme').observations.remember({ content: 'Invoices are numbered in Paris.' })).created).toBe(
    true,
  );
  await memory.close();
});

test('a server that takes no writes is left for one that does', async () => {
  const url = await databaseHaving('default_transaction_read_only = on');
  const memory = await createMemory({ database: openPostgres({ connectionString: url, migrate: false }) });
  const remember = () => memory.org('acme').observations.remember({ content: 'Invoices are numbered in Paris.' });
  await expect(remember()).rejects.toThrow(/takes no writes: it is a standby/);
  // What it is set to holds for connections that are made from now on.
  await set(url, 'default_transaction_read_only = off');
  await expect
    .poll(() =>
      remember().then(
        ({ created }) => created,
        () => null,
      ),
    )
    .toBe(true);
  await memory.close();
});
