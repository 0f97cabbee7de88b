import { baseSessionId } from '../../base/text/base-session-id.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { isRecallable } from '../../memory/observations/observation-status.ts';
import type { SearchFilter, SearchHit, SearchScope } from '../../memory/search/search.ts';
import type { LeftOut } from '../memory-store.ts';
import type { ResolvedRecall } from '../resolve-request.ts';
import type { RowSource } from '../scopes/scope-entry.ts';

/** What a session said itself, and what was said of it, is in its context or its summary: it is no memory for it. */
const OF_A_SESSION: ReadonlySet<string> = new Set(['exchange', 'session_summary']);

function isOwnTalk({ kind, sessionId }: Observation, asking: string | null): boolean {
  return asking !== null && OF_A_SESSION.has(kind) && baseSessionId(sessionId ?? '') === baseSessionId(asking);
}

/** A hit together with the row as the store holds it now. */
export interface Candidate {
  readonly hit: SearchHit;
  readonly observation: Observation;
}

function inScope(row: Observation, scope: SearchScope): boolean {
  return row.orgId === scope.orgId && (scope.projectId === undefined || row.projectId === scope.projectId);
}

/** As the index filters, for hits that were found by something else. */
function passesFilter({ metadata, sessionId, createdAt }: Observation, filter: SearchFilter, now: number): boolean {
  return (
    Date.parse(createdAt) <= now &&
    (filter.sessionId === undefined || (sessionId ?? metadata.sessionId) === filter.sessionId) &&
    (filter.namespace === undefined || metadata.namespace === filter.namespace)
  );
}

/**
 * Re-reads the winners from the store and drops those that are no longer what the index believed.
 * Those that the filter excludes are no candidates at all. A stale index can therefore neither leak a row of another scope nor revive one that was superseded or forgotten.
 */
export async function readCandidates(
  source: Pick<RowSource, 'getMany'>,
  resolved: ResolvedRecall,
  hits: readonly SearchHit[],
  now: number,
  signal: AbortSignal,
): Promise<{ candidates: readonly Candidate[]; leftOut: readonly LeftOut[] }> {
  if (hits.length === 0) return { candidates: [], leftOut: [] };
  const found = await source.getMany(
    hits.map((hit) => hit.id),
    signal,
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const hit of hits) {
    const observation = rows.get(hit.id);
    if (observation && inScope(observation, resolved.scope) && isRecallable(observation, now)) {
      const isWanted = passesFilter(observation, resolved.filter, now) && !isOwnTalk(observation, resolved.asking);
      if (isWanted) candidates.push({ hit, observation });
    } else {
      leftOut.push({ id: hit.id, reason: 'not-recallable', relevance: hit.relevance });
    }
  }
  return { candidates, leftOut };
}
