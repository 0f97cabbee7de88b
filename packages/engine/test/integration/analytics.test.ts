import { createMemory, type Clock, type Memory, type OrgMemory, systemClock } from '@inkling/engine';
import type { InjectionTrace } from '@inkling/engine/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { retrievalStatement } from '../../src/memory/feedback/retrieval-statements.ts';
import { verbEventStatement, type VerbEventRecord } from '../../src/memory/verb-events/verb-event-statements.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const HOUR_BEFORE = '2026-11-22T11:00:00.000Z';
const projectId = 'shop';
const uuid = (n: number): string => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;

describeOnEachDatabase('figures over time', (open) => {
  let database: Database;
  let memory: Memory;
  let orgs = 0;
  let at = NOW;
  const clock: Clock = { ...systemClock, now: () => at };
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, clock });
  });
  afterAll(() => memory.close());

  const newOrg = (): OrgMemory => memory.org(`figures-${(orgs += 1)}`);
  const sql = (org: OrgMemory, text: string, ...values: readonly unknown[]): Promise<unknown> =>
    database.tenant(org.orgId).query({ text, values: [org.orgId, ...values] });

  async function during<T>(moment: string, act: () => Promise<T>): Promise<T> {
    at = Date.parse(moment);
    try {
      return await act();
    } finally {
      at = NOW;
    }
  }

  const trace = (changes: Partial<InjectionTrace> = {}): InjectionTrace => ({
    source: 'session-start',
    blockHash: null,
    outcome: 'ok',
    elapsedMs: 3,
    degraded: null,
    rows: [],
    leftOut: [],
    leftOutCount: 0,
    ...changes,
  });

  /** A session that was given memories and came to an end. */
  async function played(
    org: OrgMemory,
    id: string,
    given: {
      budget: number;
      tokens: number;
      ids?: readonly string[];
      outcome?: 'accepted' | 'rejected';
      workType?: string;
      moment?: string;
    },
    traced: InjectionTrace | null = trace(),
  ): Promise<void> {
    const { budget: budgetTokens, tokens: actualTokens, ids = [], outcome, workType = 'feature' } = given;
    await org.sessions.create({ id, projectId, workType });
    const log = { sessionId: id, workType, budgetTokens, actualTokens, observationIds: ids, sessionSummaryIds: [] };
    await during(given.moment ?? HOUR_BEFORE, () =>
      org.recordContextInjection({ ...log, queryText: 'q', projectId, trace: traced }),
    );
    if (outcome === undefined) return;
    const end = `update sessions set status = 'completed', outcome = $3, ended_at = now() where org_id = $1 and id = $2`;
    await sql(org, end, id, outcome);
  }

  describe('feedback impact', () => {
    test('injection rate, rank delta and weight movement by day', async () => {
      const org = newOrg();
      const tenant = database.tenant(org.orgId);
      const candidate = (n: number, unweightedRank: number, weightedRank: number) => ({
        observationId: uuid(n),
        ...{ unweightedRank, weightedRank, relevance: 0.5, score: 0.5, weight: n },
      });
      const retrieval = { orgId: org.orgId, sessionId: 's', projectId };
      const retrievals = [
        {
          ...retrieval,
          id: uuid(91),
          candidates: [candidate(1, 1, 2), candidate(2, 2, 1)],
          injectedIds: new Set([uuid(2)]),
        },
        { ...retrieval, id: uuid(92), candidates: [candidate(1, 1, 1)], injectedIds: new Set<string>() },
      ];
      await tenant.query(retrievalStatement(org.orgId, retrievals));
      await sql(org, `update session_retrievals set created_at = '2026-11-20T08:00:00Z' where org_id = $1`);
      const { id } = await org.observations.remember({ content: 'Tokens expire.', projectId });
      await org.feedback.observation({ observationId: id, agentId: 'a', verdict: 'helpful' });
      await sql(org, `update observation_weight_history set created_at = '2026-11-21T08:00:00Z' where org_id = $1`);
      const impact = await org.inspection.feedbackImpact({ projectId });
      const figures = { retrievals: 2, injecting: 1, candidates: 3, injected: 1, movedUp: 1, movedDown: 1 };
      const means = { meanShift: expect.closeTo(2 / 3, 9), meanInjectedWeight: 2 };
      expect(impact.retrievals).toEqual([
        { bucket: '2026-11-20T00:00:00.000Z', ...figures, ...means },
        { bucket: null, ...figures, ...means },
      ]);
      expect(impact.weights).toEqual([
        {
          bucket: '2026-11-21T00:00:00.000Z',
          cause: 'helpful',
          changes: 1,
          meanChange: expect.closeTo(0.3, 9),
          meanWeight: expect.closeTo(1.3, 9),
        },
      ]);
      expect(await org.inspection.feedbackImpact({ projectId: null })).toMatchObject({
        retrievals: [{ bucket: null, retrievals: 0, meanShift: 0, meanInjectedWeight: null }],
        weights: [],
      });
    });
  });

  describe('the context budget', () => {
    test('tokens against accepted rate and use, by work type and budget, with the Pareto front', async () => {
      const org = newOrg();
      const ids = (
        await org.observations.rememberMany(
          ['Tokens expire.', 'Retries are capped.'].map((content) => ({ content, projectId })),
        )
      ).map((row) => row.id);
      await played(org, 'cheap', { budget: 200, tokens: 100, ids, outcome: 'rejected' });
      await played(org, 'dear', { budget: 400, tokens: 300, ids, outcome: 'accepted' });
      await played(org, 'dearer', { budget: 800, tokens: 700, ids, outcome: 'accepted' });
      await played(org, 'open', { budget: 400, tokens: 200, ids });
      await played(org, 'chore', { budget: 300, tokens: 250, workType: 'chore' }, null);
      await sql(
        org,
        `insert into observation_uses (org_id, observation_id, identity, session_id, evidence, cause, occurred_at)
         values ($1, $2, 'session:dear', 'dear', 'cited', 'accepted', $4), ($1, $3, 'session:dear', 'dear', 'touched', 'accepted', $4)`,
        ids[0],
        ids[1],
        HOUR_BEFORE,
      );
      const { points } = await org.inspection.contextBudget({ projectId });
      const brief = points.map(({ source, workType, level, sessions, acceptedRate, usedShare, onFront }) => [
        source,
        workType,
        level,
        sessions,
        acceptedRate,
        usedShare,
        onFront,
      ]);
      expect(brief).toEqual([
        ['session-start', 'feature', 200, 1, 0, 0, true],
        ['session-start', 'feature', 400, 2, 1, 0.25, true],
        ['session-start', 'feature', 800, 1, 1, 0, false],
        ['unknown', 'chore', 300, 1, null, null, false],
      ]);
    });

    test('a point has the work type of its sessions, also where rows are from before somebody said it [C-041]', async () => {
      const org = newOrg();
      await played(org, 'told-late', { budget: 200, tokens: 100, workType: 'feature', outcome: 'accepted' });
      await played(org, 'untold', { budget: 200, tokens: 100, workType: 'feature', outcome: 'accepted' });
      await sql(org, `update sessions set work_type = $2 where org_id = $1 and id = 'told-late'`, 'bug_fix');
      const { points } = await org.inspection.contextBudget({});
      expect(points).toMatchObject([
        { workType: 'bug_fix', sessions: 1, onFront: true },
        { workType: 'feature', sessions: 1, onFront: true },
      ]);
    });

    test('by bands of a hundred tokens; a session of several blocks counts once in each', async () => {
      const org = newOrg();
      await played(org, 's', { budget: 400, tokens: 199, outcome: 'accepted' });
      await played(org, 's', { budget: 400, tokens: 101 });
      await played(org, 's', { budget: 400, tokens: 200 });
      await played(org, 'empty', { budget: 400, tokens: 0, outcome: 'rejected' });
      const { points } = await org.inspection.contextBudget({ level: 'tokens' });
      expect(points).toMatchObject([
        { level: 100, injections: 2, sessions: 1, meanTokens: 150, judged: 1, accepted: 1 },
        { level: 200, injections: 1, sessions: 1, meanTokens: 200 },
      ]);
    });

    test('what another budget would have let in, from the logs', async () => {
      const org = newOrg();
      const row = (n: number, tokens: number, weightedRank: number) => ({
        ...{
          id: uuid(n),
          relevance: 0.5,
          score: 0.5,
          weight: 1,
          unweightedRank: 1,
          weightedRank,
          tokens,
          policy: null,
        },
      });
      const leftOut = {
        id: uuid(2),
        reason: 'over-budget' as const,
        relevance: 0.4,
        weightedRank: 2,
        tokens: 60,
        policy: null,
      };
      const seen = { ...leftOut, id: uuid(4), reason: 'seen' as const };
      const traced = trace({ rows: [row(1, 40, 1), row(3, 20, 3)], leftOut: [leftOut, seen], leftOutCount: 2 });
      await played(org, 's', { budget: 100, tokens: 90, ids: [uuid(1), uuid(3)] }, traced);
      const change = await org.inspection.budgetChange({ workType: 'feature', budgetTokens: 150 });
      expect(change).toMatchObject({
        blocks: 1,
        changedBlocks: 1,
        meanTokensBefore: 90,
        meanTokensAfter: 150,
        gained: [{ id: uuid(2), blocks: 1 }],
        lost: [],
      });
      expect(await org.inspection.budgetChange({ workType: 'chore', budgetTokens: 150 })).toMatchObject({ blocks: 0 });
    });
  });

  test('outcomes, their shares over time and the histogram of their latencies', async () => {
    const org = newOrg();
    const call = { sessionId: 's', projectId, tool: 'Edit', phase: 'post-verb', path: null, reason: null } as const;
    const rest = { lagMs: 0, actualTokens: 0, observationIds: [], degraded: null };
    const times = Array.from({ length: 99 }, (_, index) => index + 1);
    const events: VerbEventRecord[] = [
      ...times.map((elapsedMs) => ({
        ...call,
        ...rest,
        outcome: 'no-match' as const,
        elapsedMs,
        endedAt: NOW - DAY_MS,
      })),
      { ...call, ...rest, outcome: 'budget-exceeded', elapsedMs: 104, endedAt: NOW - 2 * DAY_MS },
    ];
    await database.tenant(org.orgId).query(verbEventStatement(org.orgId, events));
    const { outcomes, histogram } = await org.inspection.latency({ since: new Date(NOW - 10 * DAY_MS) });
    const exceeded = { outcome: 'budget-exceeded', events: 1, p50: 104, p95: 104, p99: 104, max: 104 };
    const quick = { outcome: 'no-match', events: 99, p50: 50, p95: 95, p99: 99, max: 99 };
    expect(outcomes).toEqual([
      { bucket: '2026-11-20T00:00:00.000Z', ...exceeded },
      { bucket: '2026-11-21T00:00:00.000Z', ...quick },
      { bucket: null, ...exceeded },
      { bucket: null, ...quick },
    ]);
    expect(histogram[0]).toEqual({ outcome: 'budget-exceeded', fromMs: 100, toMs: null, events: 1 });
    const bands = histogram.filter(({ outcome }) => outcome === 'no-match');
    expect(bands.reduce((sum, { events }) => sum + events, 0)).toBe(99);
    expect(bands.find(({ fromMs }) => fromMs === 10)).toEqual({ outcome: 'no-match', fromMs: 10, toMs: 15, events: 5 });
  });

  test('the best and the worst of what was given or judged', async () => {
    const org = newOrg();
    const inputs = ['Good.', 'Plain.', 'Bad.', 'Never given.'].map((content, n) => ({
      content,
      projectId,
      weight: [1.5, 1, 0.4, 2][n] ?? 1,
    }));
    const ids = (await org.observations.rememberMany(inputs)).map(({ id }) => id);
    await played(org, 's', { budget: 400, tokens: 30, ids: ids.slice(0, 2) });
    await played(org, 't', { budget: 400, tokens: 30, ids: ids.slice(0, 1) });
    const said = (n: number, agentId: string, verdict: 'misleading' | 'helpful'): Promise<unknown> =>
      during(HOUR_BEFORE, () => org.feedback.observation({ observationId: ids[n] ?? '', agentId, verdict }));
    for (const n of [1, 2]) await said(n, 'a', 'misleading');
    // The same agent thinks better of it on the same day: the later verdict replaces the earlier one.
    await said(1, 'a', 'helpful');
    await sql(org, 'update observation_weight_history set created_at = $2 where org_id = $1', HOUR_BEFORE);
    const { observations: top } = await org.inspection.topObservations();
    const { observations: bottom } = await org.inspection.topObservations({ order: 'bottom', limit: 1 });
    expect(top.map(({ excerpt, injections, cited, misleading }) => [excerpt, injections, cited, misleading])).toEqual([
      ['Good.', 2, 0, 0],
      ['Plain.', 1, 0, 0],
      ['Bad.', 0, 0, 1],
    ]);
    expect(bottom).toMatchObject([{ excerpt: 'Bad.', misleading: 1 }]);
    expect(bottom[0]?.weightChange).toBeLessThan(0);
  });

  test('two organisations with the same rows have figures of their own', async () => {
    const [mine, theirs] = [newOrg(), newOrg()];
    await played(mine, 's', { budget: 400, tokens: 100 });
    await theirs.observations.remember({ content: 'Theirs.' });
    expect((await theirs.inspection.contextBudget()).points).toEqual([]);
    expect((await mine.inspection.trends({ by: 'kind' })).trends).toEqual([]);
  });

  test('moments decide: the end is exclusive, the beginning is not', async () => {
    const org = newOrg();
    await played(org, 's', { budget: 400, tokens: 100, moment: '2026-11-20T10:00:00Z' });
    const points = async (since: string, until: string) =>
      (await org.inspection.contextBudget({ since, until })).points.length;
    expect(await points('2026-11-20T10:00:00Z', '2026-11-21')).toBe(1);
    expect(await points('2026-11-19', '2026-11-20T10:00:00Z')).toBe(0);
  });

  test.each([
    ['contextBudget', { level: 'weight' }],
    ['budgetChange', { workType: 'feature', budgetTokens: -1 }],
    ['budgetChange', { workType: 'feature', budgetTokens: 1, limit: 2001 }],
    ['topObservations', { order: 'middle' }],
    ['topObservations', { limit: 101 }],
    ['drift', { limit: 501 }],
    ['coverage', { depth: 9 }],
    ['trends', { by: 'colour' }],
    ['latency', { since: 'tomorrow' }],
  ] as const)('%s is refused with %j', async (name, request) => {
    const { inspection } = newOrg();
    const asked = (inspection[name] as (request: unknown) => Promise<unknown>)(request);
    await expect(asked).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
