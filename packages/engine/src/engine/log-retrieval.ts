import type { RetrievalLog } from '../memory/feedback/retrieval-log.ts';
import type { RankedRecall } from '../recall/recall.ts';

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
