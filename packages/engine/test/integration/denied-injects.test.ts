import { createMemory, type Authorizer, type Database, type Memory, type OrgMemory } from '@inkling/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { shortIdOf } from '../../src/base/text/short-id.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ttlMs = 600_000;

describeOnEachDatabase('a block at the moment of its delivery', (open) => {
  interface Room {
    readonly memory: Memory;
    readonly org: OrgMemory;
    readonly lockToken: string;
    readonly learned: string;
  }

  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  async function room(authorizer?: Authorizer): Promise<Room> {
    const memory = await createMemory({ database, ...(authorizer ? { authorizer } : {}) });
    const org = memory.org(`o-${Math.random()}`);
    const content = 'The checkout totals are rounded once, at the end.';
    const { id: learned } = await org.observations.remember({ content, projectId: 'p', agentId: 'git' });
    await org.sessions.create({ id: 's', projectId: 'p', agentId: 'dev', workItem: { title: 'checkout' } });
    const claim = await org.sessions.claim('s', { workerId: 'w', ttlMs });
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
    return { memory, org, lockToken: claim.lockToken, learned };
  }

  const enqueue = (org: OrgMemory, text: string, observationIds: readonly string[] = []) =>
    org.enqueueMemoryInject({ sessionId: 's', text, observationIds });
  const forbid = 'forbid (principal == Agent::"dev", action == Action::"read", resource);';

  describe('that a policy forbids by now', () => {
    test('is dropped, and the next one comes with the same heartbeat', async () => {
      const { org, lockToken, learned } = await room();
      await enqueue(org, 'what was said before', []);
      const first = await org.refreshLockAndClaimInject('s', { lockToken, ttlMs });
      if (first.outcome !== 'inject') throw new Error(first.outcome);
      await enqueue(org, 'totals are rounded once', [learned]);
      await enqueue(org, 'words of the worker itself');
      await org.policies.put('dev', forbid, { actor: 'ann' });
      const heartbeat = { lockToken, ttlMs, ackDeliveryId: first.inject.deliveryId };
      expect(await org.refreshLockAndClaimInject('s', heartbeat)).toMatchObject({
        outcome: 'inject',
        acked: true,
        inject: { text: 'words of the worker itself' },
      });
      const rows = await org.listMemoryInjects('s');
      expect(rows.map(({ text, status, dropReason }) => [text, status, dropReason])).toEqual([
        ['words of the worker itself', 'delivered', null],
        ['totals are rounded once', 'dropped', 'denied'],
        ['what was said before', 'acked', null],
      ]);
    });

    test('is not delivered again after it was once', async () => {
      const { org, lockToken, learned } = await room();
      await enqueue(org, 'totals are rounded once', [learned]);
      expect(await org.claimPendingInjectForSession('s', { lockToken })).toMatchObject({ outcome: 'inject' });
      await org.observations.change(learned, { classification: 'restricted' }, { actor: 'ann' });
      expect(await org.claimPendingInjectForSession('s', { lockToken })).toEqual({ outcome: 'nothing' });
    });
  });

  test('a correction keeps its ids and loses its quotation', async () => {
    const { org, lockToken, learned } = await room();
    await enqueue(org, 'totals are rounded once', [learned]);
    const { id } = await org.observations.supersede(learned, 'The totals are rounded per line.');
    await expect.poll(async () => (await org.listMemoryInjects('s')).length, { timeout: 20_000 }).toBe(2);
    await org.policies.put('dev', forbid, { actor: 'ann' });
    const corrected = await org.refreshLockAndClaimInject('s', { lockToken, ttlMs });
    expect(corrected).toMatchObject({ inject: { text: `- [${shortIdOf(learned)}] superseded by [${shortIdOf(id)}]` } });
  });

  test('waits when nobody can decide, and comes when somebody can', async () => {
    let isBroken = false;
    const authorizer: Authorizer = {
      authorize: (_principal, _verb, resources) =>
        isBroken
          ? Promise.reject(new Error('no policy engine'))
          : Promise.resolve(resources.map(() => ({ allowed: true, policy: 'all' }))),
    };
    const { org, lockToken, learned } = await room(authorizer);
    await enqueue(org, 'totals are rounded once', [learned]);
    isBroken = true;
    expect(await org.refreshLockAndClaimInject('s', { lockToken, ttlMs })).toMatchObject({ outcome: 'nothing' });
    isBroken = false;
    expect(await org.refreshLockAndClaimInject('s', { lockToken, ttlMs })).toMatchObject({
      outcome: 'inject',
      inject: { text: 'totals are rounded once', attempts: 2 },
    });
  });
});
