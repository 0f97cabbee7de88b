import type { ReplayMethodName, ReplayVariant } from './replay-methods.ts';
import type { RankingScore } from './score-ranking.ts';

/** What a query's block held. */
export interface BlockOutcome {
  /** A commit that touched a file of the commit asked about. */
  readonly hit: boolean;
  /** A relevant commit; null when there is none to hold. */
  readonly relevantHit: boolean | null;
  readonly lines: number;
  /** Lines of commits that touched one of the files. */
  readonly linesOnTarget: number;
  readonly tokens: number;
  readonly budgetTokens: number;
  /** False when the engine gave no answer in time, or failed. */
  readonly answered: boolean;
}

/** What one method did for one query. */
export interface QueryOutcome extends BlockOutcome {
  readonly method: ReplayMethodName;
  readonly variant: ReplayVariant;
  /** null when there is no relevant commit. */
  readonly ranking: RankingScore | null;
  /** Whether the block is a hit at each budget of `REPLAY_BUDGETS`. */
  readonly hitAtBudget: readonly boolean[];
  /** From the question to the block. */
  readonly latencyMs: number;
}

/** What one setting of `SWEPT_SETTINGS` did for one query. */
export type SettingOutcome = Pick<BlockOutcome, 'hit' | 'tokens' | 'lines' | 'linesOnTarget'>;
