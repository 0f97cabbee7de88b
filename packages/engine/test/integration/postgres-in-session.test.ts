import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verbEvent } from '../in-session-fixtures.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

let url: string;
let locker: Client;
beforeAll(async () => {
  url = await createTestDatabase();
  locker = new Client({ connectionString: url });
  await locker.connect();
});
afterAll(() => locker.end());

/** Statements that wait for the table. Within a transaction `pg_stat_activity` keeps to the connections that it knew first. */
async function waiting(): Promise<number> {
  const { rows } = await locker.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where not granted and relation = 'observations'::regclass`,
  );
  return rows[0]?.count ?? -1;
}

test('a table that somebody holds: budget-exceeded, the statement is cancelled, and nothing comes when the lock is gone [S1-012]', async () => {
  const memory = await createMemory({ database: await openPostgres({ connectionString: url }) });
  const org = memory.org('org_123');
  const { id } = await org.observations.remember({
    content: 'Tokens expire after 15 minutes',
    projectId: 'proj_xyz',
    metadata: { paths: ['src/auth.ts'] },
  });
  // Warm, so that what waits for the lock is the read of the winners and not the loading of an index.
  await org.warm({ projectId: 'proj_xyz' });
  const sent: string[] = [];
  const capability = {
    supportsMessageInjection: true,
    injectMessage: (_sessionId: string, text: string) => Promise.resolve(sent.push(text)),
  };
  const config = { latencyBudgetMs: 2000 };
  const injector = org.createInSessionInjector({ capability, config });
  await locker.query('begin');
  await locker.query('lock table observations in access exclusive mode');
  const handled = injector.handleVerbEvent(verbEvent());
  await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
  expect(await handled).toMatchObject({ outcome: 'budget-exceeded', reason: null, observationIds: [] });
  // Still locked: only a cancelled statement stops waiting.
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  await locker.query('rollback');
  expect(sent).toEqual([]);
  const patient = org.createInSessionInjector({ capability, config: { latencyBudgetMs: 60_000 } });
  expect((await patient.handleVerbEvent(verbEvent())).observationIds).toEqual([id]);
  expect(sent).toHaveLength(1);
  await memory.close();
});
