import type { Clock } from '../base/clock.ts';
import { createDeadline, type Deadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import type { QueryVectorCache } from '../memory/embeddings/query-vector-cache.ts';
import type { VectorMatch, VectorQuestion } from '../memory/embeddings/vector-host.ts';
import type { ObservationSearch, SearchQuery, SearchResult, SearchScope } from '../memory/search/search.ts';
import { joinSemantic } from './join-semantic.ts';
import type { SemanticSettings } from './semantic-settings.ts';

/** What hybrid search stands on. */
export interface HybridSearchPorts {
  readonly lexical: ObservationSearch;
  readonly queryVectors: Pick<QueryVectorCache, 'getWithin'>;
  /** Compares with the vectors of a scope; null when they are not ready. */
  readonly match: (
    scope: SearchScope,
    question: VectorQuestion,
    deadline: Deadline,
    signal: AbortSignal,
  ) => Promise<VectorMatch | null>;
  readonly modelId: string;
  readonly clock: Clock;
  /** Told what failed in the semantic arm: words and paths answer all the same. */
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
    const outcome = await withinDeadline(deadline, ({ signal }) => match(scope, question, deadline, signal));
    return outcome === DEADLINE_EXCEEDED ? null : outcome;
  } catch (error) {
    onError(error);
    return null;
  }
}
