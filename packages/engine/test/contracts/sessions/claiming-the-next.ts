import { expect, test } from 'vitest';
import { type OpenSessionRoom, TTL_MS } from './session-room.ts';

/** Many workers at one queue. */
export function claimingTheNext(room: OpenSessionRoom): void {
  const worker = (workerId: string): { workerId: string; ttlMs: number } => ({ workerId, ttlMs: TTL_MS });

  test('what a worker left comes first, then the oldest queued', async () => {
    const { sessions, passTime } = room();
    for (const id of ['a', 'b', 'c']) await sessions.create({ id });
    await sessions.claim('b', worker('gone'));
    await passTime(TTL_MS);
    const order = [];
    for (let next = 1; next <= 4; next += 1) order.push((await sessions.claimNext(worker(`w${next}`)))?.session.id);
    expect(order).toEqual(['b', 'a', 'c', undefined]);
  });

  test('of one project, of none, or of any', async () => {
    const { sessions } = room();
    await sessions.create({ id: 'loose' });
    await sessions.create({ id: 'ours', projectId: 'p' });
    expect(await sessions.claimNext({ ...worker('w'), projectId: 'q' })).toBeNull();
    expect((await sessions.claimNext({ ...worker('w'), projectId: 'p' }))?.session.id).toBe('ours');
    expect((await sessions.claimNext({ ...worker('w'), projectId: null }))?.session.id).toBe('loose');
  });

  test('sixteen workers empty a queue of a hundred: each session has one of them', async () => {
    const { sessions } = room();
    for (let n = 0; n < 100; n += 1) await sessions.create({ id: `s${n}` });
    const taken = await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        const mine: string[] = [];
        for (;;) {
          const claim = await sessions.claimNext(worker(`w${n}`));
          if (!claim) return mine;
          mine.push(claim.session.id);
        }
      }),
    );
    expect(taken.flat().toSorted()).toEqual(Array.from({ length: 100 }, (_, n) => `s${n}`).toSorted());
  });

  test('of many who claim one session at once, one gets it', async () => {
    const { sessions } = room();
    await sessions.create({ id: 's' });
    const claims = await Promise.all(Array.from({ length: 12 }, (_, n) => sessions.claim('s', worker(`w${n}`))));
    const winner = claims.find(({ outcome }) => outcome === 'claimed');
    expect(claims.filter(({ outcome }) => outcome === 'held')).toHaveLength(11);
    expect(new Set(claims.map(({ session }) => session.workerId))).toEqual(new Set([winner?.session.workerId]));
  });
}
