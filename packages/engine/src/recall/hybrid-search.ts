import type { Clock } from '../base/clock.ts';
import { createDeadline, type Deadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import type { QueryVectorCache } from '../memory/embeddings/model/query-vector-cache.ts';
import type { VectorMatch, VectorQuestion } from '../memory/embeddings/store/vector-host.ts';
import type { ObservationSearch, SearchQuery, SearchResult, SearchScope, SearchHit } from '../memory/search/search.ts';
import { joinSemantic, type SemanticSettings } from './semantic-settings.ts';
import { InklingError } from '../base/errors.ts';
import type { IndexHost } from '../memory/search/host/index-host.ts';
import type { ScopeRegistry } from './scopes/scope-registry.ts';
import { mergeAnswers } from '../memory/search/host/search-index.ts';
import type { SeenRows } from './memory-store.ts';

export interface HybridSearchPorts {
  readonly lexical: ObservationSearch;
  readonly queryVectors: Pick<QueryVectorCache, 'getWithin'>;
  /** Compares with the vectors of a scope; null when they are not ready. */
  readonly match: (scope: SearchScope, question: VectorQuestion, signal: AbortSignal) => Promise<VectorMatch | null>;
  readonly modelId: string;
  readonly clock: Clock;
  /** Told what failed in the vector search: words and paths answer all the same. */
  readonly onError: (error: unknown) => void;
  readonly settings: SemanticSettings;
}

/** A search without a limit of time of its own waits so long for vectors. */
const DEFAULT_BUDGET_MS = 1000;

/** Deep hits get a place among the first by their meaning, so more of them are looked at than are answered. */
const LEXICAL_DEPTH = 4;

/**
 * Words and paths, and the meaning with them when it is ready within its share of the time: the question's vector is made while the
 * words are looked up. Whatever goes wrong with vectors, the words' answer stands.
 */
export function createHybridSearch(ports: HybridSearchPorts): ObservationSearch {
  return {
    async search(scope, query, signal) {
      const budgetMs = (query.budgetMs ?? DEFAULT_BUDGET_MS) * ports.settings.share;
      const deadline = createDeadline(ports.clock, budgetMs, signal);
      try {
        const [found, vector] = await Promise.all([
          ports.lexical.search(scope, { ...query, limit: query.limit * LEXICAL_DEPTH }, signal),
          query.text.trim() === '' ? null : ports.queryVectors.getWithin(query.text, deadline),
        ]);
        const match = vector && (await matchWithin(ports, scope, query, found, vector, deadline));
        return joinSemantic(found, match, query, ports);
      } finally {
        deadline.clear();
      }
    },
  };
}

async function matchWithin(
  { match, onError }: HybridSearchPorts,
  scope: SearchScope,
  { limit }: SearchQuery,
  found: SearchResult,
  vector: Float32Array,
  deadline: Deadline,
): Promise<VectorMatch | null> {
  const question = { vector, nearest: limit, ids: found.hits.map(({ id }) => id) };
  try {
    const outcome = await withinDeadline(deadline, ({ signal }) => match(scope, question, signal));
    return outcome === DEADLINE_EXCEEDED ? null : outcome;
  } catch (error) {
    onError(error);
    return null;
  }
}

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

/** For a search that knows one text only: one search for each text of a query, side by side, merged. */
export function askEachText(search: ObservationSearch): ObservationSearch {
  return {
    async search(scope, { moreTexts = [], ...query }, signal) {
      const texts = [query.text, ...moreTexts];
      const answers = await Promise.all(texts.map((text) => search.search(scope, { ...query, text }, signal)));
      return merged(answers, query.limit);
    },
  };
}

function merged(answers: readonly SearchResult[], limit: number): SearchResult {
  const [only] = answers;
  if (only && answers.length === 1) return only;
  const worst =
    answers.find(({ degraded }) => degraded === 'cold-index') ?? answers.find(({ degraded }) => degraded !== null);
  return {
    hits: mergeAnswers(
      answers.map(({ hits }) => hits),
      limit,
    ),
    degraded: worst?.degraded ?? null,
    semantic: answers.find(({ semantic }) => semantic)?.semantic ?? null,
  };
}

/**
 * Near-duplicates, denials and stale rows are taken out after the search, so it is asked for half more than the answer
 * needs, and for ten more at least. Each row costs some 50 µs to re-read: twice as many were two thirds of the whole recall, and a
 * tool call that wants six rows waits 0.9 ms for 16 instead of 1.8 for 30.
 */
export const candidateLimit = (limit: number): number => Math.max(limit + 10, Math.ceil(limit * 1.5));

/**
 * The hits that are worth reading: the best, down to where there are enough that the caller has not had. What it has had goes with them as
 * far as it stands among them: it may stand for a near-duplicate of itself, which only the row tells.
 */
export function enoughHits(hits: readonly SearchHit[], seen: SeenRows | null): readonly SearchHit[] {
  const ids = seen?.ids();
  if (!seen || !ids) return hits;
  let wanted = candidateLimit(seen.enough);
  let end = 0;
  for (; end < hits.length && wanted > 0; end++) if (!ids.has(hits[end]!.id)) wanted -= 1;
  return hits.slice(0, end);
}
