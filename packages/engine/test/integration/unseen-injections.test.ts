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

  /** A session that may be given three memories. */
  async function working(orgId: string) {
    const org = memory.org(orgId);
    const ids = (
      await org.observations.rememberMany(
        CONTENTS.map((content, at) => ({ content, projectId, metadata: { paths: [`src/f${at}.ts`] } })),
      )
    ).map(({ id }) => id);
    await org.sessions.create({ id: sessionId, projectId });
    const session = await org.sessions.claim(sessionId, { workerId: 'w' });
    const lockToken = session.outcome === 'claimed' ? session.lockToken : '';
    const enqueue = async (at: number, supersedesKey: string) => {
      const observationIds = ids.slice(at, at + 1);
      const log = { sessionId, workType: 'feature', budgetTokens: 400, actualTokens: 10, observationIds };
      const logId = await org.recordContextInjection({ ...log, sessionSummaryIds: [], queryText: 'q' });
      const text = `- ${CONTENTS[at]}`;
      await org.enqueueMemoryInject({ sessionId, text, observationIds, logId, source: 'in-session', supersedesKey });
    };
    const claim = async () => {
      const claimed = await org.claimPendingInjectForSession(sessionId, { lockToken });
      return claimed.outcome === 'inject' ? claimed.inject.deliveryId : '';
    };
    /** Every file was edited, and it was all for nothing. */
    const reject = async () => {
      for (const file of ['f0', 'f1', 'f2']) {
        const body = { key: 'lastEditedFile', value: `src/${file}.ts` };
        await org.activities.append(sessionId, [{ type: 'context', body }]);
      }
      await org.sessions.complete(sessionId, lockToken, { outcome: 'rejected' });
      await org.feedback.applyForSession(sessionId);
    };
    const weights = async () => (await org.observations.getMany(ids)).map(({ weight }) => weight);
    const shown = async () => {
      const logged = await org.listContextInjections(sessionId);
      return logged.filter((log) => log.shown).map(({ observationIds }) => observationIds);
    };
    return { org, ids, enqueue, claim, reject, weights, shown };
  }

  test('is no use, no cost and not given', async () => {
    const { org, ids, enqueue, claim, reject, weights, shown } = await working('unseen-org');
    await enqueue(0, 'file');
    await enqueue(1, 'file');
    await claim();
    await enqueue(2, 'other');
    const tenant = database.tenant('unseen-org');
    const ranks = { unweightedRank: 1, weightedRank: 1, relevance: 1, score: 1, weight: 1 };
    const candidates = ids.map((observationId) => ({ observationId, ...ranks }));
    const about = { id: uuidv7(Date.now()), orgId: tenant.orgId, sessionId, projectId, injectedIds: new Set(ids) };
    await tenant.batch([retrievalStatement(tenant.orgId, [{ ...about, candidates }])]);
    await reject();

    expect(await weights()).toEqual([1, 0.95, 1]);
    expect(await shown()).toEqual([[ids[1]]]);
    expect(await org.listContextInjections(sessionId)).toHaveLength(3);
    const text = 'select injected_ids as ids from session_retrievals where org_id = $1 and session_id = $2';
    expect(await tenant.query({ text, values: [tenant.orgId, sessionId] })).toEqual([{ ids: [ids[1]] }]);
    const said = { observationId: ids[2]!, sessionId, agentId: 'a', verdict: 'misleading' } as const;
    expect(await org.feedback.observation(said)).toMatchObject({ applied: false, refusal: 'not-given' });
  });

  test('nor is one that was handed over and did not arrive, in whichever epoch', async () => {
    const { org, ids, enqueue, claim, reject, weights, shown } = await working('lost-org');
    await enqueue(0, 'file');
    const first = await claim();
    await org.markInjectWritten(sessionId, first);
    expect(await org.returnMemoryInject(sessionId, first)).toBe(true);
    await enqueue(1, 'file');
    await org.sessions.startEpoch(sessionId, 0);
    const second = await claim();
    await org.markInjectWritten(sessionId, second);
    await enqueue(2, 'other');
    await claim();
    expect(await org.returnMemoryInject(sessionId, second)).toBe(true);
    await reject();

    expect((await org.listMemoryInjects(sessionId)).map((inject) => [inject.dropReason, inject.attempts])).toEqual([
      [null, 1],
      ['session-ended', 0],
      ['superseded', 0],
    ]);
    expect(await weights()).toEqual([1, 1, 0.95]);
    expect(await shown()).toEqual([[ids[2]]]);
  });
});
