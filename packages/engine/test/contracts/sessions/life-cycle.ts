import { expect, test } from 'vitest';
import type { ClaimedSession } from '../../../src/memory/sessions/claim-session.ts';
import type { SessionStore } from '../../../src/memory/sessions/session-store.ts';
import { type OpenSessionRoom, TTL_MS } from './session-room.ts';

const NOBODYS_TOKEN = '018f3c5e-0000-4000-8000-000000000001';
const worker = (workerId: string): { workerId: string; ttlMs: number } => ({ workerId, ttlMs: TTL_MS });

async function claimed(sessions: SessionStore, sessionId: string, workerId = 'w1'): Promise<ClaimedSession> {
  const claim = await sessions.claim(sessionId, worker(workerId));
  if (claim.outcome !== 'claimed') throw new Error(`${sessionId} is ${claim.outcome}`);
  return claim;
}

/** From the queue to an end, and what is refused on the way. */
export function lifeCycle(room: OpenSessionRoom): void {
  test('a worker that brings its own token holds the session again after a restart', async () => {
    const { sessions } = room();
    const lockToken = '018f3c5e-0000-4000-8000-00000000beef';
    await sessions.create({ id: 's' });
    expect(await sessions.claim('s', { ...worker('w1'), lockToken })).toMatchObject({ outcome: 'claimed', lockToken });
    expect(await sessions.claim('s', { ...worker('w1'), lockToken })).toMatchObject({ outcome: 'held' });
    expect(await sessions.refreshLock('s', lockToken)).toMatchObject({ outcome: 'refreshed' });
    const guess = sessions.claim('s', { ...worker('w2'), lockToken: 'mine' });
    await expect(guess).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('a lock that was taken before the clock was set back is over; its holder goes on until somebody takes it', async () => {
    const { sessions, passTime } = room();
    for (const id of ['beaten', 'taken']) await sessions.create({ id });
    const { lockToken } = await claimed(sessions, 'beaten');
    await claimed(sessions, 'taken');
    expect((await sessions.claim('taken', worker('w2'))).outcome).toBe('held');
    await passTime(-3_600_000);
    await sessions.refreshLock('beaten', lockToken, { ttlMs: TTL_MS });
    expect((await sessions.claim('taken', worker('w2'))).outcome).toBe('claimed');
    expect((await sessions.claimNext(worker('w3')))?.session.id).toBe('beaten');
    expect((await sessions.refreshLock('beaten', lockToken)).outcome).toBe('lock-lost');
  });

  test('a session that its worker left behind is stopped; one that sent a heartbeat, was taken over or has ended is kept', async () => {
    const { sessions, passTime } = room();
    for (const id of ['left', 'beaten', 'taken', 'ended']) await sessions.create({ id });
    const { lockToken } = await claimed(sessions, 'beaten');
    for (const id of ['left', 'taken', 'ended']) await claimed(sessions, id);
    expect((await sessions.stopAbandoned('left', 'w1')).outcome).toBe('kept');
    await passTime(TTL_MS + 1_000);
    await sessions.refreshLock('beaten', lockToken, { ttlMs: TTL_MS });
    await claimed(sessions, 'taken', 'w2');
    await sessions.stop('ended');
    const stopped = await sessions.stopAbandoned('left', 'w1', { reason: 'gone' });
    expect(stopped).toMatchObject({
      outcome: 'stopped',
      session: { status: 'stopped', endReason: 'gone', workerId: null, outcome: null },
    });
    for (const id of ['left', 'beaten', 'taken', 'ended']) {
      expect((await sessions.stopAbandoned(id, 'w1')).outcome).toBe('kept');
    }
    await expect(sessions.stopAbandoned('nobody', 'w1')).rejects.toMatchObject({ code: 'session-not-found' });
  });

  test('queued, claimed by a worker [S0-003], working at its first heartbeat, completed with an outcome', async () => {
    const { sessions } = room();
    const { session } = await sessions.create({ id: 's', projectId: 'p', agentId: 'dev', workType: 'bug_fix' });
    expect(session).toMatchObject({ status: 'queued', epoch: 0, workerId: null, lockExpiresAt: null, claimedAt: null });
    const { lockToken, session: mine } = await claimed(sessions, 's');
    expect(mine).toMatchObject({ status: 'claimed', workerId: 'w1', claimedAt: expect.any(String) });
    expect(JSON.stringify(mine)).not.toContain(lockToken);
    const heartbeat = await sessions.refreshLock('s', lockToken, { ttlMs: 2 * TTL_MS });
    expect(heartbeat).toMatchObject({ outcome: 'refreshed', session: { status: 'working', workerId: 'w1' } });
    expect(Date.parse(heartbeat.session.lockExpiresAt ?? '')).toBeGreaterThan(Date.parse(mine.lockExpiresAt ?? ''));
    const end = await sessions.complete('s', lockToken, { outcome: 'accepted', reason: 'merged' });
    expect(end).toMatchObject({
      outcome: 'completed',
      session: { status: 'completed', outcome: 'accepted', endReason: 'merged', workerId: null, lockExpiresAt: null },
    });
    expect(end.session.endedAt).not.toBeNull();
    expect(await sessions.get('s')).toEqual(end.session);
  });

  test('a held session is refused to others, who hear who has it and until when', async () => {
    const { sessions } = room();
    await sessions.create({ id: 's' });
    const { session } = await claimed(sessions, 's');
    expect(await sessions.claim('s', worker('w2'))).toEqual({ outcome: 'held', session });
    expect(await sessions.claim('s', worker('w1'))).toMatchObject({ outcome: 'held', session: { workerId: 'w1' } });
  });

  test('a lock that ran out is taken over, and the worker that lost it is told so by every call', async () => {
    const { sessions, passTime } = room();
    await sessions.create({ id: 's' });
    const first = await claimed(sessions, 's', 'w1');
    await sessions.refreshLock('s', first.lockToken, { ttlMs: TTL_MS });
    await passTime(TTL_MS);
    const second = await claimed(sessions, 's', 'w2');
    expect(second.lockToken).not.toBe(first.lockToken);
    const lost = { outcome: 'lock-lost', session: { status: 'claimed', workerId: 'w2' } };
    expect(await sessions.refreshLock('s', first.lockToken)).toMatchObject(lost);
    expect(await sessions.release('s', first.lockToken)).toMatchObject(lost);
    expect(await sessions.complete('s', first.lockToken)).toMatchObject(lost);
    expect(await sessions.fail('s', first.lockToken)).toMatchObject(lost);
    expect(await sessions.refreshLock('s', second.lockToken)).toMatchObject({ outcome: 'refreshed' });
  });

  test('a lock that ran out and that nobody took is still its holder’s', async () => {
    const { sessions, passTime } = room();
    await sessions.create({ id: 's' });
    const { lockToken } = await claimed(sessions, 's');
    await passTime(2 * TTL_MS);
    expect(await sessions.refreshLock('s', lockToken, { ttlMs: TTL_MS })).toMatchObject({ outcome: 'refreshed' });
    expect(await sessions.claim('s', worker('w2'))).toMatchObject({ outcome: 'held' });
  });

  test('a released session waits again, and its old token is worth nothing', async () => {
    const { sessions } = room();
    await sessions.create({ id: 's' });
    const { lockToken } = await claimed(sessions, 's');
    expect(await sessions.release('s', lockToken)).toMatchObject({
      outcome: 'released',
      session: { status: 'queued', workerId: null },
    });
    expect(await sessions.refreshLock('s', lockToken)).toMatchObject({ outcome: 'lock-lost' });
    expect((await claimed(sessions, 's', 'w2')).session.workerId).toBe('w2');
  });

  test('anybody may stop a session; its worker hears of it on the next heartbeat, and the first reason stays', async () => {
    const { sessions } = room();
    await sessions.create({ id: 's' });
    const { lockToken } = await claimed(sessions, 's');
    const stopped = await sessions.stop('s', { reason: 'by hand' });
    expect(stopped).toMatchObject({ status: 'stopped', endReason: 'by hand', workerId: null });
    expect(await sessions.stop('s', { reason: 'again' })).toEqual(stopped);
    expect(await sessions.refreshLock('s', lockToken)).toEqual({ outcome: 'lock-lost', session: stopped });
  });

  test.each(['completed', 'failed', 'stopped'] as const)('nothing leads out of %s', async (end) => {
    const { sessions } = room();
    await sessions.create({ id: 's' });
    const { lockToken } = await claimed(sessions, 's');
    if (end === 'completed') await sessions.complete('s', lockToken);
    if (end === 'failed') await sessions.fail('s', lockToken, { reason: 'out of memory' });
    if (end === 'stopped') await sessions.stop('s');
    const ended = await sessions.get('s');
    expect(ended).toMatchObject({ status: end, outcome: null });
    const refused = { code: 'session-transition-refused', details: { sessionId: 's', status: end } };
    await expect(sessions.claim('s', worker('w2'))).rejects.toMatchObject(refused);
    await expect(sessions.startEpoch('s', 0)).rejects.toMatchObject(refused);
    if (end !== 'stopped') await expect(sessions.stop('s')).rejects.toMatchObject(refused);
    expect(await sessions.complete('s', lockToken)).toMatchObject({ outcome: 'lock-lost' });
    expect(await sessions.claimNext(worker('w2'))).toBeNull();
    expect(await sessions.get('s')).toEqual(ended);
  });

  test('a compaction that is reported several times starts one epoch', async () => {
    const { sessions } = room();
    const { session } = await sessions.create({ id: 's' });
    const reports = await Promise.all([0, 0, 0].map((epoch) => sessions.startEpoch('s', epoch)));
    expect(reports.filter(({ started }) => started)).toHaveLength(1);
    expect(reports.map((report) => report.session.epoch)).toEqual([1, 1, 1]);
    const { epochStartedAt } = reports[0]!.session;
    expect(Date.parse(epochStartedAt)).toBeGreaterThanOrEqual(Date.parse(session.epochStartedAt));
    expect(await sessions.startEpoch('s', 1)).toMatchObject({ started: true, session: { epoch: 2 } });
    expect(await sessions.startEpoch('s', 0)).toMatchObject({ started: false, session: { epoch: 2 } });
    await expect(sessions.startEpoch('s', 3)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('an unknown session is a coded error', async () => {
    const { sessions } = room();
    const notFound = { code: 'session-not-found', details: { sessionId: 'x' } };
    await expect(sessions.claim('x', worker('w'))).rejects.toMatchObject(notFound);
    await expect(sessions.refreshLock('x', NOBODYS_TOKEN)).rejects.toMatchObject(notFound);
    await expect(sessions.release('x', NOBODYS_TOKEN)).rejects.toMatchObject(notFound);
    await expect(sessions.complete('x', NOBODYS_TOKEN)).rejects.toMatchObject(notFound);
    await expect(sessions.stop('x')).rejects.toMatchObject(notFound);
    await expect(sessions.startEpoch('x', 0)).rejects.toMatchObject(notFound);
    expect(await sessions.get('x')).toBeNull();
  });
}
