import { createMemory, type OrgMemory } from '@inkling/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { shortIdOf } from '../../src/base/text/short-id.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { injectRoom, type InjectRoom } from '../setup/inject-room.ts';
import { endSession, nextEpoch } from '../setup/session-rows.ts';

describeOnEachDatabase('injects follow what becomes of observations', (open) => {
  let database: Database;
  let room: InjectRoom;
  let org: OrgMemory;
  beforeAll(async () => {
    database = await open();
    room = injectRoom(database, 'org_123');
    org = (await createMemory({ database })).org('org_123');
  });

  /** Blocks that quote the observation: delivered, waiting, of an earlier epoch, of a session that ended. */
  async function spread(id: string, text: string): Promise<Record<'told' | 'waiting' | 'compacted' | 'ended', string>> {
    const [told, waiting, compacted, ended] = await Promise.all([0, 1, 2, 3].map(() => room.session()));
    for (const { sessionId } of [told!, waiting!, compacted!, ended!]) {
      await org.enqueueMemoryInject({ sessionId, text, observationIds: [id] });
    }
    for (const held of [told!, compacted!, ended!]) {
      await org.ackMemoryInject(held.sessionId, await room.deliver(held));
    }
    await nextEpoch(room.tenant, compacted!.sessionId);
    await endSession(room.tenant, ended!.sessionId);
    return {
      told: told!.sessionId,
      waiting: waiting!.sessionId,
      compacted: compacted!.sessionId,
      ended: ended!.sessionId,
    };
  }

  const corrections = async (sessionId: string): Promise<string[]> =>
    (await org.listMemoryInjects(sessionId)).filter(({ source }) => source === 'correction').map(({ text }) => text);

  test('a superseded observation is corrected once in each live session whose epoch has it or will get it', async () => {
    const { id } = await org.observations.remember({ content: 'Retries are capped at 5.' });
    const sessions = await spread(id, 'a block about retries');
    const newer = await org.observations.supersede(id, 'Retries are capped at 7.');
    const line = `- [${shortIdOf(id)}] superseded by [${shortIdOf(newer.id)}] Retries are capped at 7.`;
    await expect.poll(() => corrections(sessions.told), { timeout: 30_000 }).toEqual([line]);
    await expect.poll(() => corrections(sessions.waiting), { timeout: 30_000 }).toEqual([line]);
    expect(await corrections(sessions.compacted)).toEqual([]);
    expect(await corrections(sessions.ended)).toEqual([]);
  });

  test('a new statement that the session may not read is named, not quoted', async () => {
    const { id } = await org.observations.remember({ content: 'The key is in the vault.' });
    const { told } = await spread(id, 'a block about keys');
    const newer = await org.observations.supersede(id, 'The key is under the mat.', { classification: 'restricted' });
    await expect
      .poll(() => corrections(told), { timeout: 30_000 })
      .toEqual([`- [${shortIdOf(id)}] superseded by [${shortIdOf(newer.id)}]`]);
  });

  describe('forgetting', () => {
    test('takes the text of every block that names the observation before it returns; ids and hashes stay', async () => {
      const { id } = await org.observations.remember({ content: 'A secret plan.' });
      const { told, waiting } = await spread(id, 'a block about a secret plan');
      const [before] = await org.listMemoryInjects(told);
      await org.observations.forget({ id });
      const { contentHash } = before!;
      const kept = { text: '', contentHash, observationIds: [id] };
      expect(await org.listMemoryInjects(told)).toMatchObject([{ ...kept, status: 'acked', dropReason: null }]);
      expect(await org.listMemoryInjects(waiting)).toMatchObject([
        { ...kept, status: 'dropped', dropReason: 'forgotten' },
      ]);
    });

    test('a session also takes the texts that were queued for it, and those of no other', async () => {
      const [one, other] = [await room.session(), await room.session()];
      for (const { sessionId } of [one, other]) await org.enqueueMemoryInject({ sessionId, text: 'said by hand' });
      await org.observations.forget({ sessionId: one.sessionId });
      expect(await room.statuses(one.sessionId)).toEqual({ '': 'forgotten' });
      expect(await room.statuses(other.sessionId)).toEqual({ 'said by hand': 'pending' });
    });
  });
});
