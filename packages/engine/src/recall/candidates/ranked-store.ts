import { applyFeedbackRanking } from '../../memory/ranking/apply-feedback-ranking.ts';
import { boostByPathOverlap, PATH_OVERLAP_BOOST } from '../../memory/ranking/boost-by-path-overlap.ts';
import { admitRows } from './admit-rows.ts';
import type { MemoryStore, RecalledObservation, RecallRequest, RecallResult } from '../memory-store.ts';

/**
 * What the seeds do around a store of a library user's own, which answers one text by relevance: each text of a question is a recall of its own,
 * side by side; what they answer is merged (a row counts with its best relevance), raised where it concerns a file of the question, and put in
 * the order of relevance and feedback. A store that ranks itself is asked as it is. Source: seed "In-Session Injection", action-aware ranking.
 */
export function rankedStore(store: MemoryStore): MemoryStore {
  if (store.ranksItself === true) return store;
  return {
    ranksItself: true,
    async recall(request) {
      const { queryText, moreQueries = [] } = request;
      const asked = withoutMore(request);
      const answers = await Promise.all(
        [queryText, ...moreQueries].map((text) => store.recall({ ...asked, queryText: text })),
      );
      const failed = answers.find((answer) => answer?.outcome !== 'ok' || !Array.isArray(answer.rows));
      return failed ?? { ...answers[0]!, rows: rankedRows(answers, request) };
    },
  };
}

/** One of its texts, with a floor that the boost may still lift a row over. */
function withoutMore({ moreQueries: _more, minRelevance, ...request }: RecallRequest): RecallRequest {
  if (minRelevance === undefined) return request;
  const boost = (request.paths ?? []).length > 0 ? PATH_OVERLAP_BOOST : 0;
  return { ...request, minRelevance: Math.max(0, minRelevance - boost) };
}

/** Rows that are none stay behind the others, as they are: whoever shows rows says why they are not shown. */
function rankedRows(answers: readonly RecallResult[], { orgId, paths, minRelevance = 0 }: RecallRequest) {
  const rows = answers.flatMap((answer) => [...answer.rows]);
  const isRow = (row: RecalledObservation): boolean => admitRows([row], orgId).admitted.length > 0;
  const boosted = boostByPathOverlap(bestOfEach(rows.filter(isRow)), paths);
  const relevant = boosted.filter(({ relevance }) => relevance >= minRelevance);
  const ranked = applyFeedbackRanking(
    relevant.map(({ row, relevance }) => ({ row, relevance, score: relevance, weight: row.observation.weight })),
  ).map(({ row, relevance, score, unweightedRank, weightedRank }) => ({
    ...row,
    ...{ relevance, score, unweightedRank, weightedRank },
  }));
  return [...ranked, ...rows.filter((row) => !isRow(row))];
}

function bestOfEach(rows: readonly RecalledObservation[]) {
  const best = new Map<string, { row: RecalledObservation; relevance: number; content: string; metadata: object }>();
  for (const row of rows) {
    const { id, content, metadata } = row.observation;
    const relevance = Number.isFinite(row.relevance) ? row.relevance : 0;
    const known = best.get(id);
    if (known === undefined || relevance > known.relevance) best.set(id, { row, relevance, content, metadata });
  }
  return [...best.values()];
}
