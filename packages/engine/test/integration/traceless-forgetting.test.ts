import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';

describeOnEachDatabase('a session that is forgotten without a trace', (open) => {
  let database: Database;
  let memory: Memory;
  const errors: unknown[] = [];
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  /** A session that was given one memory and a node, cited the memory and was accepted. */
  async function accepted(org: OrgMemory, id: string, observationId: string, nodeId: string): Promise<void> {
    await org.sessions.create({ id, projectId });
    await org.recordContextInjection({
      ...{ sessionId: id, workType: 'feature', budgetTokens: 400, actualTokens: 10, queryText: 'q' },
      ...{ observationIds: [observationId], sessionSummaryIds: [], graphNodeIds: [nodeId] },
    });
    await org.activities.append(id, [{ type: 'response', body: { text: `By ${observationId}.` } }]);
    await org.sessions.stop(id);
    await org.feedback.setOutcome(id, 'accepted', { actor: 'ann' });
  }

  interface Standing {
    readonly weights: readonly (number | undefined)[];
    readonly sessions: readonly (string | null)[];
  }

  /** What sessions made of one memory and of one node, after they were judged in this order and some of them forgotten. */
  async function standing(orgId: string, judged: readonly string[], forgotten: readonly string[]): Promise<Standing> {
    const org = memory.org(orgId);
    const { id } = await org.observations.remember({ content: 'Tokens expire after an hour.', projectId });
    const { ids: nodes } = await org.graph.upsertNodes([{ projectId, type: 'Module', name: 'tokens' }]);
    const nodeId = nodes[0] ?? '';
    for (const session of judged) await accepted(org, session, id, nodeId);
    for (const sessionId of forgotten) await org.observations.forget({ sessionId, traceless: true });
    const weights = async (): Promise<Standing['weights']> => {
      const [node] = await org.graph.getNodes([nodeId]);
      const found = await org.recall({ projectId, queryText: 'tokens expire hour', deadlineMs: 60_000 });
      return [(await org.observations.get(id))?.weight, found.rows[0]?.observation.weight, node?.feedbackWeight];
    };
    const before = await weights();
    // One that is judged again computes all of it anew.
    if (judged.includes('last')) await org.feedback.setOutcome('last', 'rework', { actor: 'ann' });
    return {
      weights: [...before, ...(await weights())],
      sessions: (await org.feedback.history(id)).map(({ sessionId }) => sessionId),
    };
  }

  test.each([
    ['the only one', ['gone'], ['gone'], []],
    ['the first one', ['gone', 'last'], ['gone'], ['last']],
    ['one in the middle', ['early', 'gone', 'last'], ['gone'], ['early', 'last']],
    ['the last one', ['last', 'gone'], ['gone'], ['last']],
  ])('leaves the weights as they would be without it: %s', async (name, sessions, forgotten, left) => {
    const never = await standing(`${name} never`, left, []);
    const after = await standing(`${name} forgotten`, sessions, forgotten);
    expect(after.weights).toEqual(never.weights.map((weight) => expect.closeTo(weight ?? -1, 9)));
    expect(after.sessions).toEqual(never.sessions);
    const judged = `select from graph_weight_history where org_id = $1 and session_id = 'gone'`;
    expect(await database.operator.query({ text: judged, values: [`${name} forgotten`] })).toEqual([]);
    expect(errors).toEqual([]);
  });
});
