import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import type { Redact } from '../../base/text/stored-text.ts';
import { createActivityStore } from '../../memory/activities/activity-store.ts';
import { createOrgConfig } from '../../memory/config/org-config.ts';
import { retrievalStatement } from '../../memory/feedback/retrieval-statements.ts';
import { createInjectQueue } from '../../memory/injects/inject-queue.ts';
import { recordContextInjection } from '../../memory/injection-log/record-context-injection.ts';
import { getObservations, idsOfCommits } from '../../memory/observations/read/get-observations.ts';
import { idsStatedOf } from '../../memory/observations/read/stated-of-file.ts';
import { searchBySql } from '../../memory/search/sql/search-by-sql.ts';
import { searchSettings } from '../../memory/search/search-settings.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import { createSessionStore } from '../../memory/sessions/session-store.ts';
import { listTransferSources } from '../../memory/transfer/grants.ts';
import { verbEventStatement } from '../../memory/verb-events/verb-event-statements.ts';
import type { RecalledObservation } from '../../recall/memory-store.ts';
import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import { STATEMENT_PATTERNS } from '../../features/capture/detect/statement-patterns.ts';
import { createInSessionMemoryInjector } from '../../features/in-session/in-session-memory-injector.ts';
import { listScopes } from '../../memory/observations/read/scope-page.ts';
import { lineMeasure, type OpenMemoryOptions } from './memory-options.ts';
import type { Rooms } from './wire-rooms.ts';
import { WARM_UP } from './wire-stores.ts';

/** Nothing is written under it that is not taken back. */
const ORG = WARM_UP;
const DAY_MS = 86_400_000;

type Step = () => Promise<unknown>;

/** What the look-ups go through. */
type LookUpRooms = Pick<
  Rooms,
  'options' | 'clock' | 'closing' | 'onError' | 'registry' | 'policies' | 'observations' | 'unloggedStore'
>;

/**
 * Does once what the first events of a session would wait for: compiles the patterns that prompts are searched by and, of an embedded database, runs
 * the statements of a session and a few look-ups. The first run of a statement takes 15 to 60 ms, later ones 1 to 8, and a session's start asks for
 * fourteen. What they write is taken back. Ends early when the memory is closed. Failures go to `onError`.
 */
export async function warmUp(rooms: LookUpRooms & Pick<Rooms, 'preparer'>): Promise<void> {
  const { options, clock, preparer, closing, onError } = rooms;
  const tenant = options.database.warmUp?.(ORG);
  if (tenant) {
    const sessions = sessionSteps(tenant, clock, preparer.redact);
    const steps = [...sessions, ...recallSteps(tenant, clock, options.search), ...logSteps(tenant, clock)];
    for (const step of steps) {
      if (closing.aborted) return;
      await step().catch((error: unknown) => isExpected(error) || onError(error));
    }
  }
  await compilePatterns(clock);
  // A memory that is closed meanwhile answers nothing more, which is no failure.
  if (tenant && !closing.aborted)
    await warmUpLookUps(rooms).catch((error: unknown) => closing.aborted || onError(error));
}

/** Twice, because a pattern is interpreted at its first use and compiled at its second: 200 ms together. */
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
    () => idsStatedOf(tenant, { path: 'src/header.ts', projectId: null }, clock.now()),
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
    () => tenant.batch([retrievalStatement(ORG, [retrieval]), verbEventStatement(ORG, [event])]),
  ];
}

const LOOK_UPS = 4;
const LOOK_UP_MS = 1000;

/** What is found where nothing is stored yet. */
const FOUND: RecalledObservation = {
  observation: {
    orgId: ORG,
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    projectId: null,
    agentId: ORG,
    sessionId: null,
    kind: 'note',
    content: 'The header of the gateway is lost behind the proxy. It is set once more there.',
    contentHash: '',
    source: 'api',
    classification: 'internal',
    weight: 1,
    pinned: false,
    metadata: { paths: ['src/header.ts'] },
    simhash: '',
    supersededBy: null,
    validTo: null,
    quarantineReason: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  relevance: 1,
  score: 1,
  unweightedRank: 1,
  weightedRank: 1,
};

/**
 * Runs the look-ups of a few tool calls in the scope that was written last, about its newest observation, and drops what they find: the first one in a
 * process takes over 100 ms of processor, later ones 5. An embedder is asked, as for any question. Nothing is logged.
 */
async function warmUpLookUps(rooms: LookUpRooms): Promise<void> {
  const { options, clock, closing, onError, registry, policies, unloggedStore } = rooms;
  const [scope = { orgId: ORG, projectId: null }] = await listScopes(options.database.operator, 1);
  const { orgId, projectId } = scope;
  await Promise.all([registry.warm(scope), policies(orgId).warm()]);
  const [newest] = (await rooms.observations(orgId).list({ projectId, limit: 1 })).rows;
  const injector = createInSessionMemoryInjector({
    ...lineMeasure(options),
    orgId,
    store: {
      async recall(request) {
        const recalled = await unloggedStore.recall(request);
        return newest === undefined ? { ...recalled, rows: [FOUND] } : recalled;
      },
    },
    clock,
    onError,
    capability: { supportsMessageInjection: true, injectMessage: async () => undefined },
    config: { latencyBudgetMs: LOOK_UP_MS, minRelevanceScore: 0 },
    subject: async () => (newest ?? FOUND.observation).content,
  });
  const call = { phase: 'post-verb', orgId, projectId, agentId: ORG, tool: 'Edit', paths: ['src/header.ts'] } as const;
  for (let count = 0; count < LOOK_UPS && !closing.aborted; count += 1) {
    await injector.handleVerbEvent({ ...call, sessionId: randomUUID(), emittedAt: clock.now() });
  }
}
