import { systemClock, type Clock } from './base/clock.ts';
import type { Database, TenantDatabase } from './base/database/database.ts';
import { estimateTokens, type TokenEstimator } from './base/estimate-tokens.ts';
import { InklingError } from './base/errors.ts';
import { requireId, requireInput } from './base/require-input.ts';
import { safeListener } from './base/safe-listener.ts';
import {
  buildSessionMemoryBlock,
  type SessionMemoryBlock,
} from './features/session-start/build-session-memory-block.ts';
import type { SessionMemoryRequest } from './features/session-start/session-memory-request.ts';
import type { BackfillResult } from './memory/embeddings/backfill-embeddings.ts';
import type { EmbedMissingOptions } from './memory/embeddings/backfill-queue.ts';
import type { Embedder } from './memory/embeddings/embedder.ts';
import { createVectorHost } from './memory/embeddings/worker-vector-host.ts';
import { createImportCursors, type ImportCursors } from './memory/import-cursors/import-cursors.ts';
import type { ContextInjectionLog, StoredContextInjection } from './memory/injection-log/context-injection-log.ts';
import {
  listContextInjections,
  type ListContextInjectionsOptions,
} from './memory/injection-log/list-context-injections.ts';
import { recordContextInjection } from './memory/injection-log/record-context-injection.ts';
import type { ObservationChange } from './memory/observations/observation-change.ts';
import { createObservationStore, type ObservationStore } from './memory/observations/observation-store.ts';
import type { Authorizer } from './memory/policy/authorizer.ts';
import { createDefaultAuthorizer } from './memory/policy/default-authorizer.ts';
import { DEFAULT_FEEDBACK_RANKING, type FeedbackRankingSettings } from './memory/ranking/apply-feedback-ranking.ts';
import { createIndexHost } from './memory/search/worker-index-host.ts';
import type { IndexHost } from './memory/search/index-host.ts';
import { searchBySql } from './memory/search/search-by-sql.ts';
import type { ObservationSearch, SearchScope } from './memory/search/search.ts';
import { searchSettings, type SearchSettingsPatch } from './memory/search/search-settings.ts';
import { tokenize } from './memory/search/tokenize.ts';
import type { MemoryStore, RecallRequest, RecallResult } from './recall/memory-store.ts';
import { createRecall } from './recall/recall.ts';
import { DEFAULT_SCOPE_REGISTRY } from './recall/scope-entry.ts';
import { createScopeRegistry, type ScopeRegistry } from './recall/scope-registry.ts';
import { createScopedSearch } from './recall/scoped-search.ts';
import { createSemanticArm, type SemanticArm } from './recall/semantic-arm.ts';
import { semanticSettings, type SemanticSettings } from './recall/semantic-settings.ts';

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
  /**
   * Finds what says the same in other words. Statements get their vectors in the background, and each recall uses those that are
   * there. (Default: none: no download, no key, no network, and nothing that costs time)
   */
  readonly embedder?: Embedder;
  /** How the embedder takes part. (Default: as measured, see DEFAULT_SEMANTIC_SETTINGS) */
  readonly semantic?: Partial<SemanticSettings>;
  /** How feedback bends the order. (Default: {@link DEFAULT_FEEDBACK_RANKING}) */
  readonly feedbackRanking?: FeedbackRankingSettings;
  /** Told of failures that are kept from the caller; what it throws is dropped. The library prints nothing. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
}

/** The memory of many organisations. Ask it for one: nothing here reads two. */
export interface Memory {
  /** The handle of one organisation. Cheap; the same id gives the same handle. */
  org(orgId: string): OrgMemory;
  /** Ends the workers and what runs in the background, and closes the database. Idempotent. */
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
   * that failed. Without it the first recalls are answered from SQL and say `degraded: 'cold-index'`. With an embedder it loads
   * the vectors too.
   */
  warm(scope?: { readonly projectId?: string | null }): Promise<boolean>;
  /**
   * Gives every statement of the organisation, or of a project, that has no vector of the embedder's model one, and waits for it.
   * It happens by itself after writes; this is for a new embedder on a large memory, with progress. What was embedded before it was
   * aborted or failed stays. Fails with 'invalid-input' when the memory has no embedder, and as the embedder does.
   */
  embedMissing(options?: EmbedMissingOptions): Promise<BackfillResult>;
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
  /** null = no embedder. */
  readonly semantic: SemanticArm | null;
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

async function close({ registry, semantic, options }: Parts, host: IndexHost): Promise<void> {
  // Whatever a thread's end comes to, the data directory is released.
  try {
    registry.close();
    await semantic?.close();
  } finally {
    try {
      await host.close();
    } finally {
      await options.database.close();
    }
  }
}

function wire(options: MemoryOptions, host: IndexHost): Parts {
  const clock = options.clock ?? systemClock;
  const onError = safeListener(options.onError);
  const stores = new Map<string, ObservationStore>();
  const { database } = options;

  function observations(orgId: string): ObservationStore {
    const known = stores.get(orgId);
    if (known) return known;
    const onWritten = (changes: readonly ObservationChange[]): void => {
      registry.written(orgId, changes);
      semantic?.written(orgId, changes);
    };
    const store = createObservationStore({ tenant: database.tenant(orgId), clock, tokenize, onWritten, onError });
    stores.set(orgId, store);
    return store;
  }

  const registry = createScopeRegistry({
    host,
    rows: observations,
    onGone: (orgId, ids) => semantic?.stale(orgId, ids),
    clock,
    onError,
    // One process owns an embedded database: what changes, changes here.
    settings: { ...DEFAULT_SCOPE_REGISTRY, followFeed: database.kind === 'postgres' },
  });
  const semantic = wireSemantic(options, clock, onError);
  const bySqlOptions = { tokenize, settings: searchSettings(options.search) };
  const bySql: ObservationSearch = {
    search: (scope, query, signal) => searchBySql(database.tenant(scope.orgId), scope, query, bySqlOptions, signal),
  };
  const lexical = createScopedSearch(registry, host, bySql, onError);
  const store = createRecall({
    search: semantic?.hybrid(lexical) ?? lexical,
    rows: observations,
    authorizer: options.authorizer ?? createDefaultAuthorizer(),
    clock,
    onError,
    ranking: options.feedbackRanking ?? DEFAULT_FEEDBACK_RANKING,
    onStale: (orgId, ids) => semantic?.stale(orgId, ids),
  });
  return { options, clock, onError, registry, semantic, store, observations };
}

function wireSemantic(
  { embedder, semantic, database }: MemoryOptions,
  clock: Clock,
  onError: (error: unknown) => void,
): SemanticArm | null {
  const settings = semanticSettings(semantic);
  if (!embedder) return null;
  const host = createVectorHost();
  const tenant = (orgId: string): TenantDatabase => database.tenant(orgId);
  return createSemanticArm({
    embedder,
    host,
    tenant,
    clock,
    onError,
    settings,
    followFeed: database.kind === 'postgres',
  });
}

async function warm({ registry, semantic }: Parts, scope: SearchScope): Promise<boolean> {
  const loaded = await Promise.all([registry.warm(scope), semantic?.warm(scope) ?? true]);
  return loaded.every(Boolean);
}

function embedMissing({ semantic }: Parts, orgId: string, options: EmbedMissingOptions): Promise<BackfillResult> {
  if (semantic) return semantic.embedMissing(orgId, options);
  const error = new InklingError('invalid-input', 'This memory has no embedder.', {
    wayOut: 'Give createMemory one, such as createOpenAiEmbedder or createOllamaEmbedder.',
  });
  return Promise.reject(error);
}

function orgMemory(parts: Parts, orgId: string): OrgMemory {
  const { options, clock, onError } = parts;
  const tenant = options.database.tenant(orgId);
  return {
    orgId,
    observations: parts.observations(orgId),
    importCursors: createImportCursors(tenant),
    recall: (request) => parts.store.recall({ ...request, orgId }),
    warm: (scope = {}) => warm(parts, { orgId, ...scope }),
    embedMissing: (backfill = {}) => embedMissing(parts, orgId, backfill),
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
