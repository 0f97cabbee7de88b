/** What a person or an agent says of one observation. */
export type FeedbackVerdict = 'helpful' | 'misleading' | 'outdated';

/** Why a weight changed: the outcome of a session that used the observation, or what somebody said of it. */
export type FeedbackCause = 'accepted' | 'rework' | 'rejected' | FeedbackVerdict;

/** How fast weights move. Contract 10; the figures are those of bench/feedback. */
export interface WeightRule {
  /** Share of the way to a target above the weight. (Default: 0.3) */
  readonly up: number;
  /** To a target below. (Default: 0.05: a rejected session has many causes, and one memory is rarely it) */
  readonly down: number;
  /** To 0 when somebody called the observation misleading. (Default: 0.15) */
  readonly misleading: number;
  /** From this many times on it goes twice as fast. (Default: 3) */
  readonly strikes: number;
}

/** The rule of contract 10. */
export const DEFAULT_WEIGHT_RULE: WeightRule = Object.freeze({ up: 0.3, down: 0.05, misleading: 0.15, strikes: 3 });

/** Where feedback draws a weight to, in [0, 2]. */
const TARGETS: Readonly<Record<Exclude<FeedbackCause, 'outdated'>, number>> = {
  accepted: 2,
  helpful: 2,
  rework: 0.5,
  rejected: 0,
  misleading: 0,
};

/** One step of a weight: where to, and how far in each direction. It is data, so that SQL takes the step under a row's lock. */
export interface WeightStep {
  readonly target: number;
  readonly up: number;
  readonly down: number;
}

/**
 * The step that a cause makes. `outdated` makes none: what no longer holds did not mislead anybody, and is expired instead.
 * `strikes` counts how often the observation was called misleading, this time included.
 */
export function weightStep(cause: FeedbackCause, strikes: number, rule: WeightRule = DEFAULT_WEIGHT_RULE): WeightStep {
  if (cause === 'outdated') return { target: 1, up: 0, down: 0 };
  const target = TARGETS[cause];
  if (cause !== 'misleading') return { target, up: rule.up, down: rule.down };
  return { target, up: rule.up, down: strikes >= rule.strikes ? Math.min(1, 2 * rule.misleading) : rule.misleading };
}

/** The weight after a step: w ← (1 − α) w + α s. A weight in [0, 2] stays there. */
export function nextWeight(weight: number, { target, up, down }: WeightStep): number {
  return weight + (target > weight ? up : down) * (target - weight);
}
