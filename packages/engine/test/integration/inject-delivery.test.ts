import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentHash } from '../../src/base/text/stored-text.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { injectRoom, type InjectRoom } from '../setup/inject-room.ts';
import { expireLock } from '../setup/session-rows.ts';

const OBSERVATION = '01890a5d-ac96-774b-bcce-b302099a8057';

describeOnEachDatabase('delivery by the durable inject queue', (open) => {
  let room: InjectRoom;
  beforeAll(async () => {
    room = injectRoom(await open(), 'org_123');
  });

  describe('without workers and locks', () => {
    test('[S1-060] [S1-067] [S1-068] [S1-069] [S1-071] [S1-072] [S1-073] enqueue, claim, ack', async () => {
      const row = await room.queue.enqueueMemoryInject({
        orgId: 'org_123',
        sessionId: 'sess_abc',
        agentId: 'agent_sdlc_dev',
        text: '## Relevant Observations\n- [obs_x] Auth middleware now requires...',
        observationIds: [OBSERVATION],
      });
      expect(row).toMatchObject({
        orgId: 'org_123',
        sessionId: 'sess_abc',
        agentId: 'agent_sdlc_dev',
        observationIds: [OBSERVATION],
        status: 'pending',
        source: 'api',
        epoch: 0,
        attempts: 0,
        deliveryId: null,
      });
      expect(row?.contentHash).toBe(contentHash(row!.text));
      const claim = await room.queue.claimPendingInjectForSession('sess_abc');
      if (claim.outcome !== 'inject') throw new Error(claim.outcome);
      expect(claim.inject).toMatchObject({ text: row?.text, agentId: 'agent_sdlc_dev', attempts: 1 });
      expect(await room.queue.ackMemoryInject('sess_abc', claim.inject.deliveryId)).toEqual({ outcome: 'acked' });
      expect(await room.queue.claimPendingInjectForSession('sess_abc')).toEqual({ outcome: 'nothing' });
    });

    test('an id that is none of an observation, as the seed prints one, is refused before anything is stored [C-040]', async () => {
      const inject = {
        sessionId: 'sess_x',
        text: '- [obs_x] Auth middleware now requires...',
        observationIds: ['obs_x'],
      };
      await expect(room.queue.enqueueMemoryInject(inject)).rejects.toMatchObject({
        code: 'invalid-input',
        details: { field: 'observationIds' },
      });
      expect(await room.queue.claimPendingInjectForSession('sess_x')).toEqual({ outcome: 'nothing' });
    });

    test('a session that has a row is claimed by its lock only', async () => {
      const { sessionId } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      expect(await room.queue.claimPendingInjectForSession(sessionId)).toEqual({ outcome: 'lock-lost' });
      const unknown = await room.queue.claimPendingInjectForSession('sess_none', { lockToken: randomUUID() });
      expect(unknown).toEqual({ outcome: 'lock-lost' });
    });
  });

  test('[S1-079] a hint grows old in the queue, a critical observation waits until it is taken', async () => {
    const { sessionId } = await room.session();
    const hint = { sessionId, text: 'About the file in hand', source: 'in-session' as const };
    await room.queue.enqueueMemoryInject({ ...hint, expiresAt: '2026-01-01T00:00:00Z' });
    expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'Never pay twice' })).toMatchObject({
      expiresAt: null,
    });
    const claim = await room.queue.claimPendingInjectForSession(sessionId, await room.takeOver(sessionId));
    expect(claim).toMatchObject({ outcome: 'inject', inject: { text: 'Never pay twice' } });
  });

  test('[S1-061] [S1-062] [S1-070] [C-011] the same text again is null and inserts nothing', async () => {
    const { sessionId } = await room.session();
    expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'once' })).toMatchObject({ status: 'pending' });
    expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'once', source: 'in-session' })).toBeNull();
    const claim = await room.queue.claimPendingInjectForSession(sessionId, await room.takeOver(sessionId));
    if (claim.outcome !== 'inject') throw new Error(claim.outcome);
    expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'once' })).toBeNull();
    await room.queue.ackMemoryInject(sessionId, claim.inject.deliveryId);
    expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'once' })).toBeNull();
    expect(await room.queue.listMemoryInjects(sessionId)).toHaveLength(1);
  });

  test('[S1-063] [S1-064] [S1-065] [S1-074] one block is in flight, comes again with the same id until it is acknowledged, then the next', async () => {
    const { sessionId, lockToken } = await room.session();
    await room.enqueueAll(sessionId, ['first', 'second']);
    const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
    if (claim.outcome !== 'inject') throw new Error(claim.outcome);
    const again = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
    expect(again).toEqual({ ...claim, inject: { ...claim.inject, attempts: 2 } });
    const heartbeat = await room.queue.refreshLockAndClaimInject(sessionId, { lockToken, ttlMs: 60_000 });
    expect(heartbeat).toMatchObject({ outcome: 'inject', acked: false, inject: { ...claim.inject, attempts: 3 } });
    expect(await room.queue.ackMemoryInject(sessionId, claim.inject.deliveryId)).toEqual({ outcome: 'acked' });
    const next = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
    expect(next).toMatchObject({ outcome: 'inject', inject: { text: 'second', attempts: 1 } });
  });

  test('[C-012] a late or repeated ack changes nothing and says so', async () => {
    const { sessionId, lockToken } = await room.session();
    await room.enqueueAll(sessionId, ['first', 'second']);
    const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
    if (claim.outcome !== 'inject') throw new Error(claim.outcome);
    await room.queue.ackMemoryInject(sessionId, claim.inject.deliveryId);
    await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
    expect(await room.queue.ackMemoryInject(sessionId, claim.inject.deliveryId)).toEqual({ outcome: 'already-acked' });
    expect(await room.queue.ackMemoryInject(sessionId, randomUUID())).toEqual({ outcome: 'unknown-delivery' });
    expect(await room.queue.ackMemoryInject('sess_other', claim.inject.deliveryId)).toEqual({
      outcome: 'unknown-delivery',
    });
    expect(await room.statuses(sessionId)).toEqual({ first: 'acked', second: 'delivered' });
  });

  describe('the lock', () => {
    test('[S1-066] a worker that lost the session gets nothing; the new holder gets the same delivery', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
      if (claim.outcome !== 'inject') throw new Error(claim.outcome);
      const successor = await room.takeOver(sessionId);
      expect(await room.queue.claimPendingInjectForSession(sessionId, { lockToken })).toEqual({ outcome: 'lock-lost' });
      const heartbeat = { lockToken, ttlMs: 60_000, ackDeliveryId: claim.inject.deliveryId };
      expect(await room.queue.refreshLockAndClaimInject(sessionId, heartbeat)).toEqual({ outcome: 'lock-lost' });
      expect(await room.queue.claimPendingInjectForSession(sessionId, successor)).toMatchObject({
        outcome: 'inject',
        inject: { deliveryId: claim.inject.deliveryId, attempts: 2 },
      });
    });

    test('a lock that ran out claims nothing until its holder, not replaced meanwhile, heartbeats again', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      await expireLock(room.tenant, sessionId);
      const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
      expect(claim).toEqual({ outcome: 'lock-lost' });
      const heartbeat = await room.queue.refreshLockAndClaimInject(sessionId, { lockToken, ttlMs: 60_000 });
      expect(heartbeat).toMatchObject({ outcome: 'inject', inject: { text: 'a', attempts: 1 } });
    });

    test('an ack needs no lock: the agent has the block', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
      if (claim.outcome !== 'inject') throw new Error(claim.outcome);
      const successor = await room.takeOver(sessionId);
      expect(await room.queue.ackMemoryInject(sessionId, claim.inject.deliveryId)).toEqual({ outcome: 'acked' });
      expect(await room.queue.claimPendingInjectForSession(sessionId, successor)).toEqual({ outcome: 'nothing' });
    });

    test('[S1-075] [S1-076] [S0-008] a heartbeat extends the lock, confirms the last block and carries the next', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['first', 'second']);
      const before = Date.now();
      const first = await room.queue.refreshLockAndClaimInject(sessionId, { lockToken, ttlMs: 3_600_000 });
      if (first.outcome !== 'inject') throw new Error(first.outcome);
      expect(Date.parse(first.lockExpiresAt)).toBeGreaterThan(before + 3_000_000);
      expect(Date.parse(first.lockExpiresAt)).toBeLessThan(before + 86_400_000);
      const ackDeliveryId = first.inject.deliveryId;
      const second = await room.queue.refreshLockAndClaimInject(sessionId, { lockToken, ttlMs: 60_000, ackDeliveryId });
      expect(second).toMatchObject({ outcome: 'inject', acked: true, inject: { text: 'second', attempts: 1 } });
      expect(await room.statuses(sessionId)).toEqual({ first: 'acked', second: 'delivered' });
      const repeated = await room.queue.refreshLockAndClaimInject(sessionId, {
        lockToken,
        ttlMs: 60_000,
        ackDeliveryId,
      });
      expect(repeated).toMatchObject({ outcome: 'inject', acked: false, inject: { text: 'second', attempts: 2 } });
    });
  });
});
