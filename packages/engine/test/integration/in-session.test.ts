import { createMemory, type Memory, type VerbBusEvent } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { verbEvent } from '../in-session-fixtures.ts';

const PROJECT = 'proj_xyz';

/** What the injector is given to say over a real memory. */
function recorder() {
  const sent: string[] = [];
  const capability = {
    supportsMessageInjection: true,
    injectMessage: (_sessionId: string, text: string) => Promise.resolve(sent.push(text)),
  };
  return { sent, capability };
}

/** No test here is about time: a busy machine may take seconds. */
const PATIENT = { latencyBudgetMs: 60_000 };

describeOnEachDatabase('in-session injection over a real memory', (open) => {
  let memory: Memory;
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
  });
  afterAll(() => memory.close());
  let made = 0;

  /** An organisation of the test's own. */
  function openOrg() {
    const org = memory.org(`org_${(made += 1)}`);
    const event = (changes: Partial<VerbBusEvent> = {}) => verbEvent({ orgId: org.orgId, ...changes });
    const remember = async (content: string, changes: Partial<Parameters<typeof org.observations.remember>[0]> = {}) =>
      (await org.observations.remember({ content, projectId: PROJECT, agentId: 'git', ...changes })).id;
    return { org, remember, event };
  }

  test('the path finds what is about the file, the words what they say, and both are merged [S1-046, S1-047]', async () => {
    const { org, remember, event } = openOrg();
    const about = await remember('Refresh happens in the middleware', { metadata: { paths: ['src/auth/session.ts'] } });
    const said = await remember('The ledger rounds half to even', { metadata: { paths: ['src/money.ts'] } });
    const other = await remember('Release notes are written on Fridays');
    const { capability } = recorder();
    const injector = org.createInSessionInjector({ capability, config: PATIENT });
    const { outcome, observationIds } = await injector.handleVerbEvent(
      event({ paths: ['src/auth/session.ts'], query: 'ledger rounds half to even' }),
    );
    expect(outcome).toBe('injected');
    expect(observationIds.toSorted()).toEqual([about, said].toSorted());
    expect(observationIds).not.toContain(other);
  });

  test('the focal path lifts a row over the floor, once, and weights move the order [S1-047, S1-050]', async () => {
    const asked: number[] = [];
    const { org, remember, event } = openOrg();
    const paths = ['src/pay.ts'];
    const light = await remember('Retry payments twice, then park them', { metadata: { paths }, weight: 0.2 });
    const heavy = await remember('Park payments that were retried twice', { metadata: { paths }, weight: 2 });
    const wrapped = {
      ranksItself: true,
      async recall(request: Parameters<typeof org.recall>[0]) {
        const result = await org.recall({ ...request, explain: true });
        asked.push(...result.rows.map((row) => row.explanation?.pathBoost ?? 0));
        return result;
      },
    };
    const { capability } = recorder();
    const injector = org.createInSessionInjector({ capability, config: PATIENT, store: wrapped });
    const { observationIds } = await injector.handleVerbEvent(
      event({ paths: ['/home/me/repository/src/pay.ts'], query: 'park payments retried' }),
    );
    expect(observationIds).toEqual([heavy, light]);
    expect(asked.every((boost) => boost > 0 && boost < 0.2001)).toBe(true);
  });

  test('scopes: the project, every project of the organisation, the session; and the namespace [S1-051, S1-052, S1-053, S1-054]', async () => {
    const { org, remember, event } = openOrg();
    const own = await remember('Cache keys carry the tenant in this project');
    const elsewhere = await remember('Cache keys carry the tenant in the other project', { projectId: 'proj_other' });
    const mine = await remember('Cache keys carry the tenant said this session', {
      metadata: { sessionId: 'ses_abc' },
    });
    const named = await remember('Cache keys carry the tenant in a namespace', { metadata: { namespace: 'billing' } });
    const { capability } = recorder();
    const found = async (changes: Partial<VerbBusEvent>) => {
      const injector = org.createInSessionInjector({
        capability,
        config: { ...PATIENT, maxSuggestionsPerEvent: 10, budgetTokens: 1000 },
      });
      const asked = event({ paths: [], query: 'cache keys carry the tenant', ...changes });
      return (await injector.handleVerbEvent(asked)).observationIds.toSorted();
    };
    expect(await found({})).toEqual([own, mine, named].toSorted());
    expect(await found({ memoryScope: 'org' })).toEqual([own, elsewhere, mine, named].toSorted());
    expect(await found({ memoryScope: 'session' })).toEqual([mine]);
    expect(await found({ memoryNamespace: 'billing' })).toEqual([named]);
  });

  test('what is injected is logged; another organisation is refused', async () => {
    const { org, remember, event } = openOrg();
    const id = await remember('Tokens expire after 15 minutes', { metadata: { paths: ['src/auth.ts'] } });
    const { capability } = recorder();
    const injector = org.createInSessionInjector({ capability, config: PATIENT });
    expect((await injector.handleVerbEvent(event())).outcome).toBe('injected');
    await expect
      .poll(() => org.listContextInjections('ses_abc'), { timeout: 20_000 })
      .toMatchObject([
        { workType: '', budgetTokens: 200, observationIds: [id], queryText: 'src/auth.ts\ntoken expiry' },
      ]);
    await expect(injector.handleVerbEvent(event({ orgId: 'org_other' }))).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  test('hook events are injected by enqueueing, under the same rules [S1-006]', async () => {
    const { org, remember } = openOrg();
    const id = await remember('Tokens expire after 15 minutes', { metadata: { paths: ['src/auth.ts'] } });
    const enqueued: string[][] = [];
    const subscriber = org.createInjectionSubscriber({
      config: PATIENT,
      session: () => Promise.resolve({ status: 'working', agentId: 'agent_dev', projectId: PROJECT, epoch: 0 }),
      runtimeInjectEnabled: () => Promise.resolve(true),
      enqueue: ({ observationIds }) => Promise.resolve(enqueued.push([...observationIds])),
    });
    const { outcome } = await subscriber.handleHookEvent({
      type: 'post-tool-use',
      sessionId: 'ses_abc',
      orgId: org.orgId,
      projectId: PROJECT,
      agentId: 'agent_dev',
      toolName: 'Edit',
      toolInput: { file_path: '/repo/src/auth.ts' },
      emittedAt: Date.now(),
    });
    expect(outcome).toBe('injected');
    expect(enqueued).toEqual([[id]]);
  });
});
