import { systemClock, type Clock } from '../../base/clock.ts';
import { inTime } from '../../base/deadline.ts';
import { createBackground, type Background } from '../../base/threads/background.ts';
import type { Database, TenantDatabase } from '../../base/database/database.ts';
import { oneForEach } from '../../base/read-cache.ts';
import { createPriority, type Priority } from '../../base/threads/priority.ts';
import { safeListener } from '../../base/safe-listener.ts';
import { createOrgConfig, type OrgConfig } from '../../memory/config/org-config.ts';
import { createVectorHost } from '../../memory/embeddings/store/worker-vector-host.ts';
import type { ObservationChange } from '../../memory/observations/observation-status.ts';
import { newestMoment } from '../../memory/observations/read/scope-page.ts';
import { withdrawFeedback } from '../../memory/feedback/apply-feedback.ts';
import { withdrawGraphFeedback } from '../../memory/feedback/graph-feedback-service.ts';
import { createObservationStore, type ObservationStore } from '../../memory/observations/observation-store.ts';
import { type TextPreparer, createWorkerTextPreparer } from '../../memory/observations/write/text-preparer.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import type { CurrentPolicies } from '../../memory/policy/current-policies.ts';
import { feedbackRankingSettings } from '../../memory/ranking/apply-feedback-ranking.ts';
import type { IndexHost } from '../../memory/search/host/index-host.ts';
import { searchBySql } from '../../memory/search/sql/search-by-sql.ts';
import type { ObservationSearch } from '../../memory/search/search.ts';
import { searchSettings } from '../../memory/search/search-settings.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import type { RecallPorts } from '../../recall/recall.ts';
import { registrySettings } from '../../recall/scopes/scope-entry.ts';
import { createScopeRegistry, type ScopeRegistry } from '../../recall/scopes/scope-registry.ts';
import { askEachText, createScopedSearch } from '../../recall/hybrid-search.ts';
import { createVectorSearch, type VectorSearch } from '../../recall/vector-search.ts';
import { semanticSettings } from '../../recall/semantic-settings.ts';
import { wireBackgroundLogs, type BackgroundLogs } from './background-logs.ts';
import { supersedingAnswered } from '../sessions/supersede-answered.ts';
import { correctSessions } from '../sessions/correct-sessions.ts';
import { extractionCaps } from './extraction-options.ts';
import { createIdleQueues, type IdleQueues } from './idle-queues.ts';
import { startTextWorker } from './start-text-worker.ts';
import { currentPolicies, policyAuthorizer, wireStores, type MemoryStores } from './wire-stores.ts';
import type { OpenMemoryOptions } from './memory-options.ts';

/** The rooms of one memory, put together: what every organisation's handle stands on. */
export interface Rooms extends MemoryStores {
  readonly options: OpenMemoryOptions;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly registry: ScopeRegistry;
  /** null = no embedder. */
  readonly semantic: VectorSearch | null;
  /** Redacts and prepares what is stored, in a thread of its own. */
  readonly preparer: TextPreparer;
  readonly observations: (orgId: string) => ObservationStore;
  readonly config: (orgId: string) => OrgConfig;
  readonly authorizer: Authorizer;
  readonly policies: (orgId: string) => CurrentPolicies;
  /** Tells the indexes of this process, and sessions that must be corrected, what was committed. */
  readonly written: (orgId: string, changes: readonly ObservationChange[]) => void;
  readonly logs: BackgroundLogs;
  readonly background: Background;
  /** One for each organisation. */
  readonly idleQueues: (orgId: string) => IdleQueues;
  /** Imports wait for what holds it. */
  readonly priority: Priority;
  /** Aborts when the memory is closed: what waits for somebody else ends. */
  readonly closing: AbortSignal;
  readonly close: () => void;
}

/** Puts the rooms together. Every adapter behind a port is chosen here. */
export function wireRooms(options: OpenMemoryOptions, host: IndexHost): Rooms {
  const clock = options.clock ?? systemClock;
  const onError = safeListener(options.onError);
  const { database, extraction, lineFormat } = options;
  if (extraction) extractionCaps(extraction);
  const policies = currentPolicies(database, clock, onError);
  const authorizer = options.authorizer ?? policyAuthorizer(policies, options.onShadowDenied, onError);

  const idleQueues = oneForEach(createIdleQueues);
  const priority = createPriority(clock);
  const preparer = createWorkerTextPreparer(startTextWorker);

  function written(orgId: string, changes: readonly ObservationChange[]): void {
    registry.written(orgId, changes);
    semantic?.written(orgId, changes);
    // Nobody waits: what was superseded is superseded, also when a session cannot be told.
    const rooms = { clock, authorizer, idle: idleQueues(orgId), lineFormat };
    correctSessions({ database, tenant: database.tenant(orgId), ...rooms }, changes).catch(onError);
  }

  const observations = oneForEach((orgId) => {
    const onWritten = (changes: readonly ObservationChange[]): void => written(orgId, changes);
    const tenant = database.tenant(orgId);
    const forgetting = <Result>(work: () => Promise<Result>): Promise<Result> =>
      writtenFirst({ database, logs, background, clock }, work);
    const unlearn = (sessionId: string): Promise<void> => withdraw(tenant, sessionId, store, onWritten);
    const deleting = { forgetting, unlearn };
    const store = createObservationStore({ tenant, clock, preparer, priority, onWritten, onError, ...deleting });
    return supersedingAnswered(store);
  });

  const registry = createScopeRegistry({
    host,
    rows: observations,
    onGone: (orgId, ids) => semantic?.stale(orgId, ids),
    clock,
    onError,
    // One process owns an embedded database: what changes, changes here.
    settings: { ...registrySettings(options.maxIndexBytes), followFeed: database.kind === 'postgres' },
  });
  const semantic = wireSemantic(options, clock, onError);
  const lexical = createScopedSearch(registry, host, wireSqlSearch(database, options), onError);
  const logs = wireBackgroundLogs(database, clock, onError, preparer.redact);
  const ports: RecallPorts = {
    search: semantic?.hybrid(lexical) ?? lexical,
    ...{ rows: observations, talks: observations, commits: observations },
    authorizer,
    clock,
    ...(clock === systemClock ? { newestMoment: wireNewestMoment(database, clock) } : {}),
    onError,
    ranking: feedbackRankingSettings(options.feedbackRanking),
    priority,
    onStale: (orgId, ids) => semantic?.stale(orgId, ids),
  };
  const stores = wireStores(options, ports, logs);
  const config = wireConfig(database, clock);
  const background = createBackground(onError);
  const closing = new AbortController();
  const ending = { closing: closing.signal, close: () => closing.abort() };
  const given = { options, clock, onError, authorizer, preparer, idleQueues, priority, ...ending };
  const reading = { registry, semantic, ...stores, observations, logs };
  return { ...given, ...reading, config, policies, written, background };
}

/** Whose newest moment is kept; beyond that it is asked for again. */
const MOST_ORGANISATIONS = 10_000;

/**
 * When the organisation was last written to: known when it is first asked, and then by the clock itself, for as long as that does not go back.
 * Rows of other machines are dated by the database's clock: where this machine's clock is behind it, the difference is added.
 * Only of the system's clock: one that a caller passes may be in the past on purpose.
 */
function wireNewestMoment(database: Database, clock: Clock): NonNullable<RecallPorts['newestMoment']> {
  const stored = new Map<string, number>();
  let latest = -Infinity;
  let behind = 0;
  async function ask(orgId: string, signal: AbortSignal): Promise<number> {
    const asked = clock.now();
    const { newest, now } = await newestMoment(database.tenant(orgId), signal);
    behind = Math.max(0, now - asked);
    return newest;
  }
  return async (orgId, signal) => {
    const known = stored.get(orgId) ?? (await ask(orgId, signal));
    latest = Math.max(latest, clock.now() + behind);
    if (stored.size >= MOST_ORGANISATIONS) stored.clear();
    stored.set(orgId, known);
    return Math.max(latest, known);
  };
}

/** What a model reads of a session may take a minute, and nobody waits so long to forget it. */
const BEGUN_WITHIN_MS = 2000;

/**
 * A tool call names a file, a block quotes, and a session that has just ended is still captured: what is still to be written of them would come
 * back behind the forgetting.
 */
async function writtenFirst<Result>(
  { database, logs, background, clock }: Pick<Rooms, 'logs' | 'background' | 'clock'> & { readonly database: Database },
  forget: () => Promise<Result>,
): Promise<Result> {
  await inTime(clock, BEGUN_WITHIN_MS, () => background.begun());
  await logs.flush();
  await database.settled?.();
  return forget();
}

/** What a session's feedback made of memories and of the graph is taken back; indexes hear of it. */
async function withdraw(
  tenant: TenantDatabase,
  sessionId: string,
  store: Pick<ObservationStore, 'getMany'>,
  onWritten: (changes: readonly ObservationChange[]) => void,
): Promise<void> {
  const moved = await withdrawFeedback(tenant, sessionId);
  await withdrawGraphFeedback(tenant, sessionId);
  const rows = await store.getMany(moved.map(({ observationId }) => observationId));
  onWritten(rows.map((observation) => ({ type: 'written', observation })));
}

/** One handle for each organisation: its cache hears of every write. */
function wireConfig(database: Database, clock: Clock): (orgId: string) => OrgConfig {
  // One process owns an embedded database: nobody else changes its settings.
  const ttl = database.kind === 'pglite' ? { ttlMs: Number.POSITIVE_INFINITY } : {};
  return oneForEach((orgId) => createOrgConfig({ tenant: database.tenant(orgId), clock, ...ttl }));
}

function wireSemantic(
  { embedder, semantic, database }: OpenMemoryOptions,
  clock: Clock,
  onError: (error: unknown) => void,
): VectorSearch | null {
  const settings = semanticSettings(semantic);
  if (!embedder) return null;
  const host = createVectorHost();
  const tenant = (orgId: string): TenantDatabase => database.tenant(orgId);
  return createVectorSearch({
    embedder,
    host,
    tenant,
    clock,
    onError,
    settings,
    followFeed: database.kind === 'postgres',
  });
}

/** Answers while an index is not loaded. */
function wireSqlSearch(database: Database, { search }: OpenMemoryOptions): ObservationSearch {
  const options = { tokenize, settings: searchSettings(search) };
  return askEachText({
    search: (scope, query, signal) => searchBySql(database.tenant(scope.orgId), scope, query, options, signal),
  });
}
