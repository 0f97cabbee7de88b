import { createMemory, type ActivityInput, type Memory, type ObservationInput, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { AMENDMENT, INCIDENTS, type Talk } from '../setup/incident-talks.ts';

const PROJECT = 'monitoring';
const AGENT = 'agent_dev';
const LONG_AGO = Date.UTC(2026, 3, 1, 9);

const OTHER: Talk = [
  'Rename the deploy script to ship.sh and update the wiki.',
  'Renamed, the wiki page now says ship.sh.',
  'Great, also add it to the onboarding list.',
];
const REFUNDS: Talk = [
  'We need to settle when refunds need a second approval.',
  'I would require one for every refund. Or is there a limit?',
  'No, only the large ones: refunds over 500 euros need a second approval; smaller ones need none.',
  'Settled: refunds over 500 euros need a second approval; smaller ones need none.',
  'Right. Exports are always written as UTF-8 without a byte order mark.',
];
const HIGHER_LIMIT: Talk = [
  'Amendment to the refund approval: refunds over 1000 euros need a second approval, not over 500.',
  'Changed in the refund module, with a test for 1000 and for 1001.',
  'Good.',
];
const BACK_AT_INCIDENTS: Talk = [
  'Two things about the incident report. First, its build is slow.',
  'The report is built in 9 s; most of it is the time zone table, which I keep now. What is the second thing?',
  'Since the checkout gateway was out for 40 s on Monday and no incident was in the report, the auditor is unhappy. Short windows must be seen.',
  'A window shorter than 60 s after merging gaps of 90 s is not in the report today. Shall I flag it as brief?',
  'Flag it, never drop it.',
];
const REFUND_TASK = 'Add a test for the second approval of refunds';
const REPORT =
  'Alert storm again: one outage of the checkout gateway shows as dozens of incidents in the report. Customers complain. A failing repro is at tests/test_report.py.';

describeOnEachDatabase('talks', (open) => {
  let memory: Memory;
  let orgs = 0;
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
  });
  afterAll(() => memory.close());

  const newOrg = (): OrgMemory => memory.org(`org_${(orgs += 1)}`);

  async function held(
    org: OrgMemory,
    sessionId: string,
    talk: Talk,
    day = 0,
    projectId: string | null = PROJECT,
  ): Promise<string> {
    await org.sessions.create({ id: sessionId, projectId, agentId: AGENT });
    const claim = await org.sessions.claim(sessionId, { workerId: 'w' });
    const activities = talk.map((text, turn): ActivityInput => {
      const occurredAt = new Date(LONG_AGO + day * 86_400_000 + turn * 60_000);
      return turn % 2 === 0
        ? { type: 'action', body: { event: 'prompt', text }, occurredAt }
        : { type: 'response', body: { text }, occurredAt };
    });
    await org.activities.append(sessionId, activities);
    return claim.outcome === 'claimed' ? claim.lockToken : '';
  }

  const start = async (org: OrgMemory, sessionId = 'later'): Promise<string> => {
    await org.warm({ projectId: PROJECT });
    const request = { workType: 'bug_fix', projectId: PROJECT, queryText: REPORT, deadlineMs: 30_000 };
    return (await org.buildSessionMemoryBlock({ sessionId, ...request })).block;
  };

  test('what was worked out is in the block for a report in other words, and what was refused is not', async () => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS);
    await held(org, 'ses_2', OTHER);
    await org.capture.session('ses_1');
    await org.capture.session('ses_2');
    const block = await start(org);
    expect(block).toContain('the threshold applies to the merged window');
    expect(block).toContain('a merged window shorter than 60 s is dropped');
    expect(block).toContain('2026-04-01 talk about "The incident report counts 40 incidents for one outage of …"');
    expect(block).not.toContain('drop raw incidents');
    expect(block).not.toContain('ship.sh');
  });

  test('a report that nothing is known of gets nothing', async () => {
    const org = newOrg();
    await held(org, 'ses_2', OTHER);
    await org.capture.session('ses_2');
    expect(await start(org)).toBe('');
  });

  test('the session that held the talk is not told of it, resumed or not; capturing again adds nothing', async () => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS);
    await org.capture.session('ses_1');
    const count = await org.observations.count();
    expect((await org.capture.session('ses_1')).remembered.filter(({ created }) => created)).toEqual([]);
    expect(await org.observations.count()).toBe(count);
    expect(await start(org, 'ses_1')).toBe('');
    expect(await start(org, 'ses_1~2')).toBe('');
  });

  test('a session that goes on after its end goes on with its talk: what was proposed before has its answer', async () => {
    const org = newOrg();
    const lockToken = await held(org, 'ses_1', INCIDENTS.slice(0, 2));
    await org.sessions.complete('ses_1', lockToken);
    await held(org, 'ses_1~2', INCIDENTS.slice(2, 4), 1);
    await held(org, 'ses_1~3', INCIDENTS.slice(4), 2);
    for (const id of ['ses_1', 'ses_1~2', 'ses_1~3', 'ses_1~2']) await org.capture.session(id);
    const block = await start(org);
    expect(block).toContain('the threshold applies to the merged window');
    expect(block).toContain('a merged window shorter than 60 s is dropped');
    expect(block).not.toContain('drop raw incidents');
    const { rows } = await org.observations.list({ sessionId: 'ses_1', kind: 'exchange' });
    expect(rows.map(({ content, supersededBy }) => [content.slice(0, 25), supersededBy])).toEqual([
      ['Agent: Recap: gaps of at ', null],
      ['Agent: Recap: gaps of at ', rows[0]!.id],
      ["Agent: I'd drop raw incid", null],
      ["Agent: I'd drop raw incid", rows[2]!.id],
      ['User: The incident report', null],
    ]);
    await org.observations.forget({ sessionId: 'ses_1~3' });
    expect(await org.observations.count({ kind: 'exchange' })).toBe(4);
    await org.observations.forget({ sessionId: 'ses_1' });
    expect(await org.observations.count()).toBe(0);
  });

  test('a proposal that an import brought alone gives way to its answer, and a turn to what is read of it anew', async () => {
    const org = newOrg();
    const said = (content: string, turn: number, minute: number): ObservationInput => ({
      ...{ content, kind: 'exchange', source: 'import', projectId: PROJECT, sessionId: 's', agentId: 'codex' },
      createdAt: new Date(LONG_AGO + minute * 60_000),
      metadata: { exchange: { turn } },
    });
    const recalled = async (): Promise<string[]> => {
      const request = { scope: 'project', projectId: PROJECT, deadlineMs: 30_000 } as const;
      const { rows } = await org.recall({ ...request, queryText: 'Keep the jobs of the queue in Redis?' });
      return rows.map(({ observation }) => observation.content);
    };
    const proposal = 'Agent: I suggest to keep the jobs of the queue in Redis.';
    const more = 'Agent: Or else keep the jobs of the queue in files.';
    await org.observations.rememberMany([said(proposal, 1, 1), said('Agent: Another proposal for the wiki.', 2, 9)]);
    expect(await recalled()).toEqual([proposal]);
    const answered = `${more}\n\nUser: No, keep the jobs of the queue in PostgreSQL.`;
    await org.observations.rememberMany([said(answered, 1, 3)]);
    expect(await recalled()).toEqual([answered]);
    expect(await org.observations.count({ status: 'superseded' })).toBe(1);
    const anew = answered.replace('Or else', '1) Or else');
    await org.observations.rememberMany([said(anew, 1, 3), said('Agent: Which wiki?\n\nUser: Ours.', 4, 12)]);
    expect(await recalled()).toEqual([anew]);
    expect(await org.observations.count({ status: 'superseded' })).toBe(2);
    await org.observations.rememberMany([said(anew, 1, 3)]);
    expect(await recalled()).toEqual([anew]);
  });

  test('exchanges are written while the session goes on, the last ones at its end', async () => {
    const org = newOrg();
    const lockToken = await held(org, 'ses_1', INCIDENTS);
    const exchanges = async (): Promise<number> => org.observations.count({ kind: 'exchange' });
    await expect.poll(exchanges).toBe(2);
    await org.sessions.complete('ses_1', lockToken);
    await expect.poll(exchanges).toBe(3);
  });

  test('a later talk that amends stands in place of the earlier one, until somebody takes the link back', async () => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS);
    await org.capture.session('ses_1');
    await org.warm({ projectId: PROJECT });
    await held(org, 'ses_3', AMENDMENT, 20);
    const { amendments } = await org.capture.session('ses_3');
    expect(amendments).toMatchObject([{ sessionId: 'ses_3', amendsSessionId: 'ses_1', undoneAt: null }]);
    const amended = await start(org);
    expect(amended).toContain('(replaces what was settled on 2026-04-01)');
    expect(amended).toContain('no window is dropped');
    expect(amended).not.toContain('shorter than 60 s is dropped');

    expect(await org.observations.amendments.undo({ sessionId: 'ses_3', amendsSessionId: 'ses_1' })).toBe(true);
    expect(await org.observations.amendments.undo({ sessionId: 'ses_3', amendsSessionId: 'ses_1' })).toBe(false);
    expect((await org.capture.session('ses_3')).amendments).toEqual([]);
    expect(await start(org)).toContain('shorter than 60 s is dropped');
    expect(await org.observations.amendments.list(PROJECT)).toMatchObject([{ sessionId: 'ses_3' }]);
  });

  test('a talk without a project changes nothing of a project, in which it is not recalled', async () => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS);
    await org.capture.session('ses_1');
    await held(org, 'ses_3', AMENDMENT, 20, null);
    expect((await org.capture.session('ses_3')).amendments).toEqual([]);
    expect(await start(org)).toContain('shorter than 60 s is dropped');
  });

  test('one that amends another without a project is linked to it, whatever projects have said of the same', async () => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS, 0, null);
    await org.capture.session('ses_1');
    const statements = Array.from({ length: 70 }, (_, n) => {
      const content = `Brief windows of the incident report after the audit, gaps under 60 s merged: outage ${n} of the gateway.`;
      return { content, projectId: PROJECT };
    });
    await org.observations.rememberMany(statements);
    await held(org, 'ses_3', AMENDMENT, 20, null);
    expect((await org.capture.session('ses_3')).amendments).toMatchObject([
      { sessionId: 'ses_3', amendsSessionId: 'ses_1', projectId: null, replaces: true },
    ]);
  });

  test('a talk that comes back to an earlier one without saying that it changes it is shown before it, until somebody undoes it', async () => {
    const org = newOrg();
    await held(org, 'ses_1', INCIDENTS);
    await org.capture.session('ses_1');
    for (const [n, talk] of [OTHER, REFUNDS].entries()) {
      await held(org, `other_${n}`, talk, n + 1);
      await org.capture.session(`other_${n}`);
    }
    expect(await org.observations.amendments.list(PROJECT)).toEqual([]);
    await held(org, 'ses_2', BACK_AT_INCIDENTS, 20);
    const { amendments } = await org.capture.session('ses_2');
    expect(amendments).toMatchObject([{ sessionId: 'ses_2', amendsSessionId: 'ses_1', replaces: false }]);
    expect((await org.capture.session('ses_2')).amendments).toEqual([]);
    await org.warm({ projectId: PROJECT });
    const block = await start(org);
    expect(block).toContain('(comes back to the talk of 2026-04-01)');
    expect(block.indexOf('never drop it')).toBeGreaterThan(0);
    expect(block.indexOf('shorter than 60 s is dropped')).toBeGreaterThan(block.indexOf('never drop it'));

    await org.observations.amendments.undo({ sessionId: 'ses_2', amendsSessionId: 'ses_1' });
    expect(await start(org)).not.toContain('comes back to');
    expect((await org.capture.session('ses_2')).amendments).toEqual([]);
  });

  test('what was taken from an amended talk gives way too; what the amendment has nothing to do with stays', async () => {
    const org = newOrg();
    const lockToken = await held(org, 'ses_1', REFUNDS);
    await org.activities.append('ses_1', [{ type: 'action', body: { event: 'edit', path: 'apps/refund.ts' } }]);
    await org.sessions.complete('ses_1', lockToken);
    await org.capture.session('ses_1');
    const { rows: kept } = await org.observations.list({ sessionId: 'ses_1' });
    const taken = kept.map(({ kind }) => kind).filter((kind) => kind !== 'exchange');
    expect(taken.toSorted()).toEqual(['decision', 'decision', 'session_summary']);
    await held(org, 'ses_2', HIGHER_LIMIT, 20);
    await org.warm({ projectId: PROJECT });
    expect((await org.capture.session('ses_2')).amendments).toHaveLength(1);

    await org.warm({ projectId: PROJECT });
    const recalled = async (queryText: string): Promise<string[]> => {
      const { rows } = await org.recall({ projectId: PROJECT, queryText, deadlineMs: 30_000 });
      return rows.flatMap(({ observation, talk }) => talk?.lines.map(({ text }) => text) ?? observation.content);
    };
    const asked = { workType: 'feature', projectId: PROJECT, queryText: REFUND_TASK, deadlineMs: 30_000 };
    const { block } = await org.buildSessionMemoryBlock({ sessionId: 'ses_3', ...asked });
    for (const shown of [block, (await recalled(REFUND_TASK)).join('\n')]) {
      expect(shown).toContain('over 1000 euros');
      expect(shown).not.toContain('over 500 euros need');
    }
    expect(await recalled('How is the export written?')).toContain(
      'Exports are always written as UTF-8 without a byte order mark.',
    );

    await org.observations.amendments.undo({ sessionId: 'ses_2', amendsSessionId: 'ses_1' });
    expect((await recalled(REFUND_TASK)).join('\n')).toContain('over 500 euros need');
  });

  test('what gives way to a talk takes no place of the rows behind it', async () => {
    const org = newOrg();
    await held(org, 'ses_1', REFUNDS);
    await org.capture.session('ses_1');
    await org.warm({ projectId: PROJECT });
    await held(org, 'ses_2', HIGHER_LIMIT, 20);
    expect((await org.capture.session('ses_2')).amendments).toHaveLength(1);
    for (const content of ['Refunds are booked with their approval.', 'A refund is paid in euros.', 'Test refunds.']) {
      await org.observations.remember({ content, projectId: PROJECT, kind: 'decision' });
    }
    await org.warm({ projectId: PROJECT });
    const recalled = async (limit: number): Promise<string[]> => {
      const asked = { projectId: PROJECT, queryText: REFUND_TASK, minRelevance: 0, deadlineMs: 30_000, limit };
      return (await org.recall(asked)).rows.map(({ observation }) => observation.id);
    };
    const all = await recalled(50);
    expect(all.length).toBeGreaterThan(3);
    for (const [at] of all.entries()) expect(await recalled(at + 1)).toEqual(all.slice(0, at + 1));
  });

  test.each([
    ['Change the rule for refunds: from now on only refunds over 1000 euros need a second approval.', 1],
    ['We changed our mind on the second approval of refunds: 1000 euros instead of 500.', 1],
    ['The limit for the second approval of refunds was 500 euros. Raise it to 1000.', 1],
    ['The limit for the second approval of refunds was 200 euros. Raise it to 1000.', 0],
    ['The second approval of refunds is asked for at 1000 euros instead of 500. Find out why.', 0],
  ])('%s', async (opening, links) => {
    const org = newOrg();
    await held(org, 'ses_1', REFUNDS);
    await org.capture.session('ses_1');
    await held(org, 'ses_2', [opening, ...HIGHER_LIMIT.slice(1)], 20);
    const { amendments } = await org.capture.session('ses_2');
    expect(amendments.filter(({ replaces }) => replaces)).toHaveLength(links);
  });

  test('a project whose memory is off keeps no talk', async () => {
    const org = newOrg();
    await org.config.setProject(PROJECT, { memoryEnabled: false }, { actor: 'admin' });
    await held(org, 'ses_1', INCIDENTS);
    expect((await org.capture.session('ses_1')).remembered).toEqual([]);
  });

  test('what is told of a sub-agent is no talk', async () => {
    const org = newOrg();
    await org.sessions.create({ id: 'parent', projectId: PROJECT, agentId: AGENT });
    const parent = { sessionId: 'parent', link: 'sub-agent' } as const;
    await org.sessions.create({ id: 'parent/1', projectId: PROJECT, agentId: AGENT, parent });
    await org.activities.append('parent/1', [
      { type: 'action', body: { event: 'prompt', text: INCIDENTS[0]! } },
      { type: 'response', body: { text: INCIDENTS[3]! } },
    ]);
    await org.capture.session('parent/1');
    expect(await org.observations.count({ kind: 'exchange' })).toBe(0);
  });
});
