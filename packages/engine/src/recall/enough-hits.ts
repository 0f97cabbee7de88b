import type { SearchHit } from '../memory/search/search.ts';
import type { SeenRows } from './memory-store.ts';

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
