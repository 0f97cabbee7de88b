import type { IndexHost } from '../memory/search/index-host.ts';
import type { ObservationSearch } from '../memory/search/search.ts';
import type { ScopeRegistry } from './scope-registry.ts';

/**
 * Searches the scope's hot index; while that is not loaded, SQL answers and the result says `cold-index`.
 * The first search of a scope starts its load in the background.
 */
export function createScopedSearch(
  registry: ScopeRegistry,
  host: IndexHost,
  fallback: ObservationSearch,
): ObservationSearch {
  return {
    async search(scope, query, signal) {
      const key = await registry.ready(scope);
      const hits = key === null ? null : await host.search(key, query, signal);
      return hits === null ? fallback.search(scope, query, signal) : { hits, degraded: null };
    },
  };
}
