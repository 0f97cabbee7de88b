import {
  applyFeedbackRanking,
  type FeedbackRanked,
  type FeedbackRankingSettings,
} from '../../memory/ranking/apply-feedback-ranking.ts';
import { boostedRelevance, concernsPaths } from '../../memory/ranking/boost-by-path-overlap.ts';
import { groupNearDuplicates, type NearDuplicateGroup } from '../../memory/ranking/group-near-duplicates.ts';
import { isFromOutside, type Observation } from '../../memory/observations/observation.ts';
import type { SearchExplanation } from '../../memory/search/search.ts';
import type { AllowedCandidate } from './authorize-candidates.ts';
import type { LeftOut, RecallExplanation, RecalledObservation } from '../memory-store.ts';
import type { ResolvedRecall } from '../resolve-request.ts';

/** What a stranger's words count for in the order, and the share of the floor that they need: evidence weighs more than words anybody can write. */
const OUTSIDE = { factor: 0.8, floorShare: 1.25 };

/** A candidate with what the steps look at. */
interface Standing {
  readonly candidate: AllowedCandidate;
  readonly simhash: string;
  readonly agentId: string;
  readonly weight: number;
  readonly score: number;
  readonly pathBoost: number;
  relevance: number;
  corroboration: number;
}

/**
 * Path boost, then near-duplicates, then the relevance floor, then feedback. The floor looks at relevance before feedback
 * (weights move the order, not what counts as a match); corroboration and the path boost do raise it. `floorShareOf`: the share of the floor
 * that a row needs, 0 to 1 (default 1).
 */
export function rankCandidates(
  candidates: readonly AllowedCandidate[],
  resolved: ResolvedRecall,
  settings: FeedbackRankingSettings,
  floorShareOf: (observation: Observation) => number = () => 1,
): { rows: readonly RecalledObservation[]; leftOut: readonly LeftOut[] } {
  const concerns = concernsPaths(resolved.paths);
  const groups = groupNearDuplicates(candidates.map((candidate) => standingOf(candidate, concerns)));
  const standing = groups.map(corroborated);
  const sharing = new Set(
    groups
      .filter(({ leader, others }) => [leader, ...others].some((row) => sharesEnough(row, resolved)))
      .map(({ leader }) => leader),
  );
  const isRelevant = (row: Standing): boolean =>
    row.relevance >= resolved.minRelevance * floorOf(row.candidate.observation, floorShareOf) && sharing.has(row);
  const tooWeak = standing.filter((row) => !isRelevant(row));
  return {
    rows: applyFeedbackRanking(standing.filter(isRelevant), settings).map(recalledOf),
    leftOut: [
      ...groups.flatMap((group) => group.others.map((row) => leftOut(row, 'near-duplicate'))),
      ...tooWeak.map((row) => leftOut(row, 'below-relevance')),
    ],
  };
}

function sharesEnough({ candidate }: Standing, { minInformation }: ResolvedRecall): boolean {
  const { hit, observation } = candidate;
  const { sharedInformation } = hit;
  return !minInformation || sharedInformation === undefined || sharedInformation >= minInformation(observation);
}

function floorOf(observation: Observation, floorShareOf: (observation: Observation) => number): number {
  return Math.min(1, floorShareOf(observation)) * (isFromOutside(observation) ? OUTSIDE.floorShare : 1);
}

function standingOf(candidate: AllowedCandidate, concerns: ReturnType<typeof concernsPaths>): Standing {
  const { hit, observation } = candidate;
  const { simhash, agentId, weight } = observation;
  const boosted = concerns(observation);
  const relevance = boosted ? boostedRelevance(hit.relevance) : hit.relevance;
  const pathBoost = boosted ? Math.max(0, relevance - hit.relevance) : 0;
  const score = hit.score * (isFromOutside(observation) ? OUTSIDE.factor : 1);
  return { candidate, simhash, agentId, weight, score, pathBoost, relevance, corroboration: 0 };
}

function corroborated({ leader, relevance, corroboration }: NearDuplicateGroup<Standing>): Standing {
  leader.relevance = relevance;
  leader.corroboration = corroboration;
  return leader;
}

function recalledOf(row: Standing & FeedbackRanked): RecalledObservation {
  const { relevance, score, unweightedRank, weightedRank } = row;
  const { hit, observation, policy } = row.candidate;
  const { sharedInformation } = hit;
  const recalled = {
    ...{ observation, relevance, score, unweightedRank, weightedRank, policy },
    ...(sharedInformation === undefined ? {} : { sharedInformation }),
  };
  return hit.explanation ? { ...recalled, explanation: explain(row, hit.explanation) } : recalled;
}

const leftOut = ({ candidate, relevance }: Standing, reason: LeftOut['reason']): LeftOut => ({
  id: candidate.observation.id,
  reason,
  relevance,
});

function explain(row: Standing & FeedbackRanked, search: SearchExplanation): RecallExplanation {
  const { candidate, pathBoost, corroboration, feedbackFactor } = row;
  const { policy, shadow } = candidate;
  const provenance = isFromOutside(candidate.observation) ? { provenanceFactor: OUTSIDE.factor } : {};
  return { ...search, pathBoost, corroboration, feedbackFactor, ...provenance, policy, ...(shadow ? { shadow } : {}) };
}
