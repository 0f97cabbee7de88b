import { createMemory, type Memory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

describeOnEachDatabase('sessions, found and drawn', (open) => {
  let database: Database;
  let memory: Memory;
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database });
  });
  afterAll(() => memory.close());

  test('the live sessions with what each has in hand, and how they came out of each other', async () => {
    const org = memory.org('live');
    const workItem = { identifier: 'ENG-1', title: 'Cap the retries' };
    await org.sessions.create({ id: 'lead', projectId: 'api', agentId: 'dev', workType: 'feature', workItem });
    await org.sessions.create({ id: 'sub', projectId: 'api', parent: { sessionId: 'lead', link: 'sub-agent' } });
    await org.sessions.create({ id: 'next', projectId: 'web', parent: { sessionId: 'lead', link: 'hand-off' } });
    await org.sessions.claim('lead', { workerId: 'w' });
    await org.activities.append('lead', [
      { type: 'context', body: { key: 'currentFile', value: 'src/a.ts' } },
      { type: 'context', body: { key: 'lastSearch', value: 'x' } },
      { type: 'context', body: { key: 'currentFile', value: 'src/b.ts' } },
      { type: 'thought', body: { text: 'hm' } },
    ]);
    for (const text of ['one', 'two']) await org.enqueueMemoryInject({ sessionId: 'lead', text });
    await org.sessions.create({ id: 'old' });
    const held = await org.sessions.claim('old', { workerId: 'w' });
    if (held.outcome !== 'claimed') throw new Error(held.outcome);
    await org.enqueueMemoryInject({ sessionId: 'old', text: 'in flight at the end' });
    await org.claimPendingInjectForSession('old', { lockToken: held.lockToken });
    await org.sessions.stop('old');
    const past = `update sessions set updated_at = now() - interval '2 hours', ended_at = now() - interval '2 hours' where org_id = $1 and id = 'old'`;
    await database.tenant('live').query({ text: past, values: ['live'] });

    const { nodes, edges, hasMore } = await org.inspection.topology();
    expect(hasMore).toBe(false);
    expect(nodes.map(({ sessionId }) => sessionId).toSorted()).toEqual(['lead', 'next', 'sub']);
    expect(nodes.find(({ sessionId }) => sessionId === 'lead')).toMatchObject({
      ...{ projectId: 'api', agentId: 'dev', workType: 'feature', identifier: 'ENG-1', title: 'Cap the retries' },
      currentFile: { value: 'src/b.ts' },
      lastActivity: { type: 'thought' },
      waitingInjects: 2,
      endedAt: null,
    });
    expect(nodes.find(({ sessionId }) => sessionId === 'sub')).toMatchObject({ currentFile: null, lastActivity: null });
    expect(edges).toEqual(
      expect.arrayContaining([
        { from: 'lead', to: 'sub', link: 'sub-agent' },
        { from: 'lead', to: 'next', link: 'hand-off' },
      ]),
    );
    const web = await org.inspection.topology({ projectId: 'web' });
    expect(web).toMatchObject({ nodes: [{ sessionId: 'next' }], edges: [] });
    const others = await org.inspection.topology({ agentIds: ['codex'] });
    expect(others.nodes.map(({ sessionId }) => sessionId).toSorted()).toEqual(['next', 'sub']);
    const ended = await org.inspection.topology({ projectId: null, endedSince: new Date(Date.now() - 86_400_000) });
    expect(ended.nodes).toMatchObject([{ sessionId: 'old', waitingInjects: 0 }]);
    expect(await org.inspection.topology({ limit: 1 })).toMatchObject({ nodes: [{}], hasMore: true });
    expect((await memory.org('stranger').inspection.topology()).nodes).toEqual([]);
  });

  test('a list is narrowed by work type, text and beginning', async () => {
    const org = memory.org('lists');
    const workItem = { identifier: 'ENG-412', title: 'Login FAILS 100% of the time' };
    await org.sessions.create({ id: 'one', workType: 'bug_fix', workItem });
    await org.sessions.create({ id: 'two', workType: 'feature' });
    const past = `update sessions set created_at = now() - interval '2 days' where org_id = $1 and id = 'one'`;
    await database.tenant('lists').query({ text: past, values: ['lists'] });
    const ids = async (request: object) => (await org.sessions.list(request)).rows.map(({ id }) => id);
    expect(await ids({ workType: 'bug_fix' })).toEqual(['one']);
    expect(await ids({ text: 'eng-412' })).toEqual(['one']);
    expect(await ids({ text: 'login fails 100%' })).toEqual(['one']);
    expect(await ids({ text: 'TW' })).toEqual(['two']);
    expect(await ids({ text: '%' })).toEqual(['one']);
    expect(await ids({ text: '_' })).toEqual([]);
    expect(await ids({ since: new Date(Date.now() - 86_400_000) })).toEqual(['two']);
    for (const request of [{ text: 'x'.repeat(201) }, { text: '\0' }, { since: 'soon' }, { workType: 7 as never }]) {
      await expect(org.sessions.list(request)).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });
});
