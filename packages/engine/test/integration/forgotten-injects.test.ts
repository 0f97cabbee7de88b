import { randomUUID } from 'node:crypto';
import { createMemory, type OrgMemory } from '@inkling/engine';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createInjectQueue, type InjectQueue } from '../../src/memory/injects/inject-queue.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const text = 'Customer Jane Roe lives in Elm Street.';

describeOnEachDatabase('a block of what was forgotten while it was under way', (open) => {
  let queue: InjectQueue;
  let org: OrgMemory;
  beforeAll(async () => {
    const database = await open();
    queue = createInjectQueue(database.tenant('org_123'), systemClock);
    org = (await createMemory({ database })).org('org_123');
  });

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
});
