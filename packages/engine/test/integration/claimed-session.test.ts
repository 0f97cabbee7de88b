import { createMemory, type Database, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const others = ['The checkout button is green.', 'Prices are integers.', 'Logs rotate daily.', 'Builds need Node 20.'];

describeOnEachDatabase('injection after a claim', (open) => {
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  let isQueueBroken = false;
  beforeAll(async () => {
    const stored = await open();
    const database: Database = {
      ...stored,
      tenant(orgId) {
        const tenant = stored.tenant(orgId);
        const query: typeof tenant.query = (statement, options) =>
          isQueueBroken && statement.text.includes('insert into session_memory_injects')
            ? Promise.reject(new Error('the queue is broken'))
            : tenant.query(statement, options);
        return { ...tenant, query };
      },
    };
    memory = await createMemory({ database, clock: slowClock, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  async function claimed(): Promise<{ org: OrgMemory; lockToken: string }> {
    const org = memory.org(`claim-${(orgs += 1)}`);
    const learned = 'The auth middleware must accept a request without a session header.';
    await org.observations.rememberMany([learned, ...others].map((content) => ({ content, projectId })));
    const workItem = { identifier: 'ENG-412', title: 'auth middleware fails without session header' };
    await org.sessions.create({ id: 's', projectId, workType: 'bug_fix', agentId: 'dev', workItem });
    const claim = await org.sessions.claim('s', { workerId: 'w' });
    return { org, lockToken: claim.outcome === 'claimed' ? claim.lockToken : '' };
  }

  test('the block of the work item is logged and enqueued [S0-004, S0-005, S0-006, S0-042]', async () => {
    const { org } = await claimed();
    const { outcome, logId, block } = await org.injectContextForClaimedSession('s');
    expect(outcome).toBe('enqueued');
    expect(block?.queryText).toBe('ENG-412 auth middleware fails without session header');
    expect(await org.listContextInjections('s')).toMatchObject([{ id: logId, budgetTokens: 750 }]);
    const queued = await org.listMemoryInjects('s');
    expect(queued).toMatchObject([{ text: block?.block, source: 'session-start', logId, agentId: 'dev', epoch: 0 }]);
  });

  test('a second claim in the epoch enqueues nothing, a new epoch gets its block [S0-011, S2-019]', async () => {
    const { org, lockToken } = await claimed();
    await org.injectContextForClaimedSession('s');
    await org.observations.remember({ content: 'The auth middleware logs the session header.', projectId });
    await org.sessions.release('s', lockToken);
    expect(await org.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'not-claimed' });
    await org.sessions.claim('s', { workerId: 'w2' });
    expect(await org.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'already-enqueued' });
    expect(await org.listMemoryInjects('s')).toHaveLength(1);
    await org.sessions.startEpoch('s', 0);
    expect(await org.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'enqueued' });
  });

  test('a block that is empty is logged and not enqueued [S2-016]', async () => {
    const { org } = await claimed();
    await org.sessions.create({
      id: 'other',
      projectId,
      workType: 'bug_fix',
      workItem: { title: 'Zebra in the savannah' },
    });
    await org.sessions.claim('other', { workerId: 'w' });
    expect(await org.injectContextForClaimedSession('other')).toMatchObject({ outcome: 'empty' });
    expect(await org.listContextInjections('other')).toMatchObject([{ observationIds: [], actualTokens: 0 }]);
    expect(await org.listMemoryInjects('other')).toEqual([]);
  });

  test('with delivery off it is computed and logged, not pushed [S0-009, S0-010]', async () => {
    const { org } = await claimed();
    await org.config.setProject(projectId, { runtimeInjectEnabled: false }, { actor: 'admin' });
    const { outcome, block } = await org.injectContextForClaimedSession('s');
    expect(outcome).toBe('delivery-off');
    expect(block?.block).not.toBe('');
    expect(await org.listContextInjections('s')).toHaveLength(1);
    expect(await org.listMemoryInjects('s')).toEqual([]);
  });

  test.each([{ sessionId: 's' }, { projectId }, { all: true } as const])(
    'forgetting %j takes the texts of its sessions',
    async (request) => {
      const { org, lockToken } = await claimed();
      await org.activities.append('s', [{ type: 'thought', body: { text: 'secret plan' } }]);
      await org.sessions.fail('s', lockToken, { reason: 'secret reason' });
      await org.observations.forget(request);
      expect(await org.sessions.get('s')).toMatchObject({
        status: 'failed',
        workItem: null,
        endReason: null,
        activitySeq: 1,
      });
      expect((await org.activities.list('s')).rows).toEqual([]);
    },
  );

  test('with memory off nothing is done', async () => {
    const { org } = await claimed();
    await org.config.setProject(projectId, { memoryEnabled: false }, { actor: 'admin' });
    expect(await org.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'memory-off', logId: null });
    expect(await org.listContextInjections('s')).toEqual([]);
  });

  test('with memory off no call builds a block, and an explicit recall is answered', async () => {
    const { org } = await claimed();
    const request = {
      sessionId: 'preview',
      projectId,
      workType: 'bug_fix',
      queryText: 'auth middleware without session header',
    };
    const outcomes = async () => [
      await org.buildSessionMemoryBlock(request),
      await org.buildSessionMemoryBlock({ ...request, withoutGraph: true, budget: { defaults: { '*': 500 } } }),
      await org.previewStartBlock(request),
    ];
    for (const block of await outcomes()) expect(block.outcome).toBe('ok');
    await org.config.setProject(projectId, { memoryEnabled: false }, { actor: 'admin' });
    for (const block of await outcomes()) {
      expect(block).toMatchObject({ outcome: 'memory-off', block: '', actualTokens: 0, observationIds: [], rows: [] });
    }
    expect((await org.previewStartBlock({ ...request, projectId: null })).outcome).not.toBe('memory-off');
    expect((await org.recall({ projectId, queryText: request.queryText })).rows).not.toEqual([]);
    await expect(org.buildSessionMemoryBlock({ ...request, queryText: 1 as never })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  test('a deadline that cannot be meant is reported', async () => {
    const { org } = await claimed();
    expect(await org.injectContextForClaimedSession('s', { deadlineMs: 0 })).toMatchObject({ outcome: 'failed' });
    expect(errors.pop()).toMatchObject({ code: 'invalid-input' });
  });

  test('a session id that can be none is reported and never thrown', async () => {
    const { org } = await claimed();
    expect(await org.injectContextForClaimedSession('\0')).toMatchObject({ outcome: 'failed' });
    expect(errors.at(-1)).toMatchObject({ code: 'invalid-input' });
  });

  test('an enqueue that fails is reported, and the session goes on as if nothing were [S0-012, S2-020]', async () => {
    const { org, lockToken } = await claimed();
    isQueueBroken = true;
    const injection = await org.injectContextForClaimedSession('s').finally(() => (isQueueBroken = false));
    expect(injection).toMatchObject({ outcome: 'failed' });
    expect(errors.pop()).toMatchObject({ message: 'the queue is broken' });
    // It was computed and logged before, and nothing of it was delivered.
    expect(await org.listContextInjections('s')).toHaveLength(1);
    expect(await org.listMemoryInjects('s')).toEqual([]);
    expect((await org.sessions.refreshLock('s', lockToken)).outcome).toBe('refreshed');
    expect((await org.sessions.complete('s', lockToken)).outcome).toBe('completed');
  });

  test('what a session did before has no say in the budget of its block [C-028]', async () => {
    const { org } = await claimed();
    const body = { key: 'lastTestRun', value: { command: 'pnpm test -- auth' } };
    await org.activities.append('s', [{ type: 'context', body }]);
    const { block } = await org.injectContextForClaimedSession('s');
    expect(block?.budgetTokens).toBe(750);
  });
});
