import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import type { Redact } from '../../base/text/stored-text.ts';
import { createActivityStore } from '../../memory/activities/activity-store.ts';
import { createOrgConfig } from '../../memory/config/org-config.ts';
import { retrievalStatements } from '../../memory/feedback/retrieval-statements.ts';
import { createInjectQueue } from '../../memory/injects/inject-queue.ts';
import { recordContextInjection } from '../../memory/injection-log/record-context-injection.ts';
import { getObservations, idsOfCommits } from '../../memory/observations/read/get-observations.ts';
import { searchBySql } from '../../memory/search/sql/search-by-sql.ts';
import { searchSettings } from '../../memory/search/search-settings.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import { createSessionStore } from '../../memory/sessions/session-store.ts';
import { listTransferSources } from '../../memory/transfer/grants.ts';
import { verbEventStatements } from '../../memory/verb-events/verb-event-statements.ts';
import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import { STATEMENT_PATTERNS } from '../../features/capture/detect/statement-patterns.ts';
import { createInSessionMemoryInjector } from '../../features/in-session/in-session-memory-injector.ts';
import { listScopes } from '../../memory/observations/read/scope-page.ts';
import { lineMeasure, type OpenMemoryOptions } from './memory-options.ts';
import type { Rooms } from './wire-rooms.ts';

/** Nobody's. Nothing is written under it that is not taken back. */
const ORG = 'inkling-warm-up';
const DAY_MS = 86_400_000;

type Step = () => Promise<unknown>;

/**
 * Has done once what the first events of a session would wait for. The patterns that prompts are searched by, compiled. On an embedded database
 * also the statements, whose first run takes 15 to 60 ms where later ones take 1 to 8, and of which a session's start asks for fourteen; what they
 * wrote is taken back. And look-ups. Failures go to `onError`.
 */
export async function warmUp(rooms: Rooms): Promise<void> {
  const { options, clock, preparer, onError } = rooms;
  const tenant = options.database.warmUp?.(ORG);
  if (tenant) {
    const sessions = sessionSteps(tenant, clock, preparer.redact);
    const steps = [...sessions, ...recallSteps(tenant, clock, options.search), ...logSteps(tenant, clock)];
    for (const step of steps) await step().catch((error: unknown) => isExpected(error) || onError(error));
  }
  await compilePatterns(clock);
  if (tenant) await warmUpLookUps(rooms).catch(onError);
}

/** At their first and second use together that takes 200 ms. */
async function compilePatterns(clock: Clock): Promise<void> {
  const yieldTurn = createYieldTurn(clock);
  for (const { pattern } of [...STATEMENT_PATTERNS, ...STATEMENT_PATTERNS]) {
    pattern.exec('Which header does the gateway send?');
    await yieldTurn();
  }
}

/** Each step is taken back by itself: what the next one asks about is not there. */
function isExpected(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'session-not-found';
}

/** What a session is to the hooks of its agent: opened, described, asked about, given blocks, ended. */
function sessionSteps(tenant: TenantDatabase, clock: Clock, redact: Redact): readonly Step[] {
  const [id, lockToken, deliveryId] = [randomUUID(), randomUUID(), randomUUID()];
  const sessions = createSessionStore({ tenant, clock, redact });
  const queue = createInjectQueue(tenant, clock);
  const activities = createActivityStore({ tenant, clock, redact });
  const workItem = { identifier: 'WARMUP-1', title: 'Fix the header', description: 'The header is lost.' };
  return [
    () => sessions.create({ id, agentId: ORG, workItem }),
    () => sessions.claim(id, { workerId: ORG, ttlMs: DAY_MS, lockToken }),
    () => sessions.get(id),
    () => sessions.describe(id, { workType: 'bug_fix', workItem }),
    () => createOrgConfig({ tenant, clock }).effective(null),
    () => queue.listMemoryInjects(id, { limit: 1000 }),
    () => activities.facets(id),
    () => queue.enqueueMemoryInject({ sessionId: id, text: 'A block.', observationIds: [id], source: 'in-session' }),
    () => queue.refreshLockAndClaimInject(id, { lockToken, ttlMs: DAY_MS }),
    () => queue.ackMemoryInject(id, deliveryId),
    () => queue.recordDeliveredInject({ sessionId: id, text: 'A block.', deliveryId, source: 'in-session' }),
    () => activities.append(id, [{ type: 'context', body: { key: 'currentFile', value: 'src/header.ts' } }]),
    () => sessions.startEpoch(id, 0),
    () => sessions.complete(id, lockToken),
  ];
}

function recallSteps(tenant: TenantDatabase, clock: Clock, search: OpenMemoryOptions['search']): readonly Step[] {
  const query = { text: 'header of the gateway', paths: ['src/header.ts'], now: clock.now(), limit: 10 };
  const options = { tokenize, settings: searchSettings(search) };
  return [
    // How a scope is searched whose index is not loaded yet: a project's first session.
    () => searchBySql(tenant, { orgId: ORG, projectId: null }, query, options),
    () => getObservations(tenant, [randomUUID()]),
    () => idsOfCommits(tenant, { commits: ['0'], projectId: null }),
    () => listTransferSources(tenant, ORG),
  ];
}

/** What is written behind an answer: the next one waits for it. */
function logSteps(tenant: TenantDatabase, clock: Clock): readonly Step[] {
  const [id, sessionId] = [randomUUID(), ORG];
  const nothing = { budgetTokens: 1, actualTokens: 1, observationIds: [], sessionSummaryIds: [], queryText: '' };
  const rank = { unweightedRank: 1, weightedRank: 1, relevance: 1, score: 1, weight: 1 };
  const candidates = [{ observationId: id, ...rank }];
  const retrieval = { id, orgId: ORG, sessionId, projectId: null, candidates, injectedIds: new Set([id]) };
  const call = { sessionId, projectId: null, tool: 'Read', phase: 'post-verb', path: null } as const;
  const ending = { outcome: 'no-match', reason: null, elapsedMs: 1, lagMs: 1, actualTokens: 0 } as const;
  const event = { ...call, ...ending, observationIds: [], degraded: null, endedAt: clock.now() };
  return [
    () => recordContextInjection(tenant, clock, { sessionId, workType: '', ...nothing }),
    () => tenant.batch([...retrievalStatements(ORG, [retrieval]), ...verbEventStatements(ORG, [event])]),
  ];
}

const LOOK_UPS = 4;
const LOOK_UP_MS = 1000;

/**
 * Runs the look-ups of a few tool calls about the newest observation of the scope that was written last, and drops what they find: the first one in
 * a process takes over 100 ms of processor, later ones 5. Nothing is logged.
 */
async function warmUpLookUps({
  options,
  clock,
  onError,
  observations,
  registry,
  policies,
  unloggedStore,
}: Rooms): Promise<void> {
  const [scope] = await listScopes(options.database.operator, 1);
  if (scope === undefined) return;
  const { orgId, projectId } = scope;
  await Promise.all([registry.warm(scope), policies(orgId).warm()]);
  const [newest] = (await observations(orgId).list({ projectId, limit: 1 })).rows;
  if (newest === undefined) return;
  const injector = createInSessionMemoryInjector({
    ...lineMeasure(options),
    orgId,
    store: unloggedStore,
    clock,
    onError,
    capability: { supportsMessageInjection: true, injectMessage: async () => undefined },
    config: { latencyBudgetMs: LOOK_UP_MS, minRelevanceScore: 0 },
    subject: async () => newest.content,
  });
  const call = { phase: 'post-verb', orgId, projectId, agentId: ORG, tool: 'Edit', paths: ['src/header.ts'] } as const;
  for (let count = 0; count < LOOK_UPS; count += 1) {
    await injector.handleVerbEvent({ ...call, sessionId: randomUUID(), emittedAt: clock.now() });
  }
}
