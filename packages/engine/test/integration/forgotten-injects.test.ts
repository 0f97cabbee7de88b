import { randomUUID } from 'node:crypto';
import { createMemory, type OrgMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import { createInjectQueue, type InjectQueue } from '../../src/memory/injects/inject-queue.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

const text = 'Customer Jane Roe lives in Elm Street.';

describeOnEachDatabase('a block of what was forgotten while it was under way', (open, kind) => {
  let database: Database;
  let queue: InjectQueue;
  let org: OrgMemory;
  async function use(opened: Database): Promise<void> {
    database = opened;
    queue = createInjectQueue(database.tenant('org_123'), systemClock);
    org = (await createMemory({ database })).org('org_123');
  }
  beforeAll(async () => use(await open()));

  async function remembered(): Promise<{ readonly id: string; readonly sessionId: string }> {
    const sessionId = randomUUID();
    const { id } = await org.observations.remember({ content: `${text} ${sessionId}` });
    return { id, sessionId };
  }
  const rowsOf = async (sessionId: string): Promise<unknown[]> =>
    (await queue.listMemoryInjects(sessionId)).map((row) => [row.text, row.status, row.dropReason]);

  test('is stored as dropped, without its text', async () => {
    const { id, sessionId } = await remembered();
    await org.observations.forget({ id });
    const inject = { sessionId, text, observationIds: [randomUUID(), id] };
    expect(await queue.enqueueMemoryInject(inject)).toMatchObject({ status: 'dropped', dropReason: 'forgotten' });
    expect(await queue.enqueueMemoryInject(inject)).toBeNull();
    expect(await rowsOf(sessionId)).toEqual([['', 'dropped', 'forgotten']]);
  });

  test('is stored so among blocks of other sessions, which are not', async () => {
    const [gone, kept] = [await remembered(), await remembered()];
    await org.observations.forget({ id: gone.id });
    await Promise.all(
      [gone, kept, gone, kept].map(({ id, sessionId }, index) =>
        queue.enqueueMemoryInject({ sessionId, text: `${text} ${index}`, observationIds: [id] }),
      ),
    );
    expect(await rowsOf(gone.sessionId)).toEqual([
      ['', 'dropped', 'forgotten'],
      ['', 'dropped', 'forgotten'],
    ]);
    expect(await rowsOf(kept.sessionId)).toMatchObject([{ 1: 'pending' }, { 1: 'pending' }]);
  });

  test('does not take the place of a hint in a full queue', async () => {
    const { id, sessionId } = await remembered();
    const hints = Array.from(
      { length: 64 },
      (_, index) => ({ sessionId, text: `${index}`, source: 'in-session' }) as const,
    );
    for (const hint of hints) await queue.enqueueMemoryInject(hint);
    await org.observations.forget({ id });
    await queue.enqueueMemoryInject({ sessionId, text, observationIds: [id] });
    expect((await rowsOf(sessionId)).filter((row) => (row as string[])[1] === 'pending')).toHaveLength(64);
  });

  test('that was handed over is written down without its text, and does not wait again', async () => {
    const { id, sessionId } = await remembered();
    await queue.enqueueMemoryInject({ sessionId: randomUUID(), text, observationIds: [id] });
    await org.sessions.create({ id: sessionId });
    await org.observations.forget({ id });
    const deliveryId = randomUUID();
    await queue.recordDeliveredInject({ sessionId, text, observationIds: [id], deliveryId, isReceived: false });
    expect(await rowsOf(sessionId)).toEqual([['', 'written', null]]);
    expect(await queue.returnMemoryInject(sessionId, deliveryId)).toBe(false);
  });

  test.each(['p', null])('that names nothing goes with the project of its session: %s', async (projectId) => {
    const [of, other] = [randomUUID(), randomUUID()];
    await org.sessions.create({ id: of, projectId });
    await org.sessions.create({ id: other, projectId: 'q' });
    for (const sessionId of [of, other]) await queue.enqueueMemoryInject({ sessionId, text });
    await org.observations.forget({ projectId });
    expect(await rowsOf(of)).toEqual([['', 'dropped', 'forgotten']]);
    expect(await rowsOf(other)).toEqual([[text, 'pending', null]]);
  });

  test('waits when an export has brought back what it names', async () => {
    const { id, sessionId } = await remembered();
    const rows = [];
    for await (const row of org.observations.exportRows()) if (row.id === id) rows.push(row);
    await org.observations.forget({ id });
    expect(await org.observations.importRows(rows)).toMatchObject({ imported: 1 });
    await queue.enqueueMemoryInject({ sessionId, text, observationIds: [id, randomUUID()] });
    expect(await rowsOf(sessionId)).toEqual([[text, 'pending', null]]);
  });

  describe.runIf(kind === 'postgres')('by another connection', () => {
    let url: string;
    let other: Client;
    beforeAll(async () => {
      url = await createTestDatabase();
      database = await openPostgres({ connectionString: url });
      other = new Client({ connectionString: url });
      await other.connect();
      await use(database);
    });
    afterAll(async () => {
      await other.end();
      await database.close();
    });

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
      await other.query('delete from observations where id = any($1::uuid[])', [both.map(({ id }) => id)]);
      const enqueued = Promise.all(
        both.map(({ id, sessionId }) => queue.enqueueMemoryInject({ sessionId, text, observationIds: [id] })),
      );
      await expect.poll(waiting).toBeGreaterThan(0);
      await other.query('commit');
      await enqueued;
      for (const { sessionId } of both) expect(await rowsOf(sessionId)).toEqual([['', 'dropped', 'forgotten']]);
    });
  });
});
