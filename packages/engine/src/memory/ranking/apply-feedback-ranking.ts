import { InklingError } from '../../base/errors.ts';

/** How feedback weights bend the order. */
export interface FeedbackRankingSettings {
  /** Off = the order is the search's own; both ranks are still filled in. (Default: true) */
  readonly weightingEnabled: boolean;
  /**
   * `bounded`: score × (1 + influence × (weight − 1)), the factor kept within [lowest, highest].
   * `linear`: the seed's relevance × weight. (Default: 'bounded')
   */
  readonly mode: 'bounded' | 'linear';
  /** (Default: 0.3; larger values lose more to wrong labels than they gain) */
  readonly influence: number;
  /** (Default: 0.7) */
  readonly lowest: number;
  /** (Default: 1.3) */
  readonly highest: number;
}

/** Bounded influence of 0.3 around the neutral weight. */
export const DEFAULT_FEEDBACK_RANKING: FeedbackRankingSettings = Object.freeze({
  weightingEnabled: true,
  mode: 'bounded',
  influence: 0.3,
  lowest: 0.7,
  highest: 1.3,
});

/** Complete settings from a part of them: what is left out has its default. Fails with `invalid-input` on a value that cannot be meant. */
export function feedbackRankingSettings(patch: Partial<FeedbackRankingSettings> = {}): FeedbackRankingSettings {
  const settings = { ...DEFAULT_FEEDBACK_RANKING, ...patch };
  const { weightingEnabled, mode, influence, lowest, highest } = settings;
  const isMode = mode === 'bounded' || mode === 'linear';
  const isRange = influence >= 0 && influence <= 10 && lowest >= 0 && lowest <= 1 && highest >= 1 && highest <= 10;
  if (typeof weightingEnabled === 'boolean' && isMode && isRange) return settings;
  throw new InklingError('invalid-input', 'The settings of feedback ranking are out of range.', {
    hint: "weightingEnabled is true or false, mode 'bounded' or 'linear', influence 0 to 10, lowest 0 to 1, highest 1 to 10.",
  });
}

/** What feedback ranking needs of a row. */
export interface FeedbackRankable {
  /** Ranking score of the search: relative to the other rows of one query. */
  readonly score: number;
  /** Absolute relevance, 0…1. */
  readonly relevance: number;
  /** Feedback weight in [0, 2]; 1 is neutral. */
  readonly weight: number;
}

/** What feedback ranking tells of a row. */
export interface FeedbackRanked {
  /** Positions from 1. Their difference is what feedback did to the row. */
  readonly unweightedRank: number;
  readonly weightedRank: number;
  readonly feedbackFactor: number;
}

/** What a weight multiplies the score by. A weight that is no number counts as neutral. */
export function feedbackFactor(weight: number, settings: FeedbackRankingSettings = DEFAULT_FEEDBACK_RANKING): number {
  if (!settings.weightingEnabled || !Number.isFinite(weight)) return 1;
  if (settings.mode === 'linear') return weight;
  return Math.min(settings.highest, Math.max(settings.lowest, 1 + settings.influence * (weight - 1)));
}

/**
 * Orders rows by what the search and the feedback say together, best first; `score` becomes the weighted score.
 * Ties keep the order that the search gave. Settings that are left out have their defaults: `{ weightingEnabled: true }` is enough.
 * Source: contract section 4, seed "In-Session Injection".
 */
export function applyFeedbackRanking<T extends FeedbackRankable>(
  rows: readonly T[],
  settings: Partial<FeedbackRankingSettings> = {},
): (T & FeedbackRanked)[] {
  const complete = feedbackRankingSettings(settings);
  const linear = complete.weightingEnabled && complete.mode === 'linear';
  const weighted = rows.toSorted(byScore).map((row, index) => {
    const factor = feedbackFactor(row.weight, complete);
    const score = (linear ? row.relevance : row.score) * factor;
    return { ...row, score, feedbackFactor: factor, unweightedRank: index + 1 };
  });
  return weighted.toSorted(byScore).map((row, index) => ({ ...row, weightedRank: index + 1 }));
}

type HasScore = Pick<FeedbackRankable, 'score'>;

const byScore = (left: HasScore, right: HasScore): number => right.score - left.score;
