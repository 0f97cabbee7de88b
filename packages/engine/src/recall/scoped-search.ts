import { InklingError } from '../base/errors.ts';
import type { IndexHost } from '../memory/search/index-host.ts';
import type { ObservationSearch, SearchHit, SearchQuery } from '../memory/search/search.ts';
import type { ScopeRegistry } from './scope-registry.ts';

/** How much of a query's budget may pass in waiting for changes: of the 100 ms during a session, 50. */
const SHARE_FOR_CHANGES = 0.5;

/**
 * Searches the scope's hot index; while that is not loaded, SQL answers and the result says `cold-index`. The first search
 * of a scope starts its load in the background. An index that fails is reported, and SQL answers as well.
 */
export function createScopedSearch(
  registry: Pick<ScopeRegistry, 'ready'>,
  host: Pick<IndexHost, 'search'>,
  fallback: ObservationSearch,
  onError: (error: unknown) => void,
): ObservationSearch {
  return {
    async search(scope, query, signal) {
      const waitMs = query.budgetMs === undefined ? undefined : query.budgetMs * SHARE_FOR_CHANGES;
      const ready = await registry.ready(scope, waitMs);
      const hits = ready && (await searchIndex(host, ready.indexKey, query, onError, signal));
      if (!hits) return fallback.search(scope, query, signal);
      return { hits, degraded: ready.isStale ? 'stale-index' : null };
    },
  };
}

async function searchIndex(
  host: Pick<IndexHost, 'search'>,
  indexKey: string,
  query: SearchQuery,
  onError: (error: unknown) => void,
  signal: AbortSignal | undefined,
): Promise<readonly SearchHit[] | null> {
  try {
    return await host.search(indexKey, query, signal);
  } catch (error) {
    if (!InklingError.isInstance(error) || error.code !== 'search-worker-failed') throw error;
    onError(error);
    return null;
  }
}
