import { outlived } from './outlived-journey.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { TenantDatabase } from '../../src/base/database/database.ts';
import { purgeBefore } from '../../src/base/database/purge-before.ts';
import { createActivityStore } from '../../src/memory/activities/activity-store.ts';
import { createApiKeys } from '../../src/memory/api-keys/api-keys.ts';
import {
  listUnembedded,
  embeddingChangesSince,
  readEmbeddings,
  writeEmbeddings,
} from '../../src/memory/embeddings/store/embedding-rows.ts';
import { createExtractionLedger } from '../../src/memory/extraction/extraction-ledger.ts';
import { createOrgConfig } from '../../src/memory/config/org-config.ts';
import { createGraphSearchEngine } from '../../src/memory/graph/graph-search-engine.ts';
import { createGraphStore } from '../../src/memory/graph/graph-store.ts';
import { withdrawFeedback } from '../../src/memory/feedback/apply-feedback.ts';
import { createGraphFeedbackService, withdrawGraphFeedback } from '../../src/memory/feedback/graph-feedback-service.ts';
import { listInjectedObservations } from '../../src/memory/feedback/list-injected-observations.ts';
import { listWeightHistory, rankDelta } from '../../src/memory/feedback/rank-delta.ts';
import { applyObservationFeedback } from '../../src/memory/feedback/observation-feedback.ts';
import { retrievalStatement } from '../../src/memory/feedback/retrieval-statements.ts';
import { dropInjectsOfEndedSession } from '../../src/memory/injects/purge-memory-injects.ts';
import { createInjectQueue } from '../../src/memory/injects/inject-queue.ts';
import { listSessionsToCorrect } from '../../src/memory/injects/list-given.ts';
import { createImportCursors } from '../../src/memory/import-cursors/import-cursors.ts';
import {
  listContextInjections,
  recordContextInjection,
} from '../../src/memory/injection-log/record-context-injection.ts';
import { listDeliveredInjections } from '../../src/memory/injection-log/list-delivered-injections.ts';
import { listPinnedObservations } from '../../src/memory/observations/read/list-observations.ts';
import { createObservationStore } from '../../src/memory/observations/observation-store.ts';
import { createInProcessPreparer } from '../../src/memory/observations/write/text-preparer.ts';
import { createCurrentPolicies } from '../../src/memory/policy/current-policies.ts';
import { createOrgPolicies } from '../../src/memory/policy/org-policies.ts';
import { createSessionStore } from '../../src/memory/sessions/session-store.ts';
import { searchBySql } from '../../src/memory/search/sql/search-by-sql.ts';
import { searchSettings } from '../../src/memory/search/search-settings.ts';
import { getFingerprint, setFingerprint } from '../../src/memory/transfer/fingerprints.ts';
import {
  grantTransfer,
  listTransferGrants,
  listTransferSources,
  revokeTransfer,
} from '../../src/memory/transfer/grants.ts';
import { insight, verbEvents } from './insight-journeys.ts';
import { holdSession } from './session-rows.ts';

/** A walk through a room's calls that makes it send every statement it has on a hot path. */
export interface Journey {
  readonly room: string;
  walk(tenant: TenantDatabase): Promise<void>;
}

/** Add a room here, and the partition test checks what it sends. */
export const JOURNEYS: readonly Journey[] = [
  { room: 'api-keys', walk: apiKeys },
  { room: 'config', walk: config },
  { room: 'embeddings', walk: embeddings },
  { room: 'graph', walk: graph },
  { room: 'feedback', walk: feedback },
  { room: 'injection-log', walk: injectionLog },
  { room: 'import-cursors', walk: importCursors },
  { room: 'extraction', walk: extraction },
  { room: 'injects', walk: injects },
  { room: 'insight', walk: insight },
  { room: 'observations', walk: observations },
  { room: 'observations (what leaves)', walk: outlived },
  { room: 'policy', walk: policy },
  { room: 'search (SQL fallback)', walk: searchWithoutIndex },
  { room: 'sessions', walk: sessions },
  { room: 'transfer', walk: transfer },
  { room: 'verb-events', walk: verbEvents },
];

async function config(tenant: TenantDatabase): Promise<void> {
  const settings = createOrgConfig({ tenant, clock: systemClock });
  const ann = { actor: 'ann' };
  await settings.effective('project');
  const { updatedAt } = await settings.setProject('project', { memoryEnabled: false }, ann);
  await settings.setProject('project', { memoryEnabled: true }, { ...ann, expectedUpdatedAt: updatedAt });
  await settings.listProjects({ after: null });
  for (const overrides of [settings.budgets, settings.recallMatrix, settings.plan]) await overrides.list();
  await settings.budgets.set({ feature: 600, chore: 100 }, ann);
  await settings.budgets.set({ feature: 650, chore: null }, ann);
  await settings.recallMatrix.set({ chore: true }, ann);
  await settings.plan.set({ kg_enabled: true }, ann);
  await settings.retention.set({ '*': 365, error: 30 }, ann);
  await settings.retention.set({ '*': 300, error: null }, ann);
  await settings.retention.list();
  const [newest] = await settings.changes({ subject: 'budget' });
  await settings.changes({ before: newest?.id ?? '' });
}

async function extraction(tenant: TenantDatabase): Promise<void> {
  const ledger = createExtractionLedger(tenant, systemClock);
  const caps = { dailyCalls: 1, dailyTokens: 100 };
  for (const sessionId of ['s1', 's2']) await ledger.reserve({ sessionId, modelId: 'm', tokens: 50 }, caps);
  await ledger.finish({ sessionId: 's1', outcome: 'stored', code: null, tokens: 20, statements: 1 });
  await ledger.finish({ sessionId: 's2', outcome: 'over-cap', code: null, tokens: null, statements: 0 });
  await ledger.usage();
}

async function policy(tenant: TenantDatabase): Promise<void> {
  const onChanged = (): void => undefined;
  const policies = createOrgPolicies({ tenant, clock: systemClock, onChanged });
  const current = createCurrentPolicies({ tenant, clock: systemClock, onError: onChanged, ttlMs: 0 });
  await policies.put('a', 'permit (principal, action, resource);', { actor: 'ann', mode: 'shadow' });
  await policies.put('a', 'forbid (principal, action, resource);', { actor: 'ann', mode: 'shadow' });
  await current.decider();
  await current.decider();
  await policies.list();
  await policies.remove('a', { actor: 'ann' });
}

async function apiKeys(tenant: TenantDatabase): Promise<void> {
  const keys = createApiKeys(tenant);
  const { id } = await keys.create({ role: 'agent', name: 'n', createdBy: 'a' });
  await keys.list();
  await keys.verify(id, 'x');
  await keys.revoke(id);
}

async function embeddings(tenant: TenantDatabase): Promise<void> {
  const space = { modelId: 'test/model', dimension: 2 };
  const vector = Float32Array.of(1, 0);
  await writeEmbeddings(tenant, space, [{ observationId: '01890a5d-ac96-774b-bcce-000000000001', vector }]);
  await listUnembedded(tenant, space, {}, Date.UTC(2026, 10, 22));
  await readEmbeddings(tenant, space, {});
  const cursor = { updatedAt: '2026-11-22T00:00:00Z', id: '01890a5d-ac96-774b-bcce-000000000001' };
  await embeddingChangesSince(tenant, space, { cursor });
}

async function graph(tenant: TenantDatabase): Promise<void> {
  const tokenize = (text: string): string[] => text.toLowerCase().split(/\W+/);
  const store = createGraphStore(tenant, tokenize);
  const metadata = { paths: ['src/a.ts'] };
  const { ids } = await store.upsertNodes([
    { type: 'Class', name: 'A', projectId: 'project', metadata },
    { type: 'Class', name: 'B', projectId: 'project' },
  ]);
  const [sourceId = '', targetId = ''] = ids;
  const edge = { sourceId, relationshipName: 'calls', targetId };
  await store.upsertEdges([{ ...edge, sourceFile: 'src/a.ts' }]);
  await store.getNodes(ids);
  await store.count('project');
  await store.neighbourhood({ projectId: 'project' });
  await store.neighbourhood({ queryText: 'A', nodeIds: [sourceId] });
  const engine = createGraphSearchEngine({ tenant, tokenize });
  await engine.search({
    scope: { orgId: tenant.orgId, projectId: 'project' },
    queryText: 'what a calls',
    paths: ['src/a.ts'],
  });
  await store.removeEdgesOfFiles('project', ['src/a.ts'], [edge]);
  await store.files.set('project', [
    { path: 'src/a.ts', contentHash: 'h', extractorVersion: 1, nodeIds: [sourceId], facts: {} },
  ]);
  await store.files.list('project');
  await store.files.remove('project', ['src/a.ts']);
  await store.removeNodes([targetId]);
}

async function injectionLog(tenant: TenantDatabase): Promise<void> {
  await recordContextInjection(tenant, systemClock, {
    orgId: tenant.orgId,
    sessionId: 'session',
    workType: 'feature',
    budgetTokens: 400,
    actualTokens: 12,
    observationIds: [],
    sessionSummaryIds: [],
    queryText: 'what was decided',
  });
  await listContextInjections(tenant, 'session');
  await listDeliveredInjections(tenant, 'session');
}

async function feedback(tenant: TenantDatabase): Promise<void> {
  const id = '01890a5d-ac96-774b-bcce-000000000001';
  const given = { observationId: id, sessionId: 'session', agentId: 'a', verdict: 'misleading' } as const;
  await applyObservationFeedback(tenant, given, new Date());
  await listInjectedObservations(tenant, 'session');
  await listWeightHistory(tenant, id);
  await createGraphFeedbackService(tenant).applyFeedback('session', 'accepted');
  await withdrawFeedback(tenant, 'session');
  await withdrawGraphFeedback(tenant, 'session');
  const candidate = { observationId: id, unweightedRank: 1, weightedRank: 1, relevance: 1, score: 1, weight: 1 };
  const retrieval = { id, orgId: tenant.orgId, sessionId: 'session', projectId: null, candidates: [candidate] };
  await tenant.query(retrievalStatement(tenant.orgId, [{ ...retrieval, injectedIds: new Set([id]) }]));
  await rankDelta(tenant, { sessionId: 'session' });
  await purgeBefore(tenant, 'session_retrievals', new Date());
}

async function importCursors(tenant: TenantDatabase): Promise<void> {
  const cursors = createImportCursors(tenant);
  await cursors.set('project', 'git', { commit: 'a1' });
  await cursors.get('project', 'git');
}

async function injects(tenant: TenantDatabase): Promise<void> {
  const queue = createInjectQueue(tenant, systemClock);
  const lockToken = '01890a5d-ac96-774b-bcce-000000000002';
  await holdSession(tenant, 'held', lockToken);
  await queue.enqueueMemoryInject({ sessionId: 'held', text: 'a block' });
  await queue.claimPendingInjectForSession('held', { lockToken });
  await queue.refreshLockAndClaimInject('held', { lockToken, ttlMs: 60_000 });
  await queue.claimPendingInjectForSession('without a row');
  await queue.ackMemoryInject('held', lockToken);
  // Calls of one moment go together.
  const both = (call: (sessionId: string) => Promise<unknown>) => Promise.all(['held', 'without a row'].map(call));
  await both((sessionId) => queue.enqueueMemoryInject({ sessionId, text: 'a block of two' }));
  await both((sessionId) => queue.claimPendingInjectForSession(sessionId, { lockToken }));
  await both((sessionId) => queue.refreshLockAndClaimInject(sessionId, { lockToken, ttlMs: 60_000 }));
  await both((sessionId) => queue.ackMemoryInject(sessionId, lockToken));
  await queue.recordDeliveredInject({ sessionId: 'held', text: 'another block', deliveryId: lockToken });
  await queue.listMemoryInjects('held');
  await queue.measureInjectQueue();
  await queue.purgeMemoryInjects(new Date());
  await listSessionsToCorrect(tenant, [lockToken]);
  await tenant.query(dropInjectsOfEndedSession(tenant.orgId, 'held'));
}

async function observations(tenant: TenantDatabase): Promise<void> {
  const store = createObservationStore({ tenant, clock: systemClock });
  const metadata = { paths: ['src/a.ts'] };
  const { id } = await store.remember({
    content: 'Retries are capped.',
    projectId: 'project',
    sessionId: 's1',
    metadata,
  });
  await store.rememberMany([{ content: 'Retries are capped at 5.', metadata }, { content: 'Ports are pinned.' }]);
  await store.get(id);
  const { nextCursor } = await store.list({ limit: 1 });
  await store.list({ projectId: 'project', kind: 'explicit', sessionId: 's1', path: 'src/a.ts', cursor: nextCursor });
  await store.count({ projectId: 'project' });
  await listPinnedObservations(tenant, { projectId: 'project', kinds: ['decision'], limit: 3 }, systemClock.now());
  await store.supersede(id, 'Retries are capped at 7.');
  await store.chain(id);
  await store.change(id, { pinned: true, classification: 'public' }, { actor: 'ann' });
  const { cursor } = await store.changesSince({ cursor: null, limit: 1 });
  await store.changesSince({ cursor: cursor ?? (await store.feedHead()), projectId: 'project', overlapMs: 5000 });
  await store.scopePage({ projectId: 'project', after: { id, createdAt: new Date(0).toISOString() } });
  await store.scopePage({});
  const rows = [];
  for await (const row of store.exportRows()) rows.push(row);
  await store.importRows(rows);
  await store.forget({ id });
  await store.forget({ sessionId: 's1' });
  await store.forget({ projectId: 'project' });
  await store.forget({ all: true });
}

async function searchWithoutIndex(tenant: TenantDatabase): Promise<void> {
  const tokenize = (text: string): string[] => text.toLowerCase().split(/\W+/);
  const preparer = createInProcessPreparer(tokenize);
  const store = createObservationStore({ tenant, clock: systemClock, preparer });
  await store.remember({ content: 'Retries are capped.', projectId: 'project', metadata: { paths: ['src/a.ts'] } });
  const query = { text: 'retries capped', paths: ['src/a.ts'], now: systemClock.now() + 60_000, limit: 5 };
  const options = { tokenize, settings: searchSettings() };
  await searchBySql(tenant, { orgId: tenant.orgId, projectId: 'project' }, query, options);
  await searchBySql(tenant, { orgId: tenant.orgId }, query, options);
  const filtered = { ...query, filter: { sessionId: 'session', namespace: 'namespace' } };
  await searchBySql(tenant, { orgId: tenant.orgId, projectId: 'project' }, filtered, options);
  await searchBySql(tenant, { orgId: tenant.orgId }, filtered, options);
}

async function sessions(tenant: TenantDatabase): Promise<void> {
  const store = createSessionStore({
    tenant,
    clock: systemClock,
    redact: (value) => Promise.resolve(value),
    onEnd: (orgId, sessionId) => [dropInjectsOfEndedSession(orgId, sessionId)],
  });
  await store.create({ id: 'lead', projectId: 'project', workItem: { title: 'Cap the retries' } });
  await store.create({ id: 'sub', parent: { sessionId: 'lead', link: 'sub-agent' } });
  await store.describe('sub', { workType: 'bug_fix', workItem: { title: 'Cap them' } });
  await store.get('lead');
  const { nextCursor } = await store.list({ limit: 1 });
  await store.list({
    statuses: ['queued'],
    projectId: 'project',
    agentId: 'a',
    parentSessionId: 'lead',
    cursor: nextCursor,
  });
  const activities = createActivityStore({ tenant, clock: systemClock, redact: (value) => Promise.resolve(value) });
  await activities.append('lead', [{ type: 'context', body: { key: 'currentFile', value: 'src/a.ts' } }]);
  await activities.list('lead', { after: 0, before: 9, types: ['context'] });
  await activities.facets('lead');
  await store.claim('lead', { workerId: 'w' });
  const claim = await store.claimNext({ workerId: 'w', projectId: null });
  const lockToken = claim?.lockToken ?? '';
  await store.refreshLock('sub', lockToken);
  await store.startEpoch('sub', 0);
  await store.complete('sub', lockToken, { outcome: 'accepted' });
  await store.fail('sub', lockToken);
  await store.release('sub', lockToken);
  await store.stopAbandoned('lead', 'w', { reason: 'gone' });
  await store.stop('lead');
}

async function transfer(tenant: TenantDatabase): Promise<void> {
  const pair = { sourceProjectId: 'a', destinationProjectId: 'b' };
  await setFingerprint(tenant, { projectId: 'a', technologies: ['npm:pg'], manifests: ['package.json'] });
  await getFingerprint(tenant, 'a');
  await grantTransfer(tenant, pair, 'admin');
  await listTransferGrants(tenant);
  await listTransferSources(tenant, 'b');
  await revokeTransfer(tenant, pair, 'admin');
}
