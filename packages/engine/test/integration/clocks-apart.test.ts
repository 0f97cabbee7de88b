import { createMemory, type Memory } from '@inkling/engine';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const question = { queryText: 'idempotency key of refunds', projectId: 'p', deadlineMs: 60_000 };
const content = 'Always send the idempotency key with refunds.';

describeOnEachDatabase('machines whose clocks differ', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const process = async (): Promise<Memory> => {
    const memory = await createMemory({ database: { ...database, close: async () => undefined } });
    onTestFinished(() => memory.close());
    return memory;
  };

  /** Runs it as a machine whose clock is wrong by so much. */
  async function apart<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
    const { now } = Date;
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
    try {
      return await work();
    } finally {
      wrong.mockRestore();
    }
  }

  test.each([
    ['from the index', true],
    ['from SQL', false],
  ])('what one that is ahead has stored is recalled by another at once (%s)', async (_where, isWarm) => {
    const [ahead, other] = [await process(), await process()];
    const org = `ahead-${isWarm}`;
    await apart(60_000, () => ahead.org(org).observations.remember({ content, projectId: 'p' }));
    if (isWarm) await other.org(org).warm({ projectId: 'p' });
    expect((await other.org(org).recall(question)).rows).toHaveLength(1);
  });

  test('its correction, too', async () => {
    const [ahead, other] = [await process(), await process()];
    const { id } = await other.org('corrected').observations.remember({ content: 'old', projectId: 'p' });
    await apart(60_000, () => ahead.org('corrected').observations.supersede(id, content));
    expect((await other.org('corrected').recall(question)).rows).toHaveLength(1);
  });

  test('one that is behind recalls what others have stored', async () => {
    const [behind, other] = [await process(), await process()];
    await other.org('behind').observations.remember({ content, projectId: 'p' });
    const recall = () => apart(-60_000, () => behind.org('behind').recall(question));
    expect((await recall()).rows).toHaveLength(1);
    // An embedded database has one process, which hears of its own writes only.
    if (database.kind !== 'postgres') return;
    const next = 'The idempotency key of refunds is the order.';
    await other.org('behind').observations.remember({ content: next, projectId: 'p' });
    await expect.poll(async () => (await recall()).rows.length).toBe(2);
  });
});
