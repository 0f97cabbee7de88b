import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const start = { sessionId: 's', workType: 'bug_fix', projectId, queryText: 'tokens are accepted after a refresh' };

describeOnEachDatabase('what is pinned at a session start', (open) => {
  let memory: Memory;
  let quiet: Memory;
  let orgs = 0;
  beforeAll(async () => {
    const database = await open();
    memory = await createMemory({ database, clock: slowClock });
    quiet = await createMemory({ database, clock: slowClock, memoryInjection: { ambient_enabled: false } });
  });
  afterAll(() => Promise.all([memory.close(), quiet.close()]));

  const fresh = async (): Promise<OrgMemory> => {
    const org = memory.org(`pins-${(orgs += 1)}`);
    const others = ['Expired tokens are refused by a refresh.', 'Logs rotate daily.', 'Prices are in cents.'];
    await org.observations.rememberMany(others.map((content) => ({ content, projectId })));
    return org;
  };
  const pin = async (org: OrgMemory, content: string, more = {}): Promise<string> =>
    (await org.observations.remember({ content, projectId, pinned: true, ...more })).id;

  test('comes first, of the own project, at most three, the newest; and not when it is switched off', async () => {
    const org = await fresh();
    const plain = await org.previewStartBlock(start);
    expect(plain.observationIds).toHaveLength(1);
    await pin(org, 'Oldest rule.', { createdAt: '2020-01-01T00:00:00Z' });
    const ids = [];
    for (const day of ['03', '02', '01'])
      ids.push(await pin(org, `Never deploy on day ${day}.`, { createdAt: `2021-01-${day}T00:00:00Z` }));
    await pin(org, 'Another project.', { projectId: 'other' });
    await pin(org, 'Who reads this?', { classification: 'restricted' });
    await pin(org, 'Over.', { validTo: '2022-01-01T00:00:00Z' });
    const block = await org.previewStartBlock(start);
    expect(block.observationIds).toEqual([...ids, ...plain.observationIds]);
    expect(block.block).toContain('Never deploy on day 03. (pinned)');
    expect((await quiet.org(`pins-${orgs}`).previewStartBlock(start)).block).toBe(plain.block);
    await org.observations.change(ids[0]!, { pinned: false }, { actor: 'ann' });
    expect((await org.previewStartBlock(start)).observationIds).not.toContain(ids[0]);
  });

  test('a claimed session has it in its block and is not told again', async () => {
    const org = await fresh();
    const id = await pin(org, 'Never deploy on a Friday.');
    await org.sessions.create({ id: 'claimed', projectId, agentId: 'dev' });
    await org.sessions.claim('claimed', { workerId: 'w' });
    const { outcome, block } = await org.injectContextForClaimedSession('claimed');
    expect(outcome).toBe('enqueued');
    expect(block?.observationIds).toEqual([id]);
    expect(await org.listContextInjections('claimed')).toMatchObject([{ observationIds: [id] }]);
  });
});
