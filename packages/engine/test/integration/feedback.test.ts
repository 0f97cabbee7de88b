import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { nextWeight, weightStep, type FeedbackCause } from '@inkling/engine/building-blocks';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';
const CONTENTS = ['Tokens expire after an hour.', 'Retries are capped at five.', 'Prices are integers, in cents.'];

describeOnEachDatabase('feedback', (open) => {
  let database: Database;
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  interface Played {
    readonly org: OrgMemory;
    readonly ids: readonly [string, string, string];
    readonly lockToken: string;
    weights(): Promise<number[]>;
    expectWeights(weights: readonly number[]): Promise<void>;
  }

  /** A claimed session that was given three memories. */
  async function played(sessionId = 's', before?: Played): Promise<Played> {
    const org = before?.org ?? memory.org(`feedback-${(orgs += 1)}`);
    const inputs = CONTENTS.map((content, index) => ({
      content,
      projectId,
      metadata: { paths: [`src/f${index}.ts`] },
    }));
    const ids = (await org.observations.rememberMany(inputs)).map(({ id }) => id) as [string, string, string];
    await org.sessions.create({ id: sessionId, projectId });
    await inject(org, sessionId, ids);
    const claim = await org.sessions.claim(sessionId, { workerId: 'w' });
    const weights = async (): Promise<number[]> => (await org.observations.getMany(ids)).map(({ weight }) => weight);
    return {
      org,
      ids,
      lockToken: claim.outcome === 'claimed' ? claim.lockToken : '',
      weights,
      expectWeights: (wanted) =>
        expect.poll(weights, { timeout: 30_000 }).toEqual(wanted.map((w) => expect.closeTo(w, 9))),
    };
  }

  const inject = (org: OrgMemory, sessionId: string, observationIds: readonly string[], graph = {}) =>
    org.recordContextInjection({
      sessionId,
      workType: 'feature',
      budgetTokens: 400,
      actualTokens: 10,
      observationIds,
      sessionSummaryIds: [],
      queryText: 'q',
      ...graph,
    });

  const cite = (org: OrgMemory, id: string, sessionId = 's') =>
    org.activities.append(sessionId, [{ type: 'thought', body: { text: `As [${id}] says.` } }]);

  describe('of a session', () => {
    test('[C-013] [C-014] what was used moves on completion, bystanders keep their weight', async () => {
      const { org, ids, lockToken, expectWeights } = await played();
      await cite(org, ids[0]);
      await org.activities.append('s', [
        { type: 'context', body: { key: 'lastEditedFile', value: '/repo/src/f1.ts' } },
      ]);
      await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
      await expectWeights([1.3, 1.3, 1]);
      expect(await org.feedback.history(ids[0])).toMatchObject([
        { sessionId: 's', cause: 'accepted', evidence: 'cited', oldWeight: 1, newWeight: 1.3 },
      ]);
      expect(await org.feedback.history(ids[1])).toMatchObject([{ evidence: 'followed' }]);
      expect(await org.feedback.history(ids[2])).toEqual([]);
    });

    test.each([
      ['rework', 0.975],
      ['rejected', 0.95],
    ] as const)('[C-013] %s lowers what was used to %d', async (outcome, weight) => {
      const { org, ids, lockToken, expectWeights } = await played();
      await cite(org, ids[0]);
      await org.sessions.complete('s', lockToken, { outcome });
      await expectWeights([weight, 1, 1]);
    });

    test('replaying a completion changes nothing, at any number of callers at once', async () => {
      const { org, ids, lockToken, expectWeights } = await played();
      await cite(org, ids[0]);
      await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
      const replays = await Promise.all([1, 2, 3, 4].map(() => org.feedback.applyForSession('s')));
      await expectWeights([1.3, 1, 1]);
      expect(replays.flatMap(({ observations }) => observations).length).toBeLessThanOrEqual(1);
      expect(await org.feedback.history(ids[0])).toHaveLength(1);
      expect(await org.feedback.applyForSession('s')).toMatchObject({ outcome: 'accepted', observations: [] });
    });

    test('two sessions that end at one moment both count', async () => {
      const first = await played('one');
      const { org, ids } = first;
      const second = await played('two', first);
      await cite(org, ids[0], 'one');
      await cite(org, ids[0], 'two');
      await Promise.all([
        org.sessions.complete('one', first.lockToken, { outcome: 'accepted' }),
        org.sessions.complete('two', second.lockToken, { outcome: 'accepted' }),
      ]);
      await first.expectWeights([1.3 + 0.3 * 0.7, 1, 1]);
      expect(await org.feedback.history(ids[0])).toHaveLength(2);
    });

    test('without an outcome, and when it failed, nothing is applied', async () => {
      const { org, ids, lockToken, weights } = await played();
      await cite(org, ids[0]);
      expect(await org.feedback.applyForSession('s')).toMatchObject({ outcome: null, observations: [] });
      await org.sessions.complete('s', lockToken);
      expect(await org.feedback.applyForSession('s')).toMatchObject({ outcome: null, observations: [] });
      expect(await weights()).toEqual([1, 1, 1]);
      await expect(org.feedback.applyForSession('nobody')).rejects.toMatchObject({ code: 'session-not-found' });
    });

    test('what got an explicit verdict in the session is judged by that alone', async () => {
      const { org, ids, lockToken, expectWeights } = await played();
      await cite(org, ids[0]);
      await cite(org, ids[1]);
      await org.feedback.observation({ observationId: ids[0], sessionId: 's', agentId: 'a', verdict: 'misleading' });
      await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
      await expectWeights([0.85, 1.3, 1]);
    });

    test('a changed weight is in the change feed', async () => {
      const { org, ids, lockToken, expectWeights } = await played();
      const cursor = await org.observations.feedHead();
      await cite(org, ids[0]);
      await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
      await expectWeights([1.3, 1, 1]);
      const { changes } = await org.observations.changesSince({ cursor });
      expect(changes).toMatchObject([{ type: 'written', observation: { id: ids[0], weight: 1.3 } }]);
    });
  });

  describe('of a verdict', () => {
    test('the third strike and later ones count twice', async () => {
      const { org, ids, weights } = await played();
      const oracle = [0.85, 0.85 ** 2, 0.85 ** 2 * 0.7, 0.85 ** 2 * 0.7 ** 2];
      for (const [index, wanted] of oracle.entries()) {
        const given = { observationId: ids[0], agentId: `agent-${index}`, verdict: 'misleading' } as const;
        expect(await org.feedback.observation(given)).toEqual({
          applied: true,
          refusal: null,
          weight: expect.closeTo(wanted, 9),
        });
        expect(await org.feedback.observation(given)).toEqual({
          applied: false,
          refusal: 'said-before',
          weight: expect.closeTo(wanted, 9),
        });
      }
      expect((await weights())[0]).toBeCloseTo(oracle[3]!, 9);
    });

    test('outside sessions one agent counts once a day', async () => {
      const { org, ids, weights } = await played();
      const given = { observationId: ids[0], verdict: 'helpful' } as const;
      expect(await org.feedback.observation({ ...given, agentId: 'a' })).toEqual({
        applied: true,
        refusal: null,
        weight: 1.3,
      });
      expect(await org.feedback.observation({ ...given, agentId: 'a' })).toMatchObject({ applied: false });
      expect(await org.feedback.observation({ ...given, agentId: 'b' })).toMatchObject({ applied: true });
      expect((await weights())[0]).toBeCloseTo(1.51, 9);
    });

    test('in a session it counts for what the session was given, once for its agent and day, and says why not', async () => {
      const { org, ids, weights } = await played();
      await org.sessions.create({ id: 'given', projectId, agentId: 'coder' });
      await org.sessions.create({ id: 'given-too', projectId, agentId: 'coder' });
      for (const sessionId of ['given', 'given-too']) await inject(org, sessionId, [ids[0]]);
      const say = (sessionId: string, index: 0 | 1, agentId: string) =>
        org.feedback.observation({ observationId: ids[index], sessionId, agentId, verdict: 'misleading' });
      const refused = { applied: false, refusal: 'not-given', weight: 1 };
      for (const invented of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6']) expect(await say(invented, 0, 'a')).toEqual(refused);
      expect(await say('given', 1, 'a')).toEqual(refused);
      expect(await say('given', 0, 'a')).toEqual({ applied: true, refusal: null, weight: 0.85 });
      expect(await say('given-too', 0, 'b')).toMatchObject({ refusal: 'said-before' });
      expect(await weights()).toEqual([0.85, 1, 1]);
    });

    test('a later verdict of an agent and day takes the place of the earlier one, and the change log has both', async () => {
      const { org, ids, weights } = await played();
      const say = (verdict: 'helpful' | 'misleading') =>
        org.feedback.observation({ observationId: ids[0], agentId: 'a', verdict });
      expect(await say('misleading')).toMatchObject({ applied: true, weight: 0.85 });
      expect(await say('helpful')).toMatchObject({ applied: true, weight: 1.3 });
      expect(await weights()).toEqual([1.3, 1, 1]);
      expect(await org.config.changes({ subject: `observation:${ids[0]}` })).toMatchObject([
        { actor: 'a', field: 'feedback', newValue: { verdict: 'helpful', weight: 1.3 } },
        { actor: 'a', field: 'feedback', oldValue: { weight: 1 }, newValue: { verdict: 'misleading' } },
      ]);
    });

    test('outdated ends recall at once and leaves the weight', async () => {
      const { org, ids } = await played();
      await org.warm({ projectId });
      const question = { projectId, queryText: 'tokens expire hour', deadlineMs: 60_000 };
      const recalled = async () => (await org.recall(question)).rows.map(({ observation }) => observation.id);
      expect(await recalled()).toContain(ids[0]);
      const verdict = { observationId: ids[0], agentId: 'a', verdict: 'outdated' } as const;
      expect(await org.feedback.observation(verdict)).toEqual({ applied: true, refusal: null, weight: 1 });
      expect(await recalled()).not.toContain(ids[0]);
      expect((await org.observations.get(ids[0]))?.validTo).not.toBeNull();
    });

    test.each([
      [{ observationId: 'x' }, 'invalid-input'],
      [{ agentId: ' ' }, 'invalid-input'],
      [{ verdict: 'great' as never }, 'invalid-input'],
      [{ observationId: '0197c0de-1111-7222-8333-944455566677' }, 'observation-not-found'],
    ])('%j is refused', async (change, code) => {
      const { org, ids } = await played();
      const given = { observationId: ids[0], agentId: 'a', verdict: 'helpful', ...change } as const;
      await expect(org.feedback.observation(given)).rejects.toMatchObject({ code });
    });
  });

  test('[C-013] the database takes the very steps of the rule, in any order', async () => {
    const { org, ids } = await played();
    const causes = fc.array(fc.constantFrom<FeedbackCause>('helpful', 'misleading'), { minLength: 1, maxLength: 6 });
    let run = 0;
    let strikes = 0;
    let weight = 1;
    await fc.assert(
      fc.asyncProperty(causes, async (sequence) => {
        for (const verdict of sequence) {
          strikes += verdict === 'misleading' ? 1 : 0;
          weight = nextWeight(weight, weightStep(verdict, strikes));
          const given = { observationId: ids[0], agentId: `r${String((run += 1)).padStart(3, '0')}` };
          const stored = await org.feedback.observation({ ...given, verdict: verdict as 'helpful' });
          expect(stored.weight).toBeCloseTo(weight, 9);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('every retrieval with a session logs its candidates; what feedback did to a rank is a query', async () => {
    const { org, ids } = await played();
    await org.feedback.observation({ observationId: ids[1], agentId: 'a', verdict: 'helpful' });
    const question = { projectId, queryText: 'retries capped tokens expire', deadlineMs: 60_000 };
    await org.recall(question);
    const { rows } = await org.recall({ ...question, sessionId: 's' });
    await inject(
      org,
      's',
      rows.slice(0, 1).map(({ observation }) => observation.id),
    );
    // The retrieval is written behind the answer, and what came into a block of it maybe once more behind that.
    const injected = async () => (await org.feedback.rankDelta({ sessionId: 's' })).filter((row) => row.injected === 1);
    await expect.poll(injected).toHaveLength(1);
    const logged = await org.feedback.rankDelta({ sessionId: 's' });
    expect(logged).toHaveLength(rows.length);
    for (const { observation, unweightedRank, weightedRank } of rows) {
      expect(logged.find(({ observationId }) => observationId === observation.id)).toEqual({
        observationId: observation.id,
        retrievals: 1,
        injected: observation.id === rows[0]?.observation.id ? 1 : 0,
        meanDelta: unweightedRank - weightedRank,
        meanWeight: observation.weight,
      });
    }
    expect(await org.feedback.purgeRetrievals(new Date(0))).toEqual({ purged: 0 });
    const soon = new Date(Date.now() + 60_000);
    expect(await org.feedback.purgeRetrievals(soon)).toEqual({ purged: 1 });
  });

  test('[S0-057] [S2-040] the graph that the injection log names learns from the outcome, once', async () => {
    const { org, lockToken } = await played();
    const node = (name: string) => ({ projectId, type: 'Module', name });
    const { ids } = await org.graph.upsertNodes(['a', 'b', 'c'].map(node));
    const [a, b, c] = ids as [string, string, string];
    const edge = { sourceId: a, relationshipName: 'calls', targetId: b };
    await org.graph.upsertEdges([edge, { ...edge, targetId: c }]);
    await inject(org, 's', [], { graphNodeIds: [a, b], graphEdgeKeys: [edge] });
    await inject(org, 's', [], { graphNodeIds: [a], graphEdgeKeys: [edge] });
    await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
    const nodeWeights = async () =>
      (await org.graph.getNodes(ids)).map(({ id, feedbackWeight }) => [id, feedbackWeight]);
    const wanted = new Map([
      [a, 0.55],
      [b, 0.55],
      [c, 0.5],
    ]);
    await expect
      .poll(async () => new Map((await nodeWeights()) as [string, number][]), { timeout: 30_000 })
      .toEqual(wanted);
    expect(await org.feedback.applyForSession('s')).toMatchObject({ graph: { nodes: 0, edges: 0 } });
    const { edges } = await org.graph.neighbourhood();
    expect(new Map(edges.map(({ targetId, feedbackWeight }) => [targetId, feedbackWeight]))).toEqual(
      new Map([
        [b, 0.55],
        [c, 0.5],
      ]),
    );
    const text = 'select old_weight, new_weight, outcome from graph_weight_history where org_id = $1';
    const history = await database.tenant(org.orgId).query({ text, values: [org.orgId] });
    expect(history).toEqual([1, 2, 3].map(() => ({ old_weight: 0.5, new_weight: 0.55, outcome: 'accepted' })));
  });

  test('nothing of it failed in the background', () => {
    expect(errors).toEqual([]);
  });
});
