import type { Clock } from '../base/clock.ts';
import type { TenantDatabase } from '../base/database/database.ts';
import type { BackfillResult } from '../memory/embeddings/store/backfill-embeddings.ts';
import { type BackfillQueue, createBackfillQueue } from '../memory/embeddings/store/backfill-queue.ts';
import type { Embedder } from '../memory/embeddings/model/embedder.ts';
import { createQueryVectorCache } from '../memory/embeddings/model/query-vector-cache.ts';
import type { VectorHost } from '../memory/embeddings/store/vector-host.ts';
import { type ObservationChange, isRecallable } from '../memory/observations/observation-status.ts';
import type { ObservationSearch, SearchScope } from '../memory/search/search.ts';
import { askEachText, createHybridSearch } from './hybrid-search.ts';
import type { SemanticSettings } from './semantic-settings.ts';
import { DEFAULT_VECTOR_SCOPES } from './scopes/vector-entry.ts';
import { createVectorScopes, type VectorScopes } from './scopes/vector-scopes.ts';

/** Everything an embedder adds to recall. Without an embedder there is none: no thread, no timer, no statement. */
export interface VectorSearch {
  /** A search by words and paths, joined by the meaning. */
  hybrid(lexical: ObservationSearch): ObservationSearch;
  /** Loads a scope's vectors and waits; false when that failed. */
  warm(scope: SearchScope): Promise<boolean>;
  /** What this process has just written: new statements get their vectors soon, and those that are gone lose theirs. */
  written(orgId: string, changes: readonly ObservationChange[]): void;
  /** These were found but are not recalled any more: another process has changed them. */
  stale(orgId: string, ids: readonly string[]): void;
  /** Embeds now what has no vector. */
  embedMissing(orgId: string): Promise<BackfillResult>;
  /** Ends what runs in the background and waits for it. */
  close(): Promise<void>;
}

export interface VectorSearchPorts {
  readonly embedder: Embedder;
  readonly host: VectorHost;
  readonly tenant: (orgId: string) => TenantDatabase;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly settings: SemanticSettings;
  /** Whether other processes store vectors too. */
  readonly followFeed: boolean;
}

/** Puts cache, vectors in memory and backfill together for one embedder. */
export function createVectorSearch(ports: VectorSearchPorts): VectorSearch {
  const { embedder, host, tenant, clock, onError, followFeed } = ports;
  const queryVectors = createQueryVectorCache({ embedder, clock, onError });
  const queue: BackfillQueue = createBackfillQueue({
    embedder,
    tenant,
    clock,
    onError,
    onStored: (orgId) => scopes.stored(orgId),
  });
  const scopes = createVectorScopes({
    host,
    // Not the embedder itself: it goes to another thread, and functions cannot.
    space: { modelId: embedder.modelId, dimension: embedder.dimension },
    tenant,
    clock,
    onError,
    settings: { ...DEFAULT_VECTOR_SCOPES, followFeed },
    onLoaded: (orgId) => queue.request(orgId),
  });
  const match: VectorScopes['match'] = (...question) => scopes.match(...question);
  return {
    hybrid: (lexical) =>
      askEachText(createHybridSearch({ ...ports, lexical, queryVectors, match, modelId: embedder.modelId })),
    warm: (scope) => scopes.warm(scope),
    written(orgId, changes) {
      const gone = idsOfGone(changes, clock.now());
      scopes.removed(orgId, gone);
      if (gone.length < changes.length) queue.request(orgId);
    },
    stale: (orgId, ids) => scopes.removed(orgId, ids),
    embedMissing: (orgId) => queue.run(orgId),
    async close() {
      queryVectors.close();
      await queue.close();
      await host.close();
    },
  };
}

function idsOfGone(changes: readonly ObservationChange[], now: number): string[] {
  return changes.flatMap((change) => {
    if (change.type === 'removed') return [change.id];
    return isRecallable(change.observation, now) ? [] : [change.observation.id];
  });
}
