import { applyFeedbackRanking, type FeedbackRankingSettings } from '../memory/ranking/apply-feedback-ranking.ts';
import type { ShadowDenial } from '../memory/policy/authorizer.ts';
import { boostByPathOverlap } from '../memory/ranking/boost-by-path-overlap.ts';
import { groupNearDuplicates } from '../memory/ranking/group-near-duplicates.ts';
import type { SearchExplanation } from '../memory/search/search.ts';
import type { AllowedCandidate } from './authorize-candidates.ts';
import type { LeftOut, RecallExplanation, RecalledObservation } from './memory-store.ts';
import type { ResolvedRecall } from './resolve-request.ts';

/**
 * Path boost, then near-duplicates, then the relevance floor, then feedback. The floor looks at relevance before feedback
 * (weights move the order, not what counts as a match); corroboration and the path boost do raise it.
 */
export function rankCandidates(
  candidates: readonly AllowedCandidate[],
  resolved: ResolvedRecall,
  settings: FeedbackRankingSettings,
): { rows: readonly RecalledObservation[]; leftOut: readonly LeftOut[] } {
  // Every step copies a row, so a row carries what the steps look at and no more: with whole observations they took twice as long.
  const scored = candidates.map(({ hit, observation, policy, shadow }) => ({
    content: observation.content,
    metadata: observation.metadata,
    simhash: observation.simhash,
    agentId: observation.agentId,
    weight: observation.weight,
    hit,
    policy,
    shadow,
    observation,
    score: hit.score,
    relevance: hit.relevance,
  }));
  const groups = groupNearDuplicates(boostByPathOverlap(scored, resolved.paths));
  const standing = groups.map((group) => group.standing);
  const relevant = standing.filter((row) => row.relevance >= resolved.minRelevance);
  const rows = applyFeedbackRanking(relevant, settings).map((row) => ({
    observation: row.observation,
    relevance: row.relevance,
    score: row.score,
    unweightedRank: row.unweightedRank,
    weightedRank: row.weightedRank,
    policy: row.policy,
    ...(row.hit.explanation ? { explanation: explain(row, row.hit.explanation) } : {}),
  }));
  return {
    rows,
    leftOut: [
      ...groups.flatMap((group) => group.others.map((row) => leftOut(row, 'near-duplicate'))),
      ...standing.filter((row) => row.relevance < resolved.minRelevance).map((row) => leftOut(row, 'below-relevance')),
    ],
  };
}

const leftOut = (row: Pick<RecalledObservation, 'observation' | 'relevance'>, reason: LeftOut['reason']): LeftOut => ({
  id: row.observation.id,
  reason,
  relevance: row.relevance,
});

const explain = (
  row: Pick<RecallExplanation, 'pathBoost' | 'corroboration' | 'feedbackFactor' | 'policy'> & {
    readonly shadow: ShadowDenial | undefined;
  },
  search: SearchExplanation,
): RecallExplanation => ({
  ...search,
  pathBoost: row.pathBoost,
  corroboration: row.corroboration,
  feedbackFactor: row.feedbackFactor,
  policy: row.policy,
  ...(row.shadow ? { shadow: row.shadow } : {}),
});
