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
import type { OpenMemoryOptions } from './memory-options.ts';
import type { Rooms } from './wire-rooms.ts';

/** Nobody's. Nothing is written under it that is not taken back. */
const ORG = 'inkling-warm-up';
const DAY_MS = 86_400_000;

type WarmedUp = Pick<Rooms, 'options' | 'clock' | 'preparer' | 'onError'>;
type Step = () => Promise<unknown>;

/**
 * Has an embedded database run once what the first events of a session ask of it, and takes back what was written. The first run of a
 * statement takes 15 to 60 ms where later ones take 1 to 8, and a session's start asks for fourteen: together they were over what its first
 * prompt waits for. Nothing on a server, whose connections come and go. Failures go to `onError`.
 */
export async function warmUp({ options, clock, preparer: { redact }, onError }: WarmedUp): Promise<void> {
  const { database, search } = options;
  const tenant = database.warmUp?.(ORG);
  if (!tenant) return;
  const sessions = sessionSteps(tenant, clock, redact);
  const steps = [...sessions, ...recallSteps(tenant, clock, search), ...logSteps(tenant, clock)];
  for (const step of steps) await step().catch((error: unknown) => isExpected(error) || onError(error));
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
