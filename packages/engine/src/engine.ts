import { systemClock, type Clock } from './base/clock.ts';
import type { Database } from './base/database/database.ts';
import { estimateTokens, type TokenEstimator } from './base/estimate-tokens.ts';
import { requireId, requireInput } from './base/require-input.ts';
import { safeListener } from './base/safe-listener.ts';
import {
  buildSessionMemoryBlock,
  type SessionMemoryBlock,
} from './features/session-start/build-session-memory-block.ts';
import type { SessionMemoryRequest } from './features/session-start/session-memory-request.ts';
import { createImportCursors, type ImportCursors } from './memory/import-cursors/import-cursors.ts';
import type { ContextInjectionLog, StoredContextInjection } from './memory/injection-log/context-injection-log.ts';
import {
  listContextInjections,
  type ListContextInjectionsOptions,
} from './memory/injection-log/list-context-injections.ts';
import { recordContextInjection } from './memory/injection-log/record-context-injection.ts';
import { createObservationStore, type ObservationStore } from './memory/observations/observation-store.ts';
import type { Authorizer } from './memory/policy/authorizer.ts';
import { createDefaultAuthorizer } from './memory/policy/default-authorizer.ts';
import { DEFAULT_FEEDBACK_RANKING, type FeedbackRankingSettings } from './memory/ranking/apply-feedback-ranking.ts';
import { createIndexHost } from './memory/search/worker-index-host.ts';
import type { IndexHost } from './memory/search/index-host.ts';
import { searchBySql } from './memory/search/search-by-sql.ts';
import type { ObservationSearch } from './memory/search/search.ts';
import { searchSettings, type SearchSettingsPatch } from './memory/search/search-settings.ts';
import { tokenize } from './memory/search/tokenize.ts';
import type { MemoryStore, RecallRequest, RecallResult } from './recall/memory-store.ts';
import { createRecall } from './recall/recall.ts';
import { DEFAULT_SCOPE_REGISTRY } from './recall/scope-entry.ts';
import { createScopeRegistry, type ScopeRegistry } from './recall/scope-registry.ts';
import { createScopedSearch } from './recall/scoped-search.ts';

/** What a memory is made of. Only the database is needed. */
export interface MemoryOptions {
  /** From `openPglite` or `openPostgres`. It is closed together with the memory. */
  readonly database: Database;
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /** Decides on each memory. (Default: nothing crosses organisations, confidential stays in its project, restricted stays out) */
  readonly authorizer?: Authorizer;
  /** (Default: characters / 4, rounded up) */
  readonly estimateTokens?: TokenEstimator;
  /** Weights and switches of the search. (Default: as measured, see DEFAULT_SEARCH_SETTINGS) */
  readonly search?: SearchSettingsPatch;
  /** How feedback bends the order. (Default: {@link DEFAULT_FEEDBACK_RANKING}) */
  readonly feedbackRanking?: FeedbackRankingSettings;
  /** Told of failures that are kept from the caller; what it throws is dropped. The library prints nothing. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
}

/** The memory of many organisations. Ask it for one: nothing here reads two. */
export interface Memory {
  /** The handle of one organisation. Cheap; the same id gives the same handle. */
  org(orgId: string): OrgMemory;
  /** Ends the index worker and closes the database. Idempotent. */
  close(): Promise<void>;
}

/** Everything one organisation can do with its memory. */
export interface OrgMemory {
  readonly orgId: string;
  readonly observations: ObservationStore;
  readonly importCursors: ImportCursors;
  /** Finds, ranks and authorizes what matters for a query, within a deadline. */
  recall(request: Omit<RecallRequest, 'orgId'>): Promise<RecallResult>;
  /**
   * Loads the search index of a project (or, without `projectId`, of the whole organisation) and waits for it; false when
   * that failed. Without it the first recalls are answered from SQL and say `degraded: 'cold-index'`.
   */
  warm(scope?: { readonly projectId?: string | null }): Promise<boolean>;
  /** The block an agent receives at session start. Seed "Context Injection". */
  buildSessionMemoryBlock(
    request: Omit<SessionMemoryRequest, 'orgId' | 'store' | 'clock'> & { readonly store?: MemoryStore },
  ): Promise<SessionMemoryBlock>;
  /** Writes one row of the injection log and answers its id. */
  recordContextInjection(log: ContextInjectionLog): Promise<string>;
  /** The injections of a session, newest first. */
  listContextInjections(
    sessionId: string,
    options?: ListContextInjectionsOptions,
  ): Promise<readonly StoredContextInjection[]>;
}

interface Parts {
  readonly options: MemoryOptions;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly registry: ScopeRegistry;
  readonly store: MemoryStore;
  readonly observations: (orgId: string) => ObservationStore;
}

/**
 * Puts the rooms together over one database: the only place that wires. The database must be migrated (opening it did
 * that). Starts one worker thread for the search indexes, which does not keep the process alive.
 *
 * ```ts
 * const memory = await createMemory({ database: await openPglite({ dataDir: './memory' }) });
 * const org = memory.org('local');
 * await org.observations.remember({ content: 'The build needs Node 20.', projectId: 'api' });
 * const { rows } = await org.recall({ projectId: 'api', queryText: 'which node version' });
 * ```
 */
export async function createMemory(options: MemoryOptions): Promise<Memory> {
  requireInput(typeof options?.database?.tenant === 'function', 'database', 'what openPglite or openPostgres gave');
  const host = createIndexHost({ settings: searchSettings(options.search) });
  const parts = wire(options, host);
  const handles = new Map<string, OrgMemory>();
  let closing: Promise<void> | null = null;
  return {
    org(orgId) {
      requireId(orgId, 'orgId');
      const handle = handles.get(orgId) ?? orgMemory(parts, orgId);
      handles.set(orgId, handle);
      return handle;
    },
    close: () => (closing ??= close(parts, host)),
  };
}

async function close({ registry, options }: Parts, host: IndexHost): Promise<void> {
  registry.close();
  await host.close();
  await options.database.close();
}

function wire(options: MemoryOptions, host: IndexHost): Parts {
  const clock = options.clock ?? systemClock;
  const onError = safeListener(options.onError);
  const stores = new Map<string, ObservationStore>();
  const { database } = options;

  function observations(orgId: string): ObservationStore {
    const known = stores.get(orgId);
    if (known) return known;
    const onWritten = registry.written.bind(null, orgId);
    const store = createObservationStore({ tenant: database.tenant(orgId), clock, tokenize, onWritten, onError });
    stores.set(orgId, store);
    return store;
  }

  const registry = createScopeRegistry({
    host,
    rows: observations,
    clock,
    onError,
    // One process owns an embedded database: what changes, changes here.
    settings: { ...DEFAULT_SCOPE_REGISTRY, followFeed: database.kind === 'postgres' },
  });
  const bySql: ObservationSearch = {
    search: (scope, query, signal) => searchBySql(database.tenant(scope.orgId), scope, query, tokenize, signal),
  };
  const store = createRecall({
    search: createScopedSearch(registry, host, bySql, onError),
    rows: observations,
    authorizer: options.authorizer ?? createDefaultAuthorizer(),
    clock,
    onError,
    ranking: options.feedbackRanking ?? DEFAULT_FEEDBACK_RANKING,
  });
  return { options, clock, onError, registry, store, observations };
}

function orgMemory(parts: Parts, orgId: string): OrgMemory {
  const { options, clock, onError } = parts;
  const tenant = options.database.tenant(orgId);
  return {
    orgId,
    observations: parts.observations(orgId),
    importCursors: createImportCursors(tenant),
    recall: (request) => parts.store.recall({ ...request, orgId }),
    warm: (scope = {}) => parts.registry.warm({ orgId, ...scope }),
    buildSessionMemoryBlock: (request) =>
      buildSessionMemoryBlock({
        estimateTokens: options.estimateTokens ?? estimateTokens,
        onError,
        ...request,
        store: request.store ?? parts.store,
        clock,
        orgId,
      }),
    recordContextInjection: (log) => recordContextInjection(tenant, clock, log),
    listContextInjections: (sessionId, listOptions) => listContextInjections(tenant, sessionId, listOptions),
  };
}
