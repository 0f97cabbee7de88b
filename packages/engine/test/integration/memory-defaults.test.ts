import { createMemory, type Database, type MemoryOptions, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verbEvent } from '../in-session-fixtures.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

const PROJECT = 'proj_xyz';

let database: Database;
let orgs = 0;
beforeAll(async () => {
  database = await openTestDatabase('pglite');
});
afterAll(() => database.close());

/** A memory with one statement about a file, and options for everything that is asked of it with less. */
async function orgWith(options: Partial<MemoryOptions>): Promise<OrgMemory> {
  const memory = await createMemory({
    ...options,
    // They share it, and each would close it.
    database: { ...database, close: () => Promise.resolve() },
  });
  onTestFinished(() => memory.close());
  const org = memory.org(`org-${(orgs += 1)}`);
  await org.observations.remember({
    content: 'Tokens expire after an hour',
    projectId: PROJECT,
    metadata: { paths: ['src/auth.ts'] },
  });
  await org.warm({ projectId: PROJECT });
  return org;
}

test.each([
  { lineFormat: 'pretty' },
  { sessionStart: { budgets: { bug_fix: -4 } } },
  { sessionStart: { budgets: 7 } },
  { sessionStart: { minRelevance: 7 } },
  { sessionStart: null },
  { memoryInjection: { max_total: -1 } },
  { memoryInjection: 'off' },
  { inSession: { latencyBudgetMs: -1 } },
  { embedder: {} },
  { embedder: { modelId: 'm', dimension: 0, location: 'local', embed: async () => [] } },
  { authorizer: {} },
  { authorizer: null },
  { onError: console },
  { onShadowDenied: 'log' },
  { estimateTokens: 4 },
  { extraction: {} },
  { extraction: null },
  { search: 5 },
  { search: { namedTme: 1 } },
  { search: { namedTime: '1' } },
  { search: { namedTime: Number.NaN } },
  { search: { fields: { txt: 2 } } },
])('options with which every call would fail are refused at once: %j', async (options) => {
  const opened = createMemory({ ...(options as object), database });
  await expect(opened).rejects.toMatchObject({ code: 'invalid-input' });
});

const block = { sessionId: 's', workType: 'spike', projectId: PROJECT, queryText: 'tokens expire' };

test('feedback ranking is merged with its defaults: scores are numbers', async () => {
  const org = await orgWith({ feedbackRanking: { weightingEnabled: true } });
  const { rows } = await org.recall({ projectId: PROJECT, queryText: 'tokens expire' });
  expect(rows[0]?.score).toBeGreaterThan(0);
});

test('start blocks, tool calls and conversations take what the memory was made with, and what they are given wins', async () => {
  const org = await orgWith({
    sessionStart: { budgets: { '*': 90, chore: 10 }, minRelevance: 0.99 },
    inSession: { skipTools: ['Edit'], budgetTokens: 150 },
    memoryInjection: { enabled: false },
  });
  expect(await org.buildSessionMemoryBlock(block)).toMatchObject({ budgetTokens: 90, outcome: 'no-match' });
  const given = await org.buildSessionMemoryBlock({ ...block, minRelevance: 0, atMostTokens: { '*': 80 } });
  expect(given).toMatchObject({ budgetTokens: 80, outcome: 'ok' });
  expect(await org.buildSessionMemoryBlock({ ...block, atMostTokens: { '*': 8000 } })).toMatchObject({
    budgetTokens: 90,
  });
  await org.config.budgets.set({ spike: 300 }, { actor: 'test' });
  expect(await org.buildSessionMemoryBlock(block)).toMatchObject({ budgetTokens: 300 });
  expect(await org.startBudget()).toEqual({
    defaults: { bug_fix: 750, feature: 400, refactor: 600, chore: 10, '*': 90 },
    orgOverrides: { [org.orgId]: { spike: 300 } },
  });

  const capability = { supportsMessageInjection: false };
  const injector = org.createInSessionInjector({ capability });
  expect((await injector.handleVerbEvent(verbEvent({ orgId: org.orgId }))).outcome).toBe('skipped');
  const other = org.createInSessionInjector({ capability, config: { skipTools: [], latencyBudgetMs: 60_000 } });
  expect((await other.handleVerbEvent(verbEvent({ orgId: org.orgId }))).outcome).toBe('queued');

  const talk = [{ role: 'user', content: 'When do tokens expire?' }];
  expect(JSON.stringify(await org.conversation({ projectId: PROJECT }).prepare(talk))).not.toContain('an hour');
  const on = org.conversation({ projectId: PROJECT, settings: { enabled: true } });
  expect(JSON.stringify(await on.prepare(talk))).toContain('an hour');
});

test('a preview is the block of a start, and leaves no row in any log', async () => {
  const org = await orgWith({});
  const { block: shown } = await org.previewStartBlock(block);
  expect(shown).toContain('an hour');
  expect((await org.buildSessionMemoryBlock({ ...block, sessionId: 'real' })).block).toBe(shown);
  const logged = async () => {
    const text = 'select session_id from session_retrievals where org_id = $1';
    return (await database.tenant(org.orgId).query({ text, values: [org.orgId] })).map((row) => row['session_id']);
  };
  await expect.poll(logged).toEqual(['real']);
});

test('start blocks can be switched off', async () => {
  const org = await orgWith({ sessionStart: { enabled: false } });
  await org.sessions.create({ id: 's', projectId: PROJECT, agentId: 'dev', workItem: { title: 'tokens expire' } });
  await org.sessions.claim('s', { workerId: 'w' });
  expect(await org.injectContextForClaimedSession('s')).toEqual({ outcome: 'memory-off', logId: null, block: null });
});

test('the row of an injection is what both analytics views are made of [S0-043]', async () => {
  const org = await orgWith({});
  await org.sessions.create({ id: 's', projectId: PROJECT, workType: 'feature' });
  const views = async () => {
    const [budget, impact] = await Promise.all([org.inspection.contextBudget(), org.inspection.feedbackImpact()]);
    return [budget.points.map(({ level, given }) => [level, given]), impact.retrievals.at(-1)?.injected];
  };
  expect(await views()).toEqual([[], 0]);
  const { rows } = await org.recall({ projectId: PROJECT, sessionId: 's', queryText: 'when do tokens expire' });
  await org.recordContextInjection({
    ...{ workType: 'feature', budgetTokens: 400, actualTokens: 60, queryText: 'tokens', sessionSummaryIds: [] },
    ...{ sessionId: 's', projectId: PROJECT, observationIds: rows.map(({ observation }) => observation.id) },
  });
  await expect.poll(views).toEqual([[[400, 1]], 1]);
});
