import { describe, expect, test } from 'vitest';
import { injectorOf, settled, verbEvent } from '../../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../../test/session-start-fixtures.ts';
import type { RecallRequest } from '../../../recall/memory-store.ts';
import type { InSessionInjectorOptions } from '../injector-options.ts';

describe('what is asked', () => {
  async function asked(changes: Parameters<typeof verbEvent>[0], options: Partial<InSessionInjectorOptions> = {}) {
    const requests: RecallRequest[] = [];
    await injectorOf(storeOf([], requests), options).injector.handleVerbEvent(verbEvent(changes));
    return requests;
  }

  test('two queries in one recall of a store that ranks itself: the focal path, and the words [S1-014, S1-031, S1-032, S1-033, S1-034]', async () => {
    const [request, ...more] = await asked({ paths: ['src/auth.ts', 'src/other.ts'] });
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      orgId: 'org_123',
      projectId: 'proj_xyz',
      agentId: 'agent_dev',
      sessionId: 'ses_abc',
      queryText: 'src/auth.ts',
      moreQueries: ['token expiry'],
      paths: ['src/auth.ts'],
      scope: 'project',
      minRelevance: 0.4,
      deadlineMs: 100,
    });
  });

  test('of a store that does not, two recalls: one for the focal path, one for the words [S1-046]', async () => {
    const requests: RecallRequest[] = [];
    const { recall } = storeOf([recalledRow(1)], requests);
    const { injector } = injectorOf({ recall });
    expect((await injector.handleVerbEvent(verbEvent())).observationIds).toEqual([uuid(1)]);
    expect(requests.map(({ queryText }) => queryText)).toEqual(['src/auth.ts', 'token expiry']);
    await injectorOf({ recall }).injector.handleVerbEvent(verbEvent({ query: '' }));
    expect(requests.map(({ queryText }) => queryText).slice(2)).toEqual(['src/auth.ts']);
  });

  test('a call without words, or without a path, asks one', async () => {
    expect(await asked({ query: '' })).toMatchObject([{ queryText: 'src/auth.ts', paths: ['src/auth.ts'] }]);
    const [words] = await asked({ paths: [] });
    expect(words).toMatchObject({ queryText: 'token expiry' });
    expect(words).not.toHaveProperty('moreQueries');
    expect(words).not.toHaveProperty('paths');
  });

  test('a call that names no file is about those that the session has at hand', async () => {
    const currentPaths = ({ sessionId }: { sessionId: string }) =>
      Promise.resolve([`src/${sessionId}.ts`, 'src/db.ts']);
    expect(await asked({ paths: [] }, { currentPaths })).toMatchObject([{ paths: ['src/ses_abc.ts', 'src/db.ts'] }]);
    expect(await asked({}, { currentPaths })).toMatchObject([{ paths: ['src/auth.ts'] }]);
    expect(await asked({ paths: [], query: '' }, { currentPaths })).toEqual([]);
  });

  test.each<[string, () => Promise<readonly string[]>]>([
    ['that fail', () => Promise.reject(new Error('locked'))],
    ['that are no texts', () => Promise.resolve([1] as never)],
    ['that are none', () => Promise.resolve([])],
  ])('files at hand %s scope nothing', async (_what, currentPaths) => {
    const [request] = await asked({ paths: [] }, { currentPaths });
    expect(request).toMatchObject({ queryText: 'token expiry' });
    expect(request).not.toHaveProperty('paths');
  });

  test('files at hand that are late cost a third of the budget, and the question is asked', async () => {
    const requests: RecallRequest[] = [];
    const currentPaths = () => new Promise<never>(() => undefined);
    const { injector, clock } = injectorOf(storeOf([], requests), { currentPaths });
    const handled = injector.handleVerbEvent(verbEvent({ paths: [] }));
    await settled();
    clock.advance(34);
    expect(await handled).toMatchObject({ outcome: 'no-match' });
    expect(requests).toMatchObject([{ queryText: 'token expiry', deadlineMs: 66 }]);
  });

  test('scope and namespace go with it [S1-036]', async () => {
    expect(await asked({ memoryScope: 'org', memoryNamespace: 'billing' })).toMatchObject([
      { scope: 'org', namespace: 'billing' },
    ]);
    expect(await asked({ memoryScope: 'session' })).toMatchObject([{ scope: 'session', sessionId: 'ses_abc' }]);
  });

  test('what the session has had is looked for beside twice the suggestions, and told as it is when the candidates are found', async () => {
    const requests: RecallRequest[] = [];
    const rows = Array.from({ length: 20 }, (_, index) => recalledRow(index + 1));
    const { injector } = injectorOf(storeOf(rows, requests));
    for (const _event of Array.from({ length: 6 })) await injector.handleVerbEvent(verbEvent());
    expect(requests.map(({ limit }) => limit)).toEqual([6, 9, 12, 15, 18, 20]);
    expect(requests.map(({ seen }) => seen?.enough)).toEqual([6, 6, 6, 6, 6, 6]);
    expect(requests[0]?.seen?.ids()).toEqual(new Set(Array.from({ length: 18 }, (_, index) => uuid(index + 1))));
    injector.startEpoch('ses_abc', 1);
    expect(requests[0]?.seen?.ids()).toEqual(new Set());
  });

  test('settings of latency and relevance [S1-020, S1-021]', async () => {
    const config = { latencyBudgetMs: 80, minRelevanceScore: 0.7 };
    expect(await asked({}, { config })).toMatchObject([{ deadlineMs: 80, minRelevance: 0.7 }]);
    const low = injectorOf(storeOf([recalledRow(1)]), { config });
    expect((await low.injector.handleVerbEvent(verbEvent())).outcome).toBe('no-match');
  });
});

describe('the block', () => {
  const rows = Array.from({ length: 5 }, (_, index) => recalledRow(index + 1));

  test('at most three observations, and what the setting says [S1-016, S1-024]', async () => {
    const three = await injectorOf(storeOf(rows)).injector.handleVerbEvent(verbEvent());
    expect(three.observationIds).toEqual([uuid(1), uuid(2), uuid(3)]);
    const config = { maxSuggestionsPerEvent: 1 };
    const one = await injectorOf(storeOf(rows), { config }).injector.handleVerbEvent(verbEvent());
    expect(one.observationIds).toEqual([uuid(1)]);
  });

  test('at most 200 tokens, or the budget that is set, or that of the work type [S1-015, S1-022, S1-023]', async () => {
    const long = rows.map((row, n) => recalledRow(n + 1, { content: 'word '.repeat(60) + row.observation.id }));
    const tokens = async (changes: Partial<InSessionInjectorOptions>) =>
      (await injectorOf(storeOf(long), changes).injector.handleVerbEvent(verbEvent())).actualTokens;
    const spent = await tokens({});
    expect(spent).toBeGreaterThan(100);
    expect(spent).toBeLessThanOrEqual(200);
    expect(await tokens({ config: { budgetTokens: 130 } })).toBeLessThanOrEqual(130);
    const asked: string[] = [];
    const budgetTokensFor = (orgId: string, workType: string) => {
      asked.push(`${orgId} ${workType}`);
      return 120;
    };
    expect(await tokens({ budgetTokensFor })).toBeLessThanOrEqual(120);
    await tokens({ budgetTokensFor, config: { workType: 'bug_fix' } });
    await tokens({ budgetTokensFor, workType: async () => 'chore' });
    await tokens({ budgetTokensFor, workType: async () => 'chore', config: { workType: 'bug_fix' } });
    await tokens({ budgetTokensFor, workType: () => Promise.reject(new Error('nobody knows')) });
    expect(asked).toEqual(['org_123 ', 'org_123 bug_fix', 'org_123 chore', 'org_123 bug_fix', 'org_123 ']);
  });
});

test('a line says when its file is not in the checkout; the file at hand may be made by the tool', async () => {
  const asked: unknown[] = [];
  const hasFile = (file: unknown) => (asked.push(file), Promise.resolve(false));
  const naming = (n: number, file: string) =>
    recalledRow(n, { projectId: 'proj_xyz', kind: 'decision', content: `Rule ${n}`, metadata: { paths: [file] } });
  const rows = [naming(3, 'src/auth.ts'), naming(4, 'src/old.ts')];
  const { injector, sent } = injectorOf(storeOf(rows), { checkout: { hasFile } });
  await injector.handleVerbEvent(verbEvent({ directory: '/repos/api' }));
  const file = { path: 'src/old.ts', directory: '/repos/api', projectId: 'proj_xyz' };
  expect(asked).toEqual([expect.objectContaining(file)]);
  expect(sent[0]?.text).toContain('src/auth.ts Rule 3\n');
  expect(sent[0]?.text).toContain('src/old.ts Rule 4 (its file is not in this checkout)');
});
