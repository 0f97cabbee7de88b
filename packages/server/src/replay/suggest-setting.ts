import { mean } from '../base/figures.ts';
import type { Verdict } from './start-block.ts';

/** A further 100 tokens a block must bring this much more hit rate. One hit in a hundred blocks, then, is worth 100 tokens in each. */
const HIT_RATE_PER_100_TOKENS = 0.01;

/** What one of `SWEPT_SETTINGS` did for one task. */
export type SettingVerdict = Pick<Verdict, 'hit' | 'tokens' | 'lines' | 'linesBehind'>;

/** How one setting would have served the history. */
export interface SettingFigures extends SweptSetting {
  /** Blocks that name a commit behind the changed lines. */
  readonly hitRate: number;
  /** Mean tokens of a block, empty ones included. */
  readonly tokens: number;
  /** Share of all lines that name a commit behind the changed lines. */
  readonly linesBehindShare: number;
}

/** Which setting would have served best, and how sure that is. */
export interface Suggestion {
  readonly settings: readonly SettingFigures[];
  readonly best: SettingFigures;
  /** One standard error of the best hit rate: what is nearer to it cannot be told apart by so few tasks. */
  readonly standardError: number;
  /**
   * What every second task alone, and the others alone, would have chosen: far apart means that the history is too short to say.
   * null for a single task.
   */
  readonly halves: readonly [SettingFigures, SettingFigures] | null;
}

/**
 * The setting that would have served best: the highest hit rate less its price, {@link HIT_RATE_PER_100_TOKENS}. That is the knee
 * of hit rate over tokens, at a stated exchange rate, so it does not move with the settings that happen to be tried. Of equal ones
 * it is the lower budget, then the higher floor: both promise less noise on tasks that were not asked about.
 * @param swept By task, then by setting; at least one task.
 */
export function suggestSetting(swept: readonly (readonly SettingVerdict[])[]): Suggestion {
  const settings = figuresOf(swept);
  const best = bestOf(settings);
  const half = (remainder: number): SettingFigures =>
    bestOf(figuresOf(swept.filter((_task, index) => index % 2 === remainder)));
  return {
    settings,
    best,
    standardError: Math.sqrt((best.hitRate * (1 - best.hitRate)) / swept.length),
    halves: swept.length < 2 ? null : [half(0), half(1)],
  };
}

function figuresOf(swept: readonly (readonly SettingVerdict[])[]): SettingFigures[] {
  return SWEPT_SETTINGS.map((setting, index) => {
    const outcomes = swept.flatMap((task) => task[index] ?? []);
    const lines = mean(outcomes.map((outcome) => outcome.lines));
    return {
      ...setting,
      hitRate: mean(outcomes.map(({ hit }) => (hit ? 1 : 0))),
      tokens: mean(outcomes.map(({ tokens }) => tokens)),
      linesBehindShare: lines === 0 ? 0 : mean(outcomes.map(({ linesBehind }) => linesBehind)) / lines,
    };
  });
}

function bestOf(settings: readonly SettingFigures[]): SettingFigures {
  return settings.reduce((best, setting) => (isBetter(setting, best) ? setting : best));
}

function isBetter(a: SettingFigures, b: SettingFigures): boolean {
  const difference = worthOf(a) - worthOf(b);
  // Sums in another order differ in the last bits; that is no reason to prefer one.
  if (Math.abs(difference) > 1e-9) return difference > 0;
  if (a.budgetTokens !== b.budgetTokens) return a.budgetTokens < b.budgetTokens;
  return a.minRelevance > b.minRelevance;
}

const worthOf = ({ hitRate, tokens }: SettingFigures): number => hitRate - (tokens / 100) * HIT_RATE_PER_100_TOKENS;

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
