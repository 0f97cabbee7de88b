import type { Database } from '../base/database/database.ts';
import type { Clock } from '../base/clock.ts';
import { createRetrievalLog, type RetrievalLog } from '../memory/feedback/retrieval-log.ts';
import { writeRetrievals } from '../memory/feedback/write-retrievals.ts';
import type { RankedRecall } from '../recall/recall.ts';

/** The retrieval log of a memory, over all its organisations. */
export function wireRetrievalLog(database: Database, clock: Clock, onError: (error: unknown) => void): RetrievalLog {
  return createRetrievalLog({
    clock,
    write: (orgId, retrievals) => writeRetrievals(database.tenant(orgId), retrievals),
    onError,
  });
}

/** Takes what recall ranked into the log, when it was for a session. */
export function logRetrieval(log: RetrievalLog, { request, rows }: RankedRecall): void {
  const { orgId, sessionId, projectId = null } = request;
  if (sessionId === undefined) return;
  const candidates = rows.map(({ observation, unweightedRank, weightedRank, relevance, score }) => ({
    observationId: observation.id,
    unweightedRank,
    weightedRank,
    relevance,
    score,
    weight: observation.weight,
  }));
  log.add({ orgId, sessionId, projectId, candidates });
}
