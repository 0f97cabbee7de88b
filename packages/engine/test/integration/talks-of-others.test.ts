import { createMemory, type ActivityInput, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { AMENDMENT, INCIDENTS, type Talk } from '../setup/incident-talks.ts';

const PROJECT = 'monitoring';
const AGENT = 'agent_dev';
const LONG_AGO = Date.UTC(2026, 3, 1, 9);

describeOnEachDatabase('talks and what their agents may read', (open) => {
  let memory: Memory;
  let orgs = 0;
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
  });
  afterAll(() => memory.close());

  const newOrg = (): OrgMemory => memory.org(`org_${(orgs += 1)}`);

  async function held(org: OrgMemory, sessionId: string, talk: Talk, day = 0, agentId = AGENT): Promise<void> {
    await org.sessions.create({ id: sessionId, projectId: PROJECT, agentId });
    const activities = talk.map((text, turn): ActivityInput => {
      const occurredAt = new Date(LONG_AGO + day * 86_400_000 + turn * 60_000);
      return turn % 2 === 0
        ? { type: 'action', body: { event: 'prompt', text }, occurredAt }
        : { type: 'response', body: { text }, occurredAt };
    });
    await org.activities.append(sessionId, activities);
  }

  test.each([
    ['project', { projectId: 'elsewhere', agentId: AGENT }],
    ['agent', { projectId: PROJECT, agentId: 'stranger' }],
  ])('a session of another %s that is named after one has none of its words and adds none', async (_name, place) => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS.slice(0, 2));
    await org.capture.session('ses_1');
    const before = await org.observations.count({ sessionId: 'ses_1' });
    await org.sessions.create({ id: 'ses_1~2', ...place });
    const body = { event: 'prompt', text: INCIDENTS[2]! };
    await org.activities.append('ses_1~2', [
      { type: 'action', body },
      { type: 'response', body: { text: INCIDENTS[3]! } },
    ]);
    await org.capture.session('ses_1~2');
    expect(await org.observations.count({ sessionId: 'ses_1' })).toBe(before);
    const { rows } = await org.observations.list({ sessionId: 'ses_1~2', kind: 'exchange' });
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain('drop raw incidents');
  });

  test('a talk changes none that its agent may not read', async () => {
    const org = newOrg();
    const intern = 'forbid (principal == Agent::"intern", action, resource) when { resource.kind == "exchange" };';
    await org.policies.put('intern', intern, { actor: 'ann' });
    await held(org, 'ses_1', INCIDENTS);
    await org.capture.session('ses_1');
    await held(org, 'ses_2', AMENDMENT, 1, 'intern');
    expect((await org.capture.session('ses_2')).amendments).toEqual([]);
    await held(org, 'ses_3', AMENDMENT, 2);
    expect((await org.capture.session('ses_3')).amendments).toHaveLength(1);
  });

  test('what an agent may not read is not known to it: its user’s rule is kept', async () => {
    const org = newOrg();
    const intern =
      'forbid (principal == Agent::"intern", action, resource) when { resource.classification == "confidential" };';
    await org.policies.put('intern', intern, { actor: 'ann' });
    const rule = 'Always wrap the ledger batches in two signatures before export';
    const stated = { content: rule, projectId: PROJECT, agentId: 'cfo', classification: 'confidential' } as const;
    await org.observations.remember(stated);
    for (const [agentId, kept] of [
      ['intern', 1],
      ['auditor', 0],
    ] as const) {
      await org.sessions.create({ id: agentId, projectId: PROJECT, agentId });
      const body = { event: 'prompt', text: `${rule}.` };
      await org.activities.append(agentId, [{ type: 'action', body }]);
      await org.capture.session(agentId);
      const { rows } = await org.observations.list({ sessionId: agentId });
      expect(rows.filter(({ kind }) => kind !== 'exchange')).toHaveLength(kept);
    }
  });
});
