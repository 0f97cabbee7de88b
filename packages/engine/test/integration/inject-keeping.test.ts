import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import {
  dropInjectsOfEndedSession,
  listOrganisationsWithOldInjects,
} from '../../src/memory/injects/purge-memory-injects.ts';
import { createInjectQueue } from '../../src/memory/injects/inject-queue.ts';
import { createSessionStore } from '../../src/memory/sessions/session-store.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { injectRoom, type InjectRoom } from '../setup/inject-room.ts';
import { endSession, expireInject, holdSession, nextEpoch } from '../setup/session-rows.ts';

describeOnEachDatabase('what the durable inject queue gives up and keeps', (open) => {
  let database: Database;
  let room: InjectRoom;
  beforeAll(async () => {
    database = await open();
    room = injectRoom(database, 'org_123');
  });

  describe('what is not delivered', () => {
    test('an expired block is dropped, pending or in flight; its late ack says so', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.queue.enqueueMemoryInject({ sessionId, text: 'stale', expiresAt: new Date(0) });
      await room.enqueueAll(sessionId, ['flown', 'fresh']);
      const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
      if (claim.outcome !== 'inject') throw new Error(claim.outcome);
      expect(claim.inject.text).toBe('flown');
      await expireInject(room.tenant, sessionId, 'flown');
      const next = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
      expect(next).toMatchObject({ outcome: 'inject', inject: { text: 'fresh' } });
      expect(await room.statuses(sessionId)).toEqual({ stale: 'expired', flown: 'expired', fresh: 'delivered' });
      expect(await room.queue.ackMemoryInject(sessionId, claim.inject.deliveryId)).toEqual({ outcome: 'dropped' });
    });

    test('a newer block with the same key drops a pending one, never one in flight', async () => {
      const { sessionId, lockToken } = await room.session();
      const hint = (text: string) => room.queue.enqueueMemoryInject({ sessionId, text, supersedesKey: 'focal' });
      await room.enqueueAll(sessionId, ['other']);
      await hint('a');
      await hint('b');
      expect(await room.statuses(sessionId)).toEqual({ other: 'pending', a: 'superseded', b: 'pending' });
      await room.queue.ackMemoryInject(sessionId, await room.deliver({ sessionId, lockToken }));
      await room.deliver({ sessionId, lockToken });
      await hint('c');
      expect(await room.statuses(sessionId)).toEqual({ other: 'acked', a: 'superseded', b: 'delivered', c: 'pending' });
    });

    test('what was dropped before anybody saw it may be enqueued again', async () => {
      const { sessionId } = await room.session();
      const hint = (text: string) => room.queue.enqueueMemoryInject({ sessionId, text, supersedesKey: 'focal' });
      await hint('a');
      await hint('b');
      expect(await hint('a')).toMatchObject({ text: 'a', status: 'pending', dropReason: null });
      expect(await room.statuses(sessionId)).toEqual({ a: 'pending', b: 'superseded' });
    });

    test('what expired in flight may have been seen, so it is not enqueued again', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      await room.deliver({ sessionId, lockToken });
      await expireInject(room.tenant, sessionId, 'a');
      expect(await room.queue.claimPendingInjectForSession(sessionId, { lockToken })).toEqual({ outcome: 'nothing' });
      expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'a' })).toBeNull();
    });

    test.each(['complete', 'fail', 'stop'] as const)(
      'the session store drops what waits when it ends one: %s',
      async (verb) => {
        const sessions = createSessionStore({
          tenant: room.tenant,
          clock: systemClock,
          redact: (value) => Promise.resolve(value),
          onEnd: (orgId, sessionId) => [dropInjectsOfEndedSession(orgId, sessionId)],
        });
        const { sessionId, lockToken } = await room.session();
        await room.enqueueAll(sessionId, ['waiting']);
        if (verb !== 'stop') {
          expect(await sessions[verb](sessionId, randomUUID())).toMatchObject({ outcome: 'lock-lost' });
          expect(await room.statuses(sessionId)).toEqual({ waiting: 'pending' });
          await sessions[verb](sessionId, lockToken);
        } else {
          await sessions.stop(sessionId);
        }
        expect(await room.statuses(sessionId)).toEqual({ waiting: 'session-ended' });
      },
    );

    test('the end of a session drops what waits; a block that comes later is kept as dropped', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['flown', 'waiting']);
      const deliveryId = await room.deliver({ sessionId, lockToken });
      await endSession(room.tenant, sessionId);
      await room.tenant.query(dropInjectsOfEndedSession('org_123', sessionId));
      const late = await room.queue.enqueueMemoryInject({ sessionId, text: 'late' });
      expect(late).toMatchObject({ status: 'dropped', dropReason: 'session-ended' });
      expect(await room.statuses(sessionId)).toEqual({
        flown: 'delivered',
        waiting: 'session-ended',
        late: 'session-ended',
      });
      expect(await room.queue.ackMemoryInject(sessionId, deliveryId)).toEqual({ outcome: 'acked' });
    });

    test('a full queue drops its oldest hint, and refuses when it has none', async () => {
      const { sessionId } = await room.session();
      const enqueue = (text: string, source: 'session-start' | 'in-session') =>
        room.queue.enqueueMemoryInject({ sessionId, text, source });
      await enqueue('start', 'session-start');
      for (let index = 0; index < 63; index += 1) await enqueue(`hint ${index}`, 'in-session');
      await enqueue('one more', 'in-session');
      expect(await room.statuses(sessionId)).toMatchObject({
        start: 'pending',
        'hint 0': 'queue-full',
        'hint 1': 'pending',
      });
      for (let index = 0; index < 63; index += 1) await enqueue(`start ${index}`, 'session-start');
      await expect(enqueue('too much', 'session-start')).rejects.toMatchObject({ code: 'inject-queue-full' });
      await expect(enqueue('a hint too much', 'in-session')).rejects.toMatchObject({ code: 'inject-queue-full' });
      expect(await enqueue('start', 'session-start')).toBeNull();
      const state = await room.statuses(sessionId);
      expect(Object.values(state).filter((status) => status === 'pending')).toHaveLength(64);
    });
  });

  describe('epochs', () => {
    test('[C-010] what an earlier epoch was given may be enqueued and delivered again', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      await room.queue.ackMemoryInject(sessionId, await room.deliver({ sessionId, lockToken }));
      await nextEpoch(room.tenant, sessionId);
      expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'a' })).toMatchObject({
        epoch: 1,
        status: 'pending',
      });
      await room.queue.ackMemoryInject(sessionId, await room.deliver({ sessionId, lockToken }));
      const rows = await room.queue.listMemoryInjects(sessionId);
      expect(rows.map(({ epoch, status }) => [epoch, status])).toEqual([
        [1, 'acked'],
        [0, 'acked'],
      ]);
    });

    test('a block that waits at a compaction is delivered once in the new epoch, enqueued again or not', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a', 'b']);
      await nextEpoch(room.tenant, sessionId);
      expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'a' })).toMatchObject({ epoch: 1 });
      for (const text of ['b', 'a']) {
        const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
        expect(claim).toMatchObject({ outcome: 'inject', inject: { text, epoch: 1 } });
        await room.queue.ackMemoryInject(sessionId, (claim as { inject: { deliveryId: string } }).inject.deliveryId);
      }
      expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'b' })).toBeNull();
      expect(await room.queue.listMemoryInjects(sessionId)).toHaveLength(2);
    });

    test('a block in flight at a compaction and enqueued anew is delivered anew; the ack of before is of no delivery', async () => {
      const { sessionId, lockToken } = await room.session();
      await room.enqueueAll(sessionId, ['a']);
      const before = await room.deliver({ sessionId, lockToken });
      await nextEpoch(room.tenant, sessionId);
      expect(await room.queue.enqueueMemoryInject({ sessionId, text: 'a' })).toMatchObject({
        epoch: 1,
        status: 'pending',
      });
      expect(await room.queue.ackMemoryInject(sessionId, before)).toEqual({ outcome: 'unknown-delivery' });
      expect(await room.deliver({ sessionId, lockToken })).not.toBe(before);
    });

    test("the epoch of a session without a row is the caller's", async () => {
      const block = { sessionId: 'sess_epochs', text: 'a' };
      await room.queue.enqueueMemoryInject(block);
      const claim = await room.queue.claimPendingInjectForSession('sess_epochs');
      if (claim.outcome !== 'inject') throw new Error(claim.outcome);
      await room.queue.ackMemoryInject('sess_epochs', claim.inject.deliveryId);
      expect(await room.queue.enqueueMemoryInject({ ...block, epoch: 1 })).toMatchObject({ epoch: 1 });
    });
  });

  test('depth and age of an organisation, of what is not acknowledged', async () => {
    const other = database.tenant('org_measured');
    const measured = createInjectQueue(other, systemClock);
    expect(await measured.measureInjectQueue()).toEqual({ pending: 0, inFlight: 0, oldestAgeMs: 0 });
    for (const text of ['a', 'b']) await measured.enqueueMemoryInject({ sessionId: 's', text });
    await measured.claimPendingInjectForSession('s');
    const state = await measured.measureInjectQueue();
    expect(state).toMatchObject({ pending: 1, inFlight: 1 });
    expect(state.oldestAgeMs).toBeGreaterThan(0);
  });

  test('what was in flight when its session ended waits for nobody', async () => {
    const own = injectRoom(database, 'org_ended');
    const held = await own.session();
    await own.enqueueAll(held.sessionId, ['flown']);
    const deliveryId = await own.deliver(held);
    expect(await own.queue.measureInjectQueue()).toMatchObject({ pending: 0, inFlight: 1 });
    await endSession(own.tenant, held.sessionId);
    expect(await own.queue.measureInjectQueue()).toEqual({ pending: 0, inFlight: 0, oldestAgeMs: 0 });
    expect(await own.queue.ackMemoryInject(held.sessionId, deliveryId)).toEqual({ outcome: 'acked' });
  });

  test('after the end of a session the token that was handed a block still acknowledges it, and no other', async () => {
    const { sessionId, lockToken } = await room.session();
    await room.enqueueAll(sessionId, ['first', 'last']);
    const first = await room.deliver({ sessionId, lockToken });
    await room.queue.ackMemoryInject(sessionId, first, { lockToken });
    const successor = await room.takeOver(sessionId);
    const last = await room.deliver(successor);
    expect(await room.queue.ackMemoryInject(sessionId, first, { lockToken })).toEqual({ outcome: 'lock-lost' });
    await endSession(room.tenant, sessionId);
    const ack = (deliveryId: string, token: string) =>
      room.queue.ackMemoryInject(sessionId, deliveryId, { lockToken: token });
    expect(await ack(last, lockToken)).toEqual({ outcome: 'lock-lost' });
    expect(await ack(randomUUID(), successor.lockToken)).toEqual({ outcome: 'lock-lost' });
    expect(await ack(last, successor.lockToken)).toEqual({ outcome: 'acked' });
    expect(await ack(last, successor.lockToken)).toEqual({ outcome: 'already-acked' });
  });

  test('a purge takes what is done with, and leaves what a live epoch was given', async () => {
    const own = database.tenant('org_purged');
    const purged = createInjectQueue(own, systemClock);
    const lockToken = randomUUID();
    await holdSession(own, 'live', lockToken);
    for (const sessionId of ['live', 'rowless']) {
      const lock = sessionId === 'live' ? { lockToken } : {};
      for (const text of ['old', 'new']) {
        await purged.enqueueMemoryInject({ sessionId, text });
        const claim = await purged.claimPendingInjectForSession(sessionId, lock);
        if (claim.outcome !== 'inject') throw new Error(claim.outcome);
        await purged.ackMemoryInject(sessionId, claim.inject.deliveryId);
        if (text === 'old') await nextEpoch(own, sessionId);
      }
      await purged.enqueueMemoryInject({ sessionId, text: 'waiting' });
    }
    expect(await purged.purgeMemoryInjects(new Date(0))).toEqual({ purged: 0 });
    expect(await listOrganisationsWithOldInjects(database.operator, new Date(0), 100)).toEqual([]);
    const soon = new Date(Date.now() + 60_000);
    expect(await listOrganisationsWithOldInjects(database.operator, soon, 100)).toContain('org_purged');
    expect(await purged.purgeMemoryInjects(new Date(Date.now() + 60_000))).toEqual({ purged: 3 });
    const left = async (sessionId: string) => (await purged.listMemoryInjects(sessionId)).map(({ text }) => text);
    expect(await left('live')).toEqual(['waiting', 'new']);
    expect(await left('rowless')).toEqual(['waiting']);
    await endSession(own, 'live');
    expect(await purged.purgeMemoryInjects(new Date(Date.now() + 60_000))).toEqual({ purged: 2 });
  });

  test('another organisation neither sees a block nor collides with it', async () => {
    const other = createInjectQueue(database.tenant('org_other'), systemClock);
    await room.queue.enqueueMemoryInject({ sessionId: 'sess_shared', text: 'a' });
    expect(await other.claimPendingInjectForSession('sess_shared')).toEqual({ outcome: 'nothing' });
    expect(await other.enqueueMemoryInject({ sessionId: 'sess_shared', text: 'a' })).toMatchObject({
      orgId: 'org_other',
    });
  });
});
