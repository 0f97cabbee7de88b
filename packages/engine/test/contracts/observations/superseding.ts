import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRecallable } from '../../../src/memory/observations/observation-status.ts';
import { START, type OpenRoom } from './room.ts';

/** Corrections: what takes over, what is refused, what is revived. */
export function superseding(room: OpenRoom): void {
  test('the new statement takes over; the old one is kept and never recalled', async () => {
    const { store, clock, heard } = room();
    const old = await store.remember({
      content: 'Port is 3000',
      projectId: 'p',
      agentId: 'a',
      kind: 'convention',
      classification: 'restricted',
      pinned: true,
      sessionId: 's1',
      metadata: { paths: ['src/port.ts'], sessionId: 's1' },
    });
    heard.length = 0;
    const result = await store.supersede(old.id, 'Port is 8080', { sessionId: 's2' });
    expect(result).toMatchObject({ outcome: 'superseded', created: true, status: 'active', supersededId: old.id });
    const [before, after] = await store.getMany([old.id, result.id]);
    expect(before).toMatchObject({ supersededBy: result.id, content: 'Port is 3000' });
    expect(before && isRecallable(before, clock.now())).toBe(false);
    expect(after).toMatchObject({
      projectId: 'p',
      agentId: 'a',
      kind: 'convention',
      classification: 'restricted',
      pinned: true,
      sessionId: 's2',
      metadata: { paths: ['src/port.ts'] },
      supersededBy: null,
    });
    expect(heard.map((change) => change.type === 'written' && change.observation)).toEqual([before, after]);
    expect((await store.list({ path: 'src/port.ts', status: 'active' })).rows).toEqual([after]);
  });

  test('stating a superseded statement again says so and changes nothing', async () => {
    const { store } = room();
    const old = await store.remember({ content: 'old' });
    const { id } = await store.supersede(old.id, 'new');
    expect(await store.remember({ content: 'old' })).toEqual({ ...old, created: false, status: 'superseded' });
    expect((await store.get(old.id))?.supersededBy).toBe(id);
  });

  test('superseding what is superseded names what replaced it; an unknown id is not found', async () => {
    const { store } = room();
    const old = await store.remember({ content: 'v1' });
    const { id } = await store.supersede(old.id, 'v2');
    await expect(store.supersede(old.id, 'v3')).rejects.toMatchObject({
      code: 'observation-superseded',
      details: { supersededBy: id },
    });
    await expect(store.supersede(old.id, 'v1')).rejects.toMatchObject({ code: 'observation-superseded' });
    for (const unknown of ['018f3c5e-0000-7000-8000-000000000001', 'nonsense']) {
      await expect(store.supersede(unknown, 'x')).rejects.toMatchObject({ code: 'observation-not-found' });
    }
    expect(await store.count()).toBe(2);
  });

  test('the same content is no change', async () => {
    const { store, heard } = room();
    const old = await store.remember({ content: 'same' });
    heard.length = 0;
    expect(await store.supersede(old.id, 'same')).toMatchObject({ id: old.id, outcome: 'unchanged', created: false });
    expect((await store.get(old.id))?.supersededBy).toBeNull();
    expect(heard).toEqual([]);
  });

  test('superseding by a statement that is in force merges the two', async () => {
    const { store } = room();
    const [a, b] = await store.rememberMany([{ content: 'a' }, { content: 'b' }]);
    expect(await store.supersede(a!.id, 'b')).toMatchObject({ id: b!.id, created: false, status: 'active' });
  });

  test('going back revives the older row, and an expired one', async () => {
    const { store, clock } = room();
    const one = await store.remember({ content: 'v1', validTo: new Date(START + 5000) });
    const two = await store.supersede(one.id, 'v2');
    clock.nowMs += 10_000;
    expect(await store.supersede(two.id, 'v1')).toMatchObject({ id: one.id, created: false, status: 'active' });
    const [first, second] = await store.getMany([one.id, two.id]);
    expect(first).toMatchObject({ supersededBy: null, validTo: null });
    expect(second).toMatchObject({ supersededBy: one.id });
  });

  test('any run of supersedes leaves one statement in force and no ring', async () => {
    const contents = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(contents, async (run) => {
        const { store } = room();
        let current = (await store.remember({ content: 'a' })).id;
        for (const content of run) current = (await store.supersede(current, content)).id;
        const { rows } = await store.list();
        const next = new Map(rows.map((row) => [row.id, row.supersededBy]));
        expect(rows.filter((row) => row.supersededBy === null).map((row) => row.id)).toEqual([current]);
        for (const row of rows) {
          let at: string | null = row.id;
          for (let step = 0; step <= rows.length && at !== null; step++) at = next.get(at) ?? null;
          expect(at).toBeNull();
        }
      }),
      { numRuns: 20 },
    );
  });

  test('of several supersedes at once one wins', async () => {
    const { store } = room();
    const old = await store.remember({ content: 'contested' });
    const runs = await Promise.allSettled(['x', 'y', 'z'].map((content) => store.supersede(old.id, content)));
    expect(runs.filter((run) => run.status === 'fulfilled')).toHaveLength(1);
    expect(await store.count()).toBe(2);
  });

  test('two statements that supersede each other at once leave one of them in force', async () => {
    const { store } = room();
    const pairs = Array.from({ length: 12 }, (_, index) => [`left ${index}`, `right ${index}`] as const);
    for (const [left, right] of pairs) {
      const [a, b] = await store.rememberMany([{ content: left }, { content: right }]);
      const runs = await Promise.allSettled([store.supersede(a!.id, right), store.supersede(b!.id, left)]);
      expect(runs.map((run) => run.status)).toContain('fulfilled');
      expect((await store.getMany([a!.id, b!.id])).filter((row) => row.supersededBy === null)).toHaveLength(1);
    }
  });
}
