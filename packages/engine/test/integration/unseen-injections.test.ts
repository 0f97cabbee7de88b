import { createMemory, type Memory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { uuidv7 } from '../../src/base/uuid.ts';
import { retrievalStatement } from '../../src/memory/feedback/retrieval-statements.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';
const sessionId = 'unseen';
const CONTENTS = ['Tokens expire after an hour.', 'Retries are capped at five.', 'Prices are integers, in cents.'];

describeOnEachDatabase('a block that was dropped before its agent had it', (open) => {
  let database: Database;
  let memory: Memory;
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database });
  });
  afterAll(() => memory.close());

  test('is no use, no cost and not given', async () => {
    const org = memory.org('unseen-org');
    const ids = (
      await org.observations.rememberMany(
        CONTENTS.map((content, at) => ({ content, projectId, metadata: { paths: [`src/f${at}.ts`] } })),
      )
    ).map(({ id }) => id);
    await org.sessions.create({ id: sessionId, projectId });
    const claim = await org.sessions.claim(sessionId, { workerId: 'w' });
    const lockToken = claim.outcome === 'claimed' ? claim.lockToken : '';
    const enqueue = async (at: number, supersedesKey: string) => {
      const observationIds = ids.slice(at, at + 1);
      const log = { sessionId, workType: 'feature', budgetTokens: 400, actualTokens: 10, observationIds };
      const logId = await org.recordContextInjection({ ...log, sessionSummaryIds: [], queryText: 'q' });
      const text = `- ${CONTENTS[at]}`;
      await org.enqueueMemoryInject({ sessionId, text, observationIds, logId, source: 'in-session', supersedesKey });
    };
    await enqueue(0, 'file');
    await enqueue(1, 'file');
    await org.claimPendingInjectForSession(sessionId, { lockToken });
    await enqueue(2, 'other');
    const tenant = database.tenant('unseen-org');
    const ranks = { unweightedRank: 1, weightedRank: 1, relevance: 1, score: 1, weight: 1 };
    const candidates = ids.map((observationId) => ({ observationId, ...ranks }));
    const about = { id: uuidv7(Date.now()), orgId: tenant.orgId, sessionId, projectId, injectedIds: new Set(ids) };
    await tenant.batch([retrievalStatement(tenant.orgId, [{ ...about, candidates }])]);
    for (const file of ['f0', 'f1', 'f2']) {
      const body = { key: 'lastEditedFile', value: `src/${file}.ts` };
      await org.activities.append(sessionId, [{ type: 'context', body }]);
    }
    await org.sessions.complete(sessionId, lockToken, { outcome: 'rejected' });
    await org.feedback.applyForSession(sessionId);

    expect((await org.observations.getMany(ids)).map(({ weight }) => weight)).toEqual([1, 0.95, 1]);
    const logged = await org.listContextInjections(sessionId);
    const shown = logged.filter((log) => log.shown).map(({ observationIds }) => observationIds);
    expect([logged.length, shown]).toEqual([3, [[ids[1]]]]);
    const text = 'select injected_ids as ids from session_retrievals where org_id = $1 and session_id = $2';
    expect(await tenant.query({ text, values: [tenant.orgId, sessionId] })).toEqual([{ ids: [ids[1]] }]);
    const said = { observationId: ids[2]!, sessionId, agentId: 'a', verdict: 'misleading' } as const;
    expect(await org.feedback.observation(said)).toMatchObject({ applied: false, refusal: 'not-given' });
  });
});
