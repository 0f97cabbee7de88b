/** A block's budget and the relevance from which a row may be in it: what a user can set. */
export interface SweptSetting {
  readonly budgetTokens: number;
  readonly minRelevance: number;
}

/** Token budgets that a replay packs for: 200 to 1000. */
export const REPLAY_BUDGETS: readonly number[] = [200, 300, 400, 500, 600, 700, 800, 900, 1000];

/** Relevance floors that `--suggest` tries: 0.1 to 0.5. */
export const SWEPT_RELEVANCES: readonly number[] = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];

/** Every budget with every floor. */
export const SWEPT_SETTINGS: readonly SweptSetting[] = REPLAY_BUDGETS.flatMap((budgetTokens) =>
  SWEPT_RELEVANCES.map((minRelevance) => ({ budgetTokens, minRelevance })),
);
