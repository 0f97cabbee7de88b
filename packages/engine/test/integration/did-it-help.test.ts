import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';

describeOnEachDatabase('did it help?', (open) => {
  let memory: Memory;
  let org: OrgMemory;
  let used = '';
  let idle = '';
  beforeAll(async () => {
    memory = await createMemory({ database: await open(), clock: slowClock });
    org = memory.org('helped');
    const written = await org.observations.rememberMany([
      { content: 'Tokens expire after an hour.', projectId, metadata: { paths: ['src/auth.ts'] } },
      { content: 'The button is green.', projectId },
      { content: 'The vault is under the stairs.', projectId, classification: 'restricted' },
    ]);
    [used = '', idle = ''] = written.map(({ id }) => id);
    const ids = written.map(({ id }) => id);
    for (const id of ['a', 'b', 'c', 'd']) {
      await org.sessions.create({ id, projectId, agentId: 'claude-code' });
      const claim = await org.sessions.claim(id, { workerId: 'w' });
      // Nothing happens in the last one, and the one before is shown nothing.
      if (id === 'd') continue;
      await org.recordContextInjection({
        ...{ sessionId: id, projectId, workType: 'feature', budgetTokens: 400, actualTokens: 40 },
        ...{ observationIds: ids, sessionSummaryIds: [], queryText: 'q', shown: id !== 'c' },
      });
      await org.activities.append(id, [{ type: 'response', body: { text: id === 'a' ? `By ${used}.` : 'Done.' } }]);
      const outcome = id === 'a' ? 'accepted' : 'rework';
      await org.sessions.complete(id, claim.outcome === 'claimed' ? claim.lockToken : '', { outcome });
      await org.feedback.applyForSession(id);
    }
  });
  afterAll(() => memory.close());

  test('the week is told: what was given, what it cost, what was used, what came of it', async () => {
    const told = await org.inspection.didItHelp({ projectId });
    expect(told.figures).toEqual({
      ...{ sessions: 3, live: 0, givenSessions: 2, blocks: 2, tokens: 80, lines: 6, cited: 1, followed: 0 },
      usingSessions: 1,
      outcomes: { accepted: 1, rework: 2, rejected: 0, unknown: 0 },
    });
    expect(told.verdict).toBe(
      'It was used: 1 of the 2 sessions that got something (2 blocks of 80 tokens in all) cited or followed it; 1 of 3 known outcomes is accepted.',
    );
    expect(told.earned).toMatchObject([{ id: used, cited: 1, accepted: 1, weight: expect.closeTo(1.3) }]);
    expect(told.idle).toEqual([]);
    expect(told.learned).toHaveLength(3);
    expect(told.experiment).toBeNull();
    expect((await org.inspection.didItHelp({ projectId: 'else' })).figures.sessions).toBe(0);
  });

  test('what was shown three times and never used is idle, with the tokens of its lines; who may not read it is not told', async () => {
    const row = { relevance: 1, score: 1, weight: 1, unweightedRank: 1, weightedRank: 1, tokens: 12, policy: null };
    const { rows } = await org.observations.list({ projectId });
    const trace = { source: 'session-start', blockHash: null, outcome: 'ok', elapsedMs: 1, degraded: null } as const;
    for (let index = 0; index < 3; index += 1) {
      await org.recordContextInjection({
        ...{ sessionId: 'd', projectId, workType: 'feature', budgetTokens: 400, actualTokens: 36 },
        ...{ observationIds: rows.map(({ id }) => id), sessionSummaryIds: [], queryText: 'q' },
        trace: { ...trace, rows: rows.map(({ id }) => ({ ...row, id })), leftOut: [], leftOutCount: 0 },
      });
    }
    const all = await org.inspection.didItHelp();
    // Twice in the sessions before, without a trace.
    expect(all.idle.map(({ blocks, tokens }) => [blocks, tokens])).toEqual([
      [5, 36],
      [5, 36],
    ]);
    const seen = await org.inspection.didItHelp({ viewer: { agentId: 'somebody' } });
    expect(seen.idle.map(({ id }) => id)).toEqual([idle]);
    expect(seen.learned).toHaveLength(2);
    const other = await org.inspection.didItHelp({ viewer: { agentId: 'somebody', projects: ['else'] } });
    expect([other.idle, other.earned, other.learned]).toEqual([[], [], []]);
  });

  test('no part of a talk is idle of which another part was used', async () => {
    const talks = memory.org('talks');
    const ids: string[] = [];
    for (const content of ['User: Why the storm?', 'User: No, merge first.', 'User: Ship it.']) {
      const sessionId = content.includes('Ship') ? 'unused' : 'used';
      ids.push((await talks.observations.remember({ content, kind: 'exchange', projectId, sessionId })).id);
    }
    for (const sessionId of ['t1', 't2', 't3']) {
      await talks.recordContextInjection({
        ...{ sessionId, projectId, workType: 'feature', budgetTokens: 400, actualTokens: 36 },
        ...{ observationIds: ids, sessionSummaryIds: [], queryText: 'q' },
      });
    }
    await talks.feedback.observation({ observationId: ids[0]!, agentId: 'a', verdict: 'helpful' });
    expect((await talks.inspection.didItHelp()).idle.map(({ id }) => id)).toEqual([ids[2]]);
  });

  test('blocks of the largest size that can be logged are summed', async () => {
    await org.sessions.create({ id: 'large', projectId: 'large' });
    for (let index = 0; index < 2; index += 1) {
      await org.recordContextInjection({
        ...{
          sessionId: 'large',
          projectId: 'large',
          workType: 'feature',
          budgetTokens: 400,
          actualTokens: 2 ** 31 - 1,
        },
        ...{ observationIds: [used], sessionSummaryIds: [], queryText: 'q' },
      });
    }
    await org.activities.append('large', [{ type: 'response', body: { text: 'Done.' } }]);
    const tokens = 2 ** 32 - 2;
    expect((await org.inspection.didItHelp({ projectId: 'large' })).figures).toMatchObject({ blocks: 2, tokens });
    expect(await org.inspection.sessionFigures(['large'])).toMatchObject([{ blocks: 2, tokens }]);
  });

  test('a session that was given something counts, though nothing of it was reported', async () => {
    for (const id of ['quiet', 'idle']) {
      await org.sessions.create({ id, projectId: 'quiet' });
      const claim = await org.sessions.claim(id, { workerId: 'w' });
      if (id === 'quiet') {
        await org.recordContextInjection({
          ...{ sessionId: id, projectId: 'quiet', workType: 'feature', budgetTokens: 400, actualTokens: 40 },
          ...{ observationIds: [used], sessionSummaryIds: [], queryText: 'q' },
        });
      }
      await org.sessions.complete(id, claim.outcome === 'claimed' ? claim.lockToken : '', { outcome: 'accepted' });
    }
    const { figures, verdict } = await org.inspection.didItHelp({ projectId: 'quiet' });
    expect(figures).toMatchObject({ sessions: 1, givenSessions: 1, blocks: 1, outcomes: { accepted: 1 } });
    expect(verdict).not.toContain('No agent was at work');
  });

  test('each session of a list has its figures', async () => {
    const figures = await org.inspection.sessionFigures(['a', 'c', 'nobody']);
    expect(figures.toSorted((x, y) => (x.sessionId < y.sessionId ? -1 : 1))).toEqual([
      { sessionId: 'a', blocks: 1, tokens: 40, cited: 1, followed: 0 },
      { sessionId: 'c', blocks: 0, tokens: 0, cited: 0, followed: 0 },
    ]);
  });
});
