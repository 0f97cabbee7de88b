import { randomUUID } from 'node:crypto';
import { createMemory, type OrgMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import { createInjectQueue, type InjectQueue } from '../../src/memory/injects/inject-queue.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

const text = 'Customer Jane Roe lives in Elm Street.';

let database: Database;
let other: Client;
let queue: InjectQueue;
let org: OrgMemory;
beforeAll(async () => {
  const url = await createTestDatabase();
  database = await openPostgres({ connectionString: url });
  queue = createInjectQueue(database.tenant('org_123'), systemClock);
  org = (await createMemory({ database })).org('org_123');
  other = new Client({ connectionString: url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.close();
});

async function remembered(): Promise<{ readonly id: string; readonly sessionId: string }> {
  const sessionId = randomUUID();
  const { id } = await org.observations.remember({ content: `${text} ${sessionId}` });
  return { id, sessionId };
}
const rowsOf = async (sessionId: string): Promise<unknown[]> =>
  (await queue.listMemoryInjects(sessionId)).map((row) => [row.text, row.status, row.dropReason]);

const waiting = async (): Promise<unknown> =>
  (
    await database.operator.query({
      text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      values: [],
    })
  ).length;

test('a forgetting waits for the block, and takes its text', async () => {
  const { id, sessionId } = await remembered();
  await other.query('begin');
  await other.query('select from observations where id = $1 for key share', [id]);
  const forgetting = org.observations.forget({ id });
  await expect.poll(waiting).toBe(1);
  await other.query(
    `insert into session_memory_injects (org_id, session_id, epoch, id, content_hash, text, observation_ids, source)
    values ('org_123', $1, 0, $2, 'hash', $3, array[$4::uuid], 'api')`,
    [sessionId, randomUUID(), text, id],
  );
  await other.query('commit');
  expect(await forgetting).toEqual({ forgotten: 1 });
  expect(await rowsOf(sessionId)).toEqual([['', 'dropped', 'forgotten']]);
});

test.each(['one', 'two'])('a block waits for the forgetting, and loses its text: %s at once', async (count) => {
  const both = [await remembered(), await remembered()].slice(0, count === 'one' ? 1 : 2);
  await other.query('begin');
  // As forgetting does it.
  await other.query(
    `with gone as (delete from observations where id = any($1::uuid[]) returning org_id, id, content_hash)
    insert into observation_tombstones (org_id, observation_id, content_hash) select * from gone`,
    [both.map(({ id }) => id)],
  );
  const enqueued = Promise.all(
    both.map(({ id, sessionId }) => queue.enqueueMemoryInject({ sessionId, text, observationIds: [id] })),
  );
  await expect.poll(waiting).toBeGreaterThan(0);
  await other.query('commit');
  await enqueued;
  for (const { sessionId } of both) expect(await rowsOf(sessionId)).toEqual([['', 'dropped', 'forgotten']]);
});
