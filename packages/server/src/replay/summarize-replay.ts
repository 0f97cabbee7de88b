import { mean } from './mean.ts';
import { percentile } from './percentile.ts';
import type { QueryOutcome } from './query-outcome.ts';
import { REPLAY_VARIANTS, type ReplayMethodName, type ReplayVariant } from './replay-methods.ts';
import { REPLAY_BUDGETS } from './swept-settings.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** The figures of one method for one variant. Rates and shares are from 0 to 1. */
export interface ReplayFigures {
  readonly method: ReplayMethodName;
  readonly variant: ReplayVariant;
  readonly queries: number;
  /** Blocks with at least one commit that touched a same file. */
  readonly hitRate: number;
  /** Where the true rate lies with 95 % certainty. */
  readonly hitInterval: readonly [low: number, high: number];
  /** Queries that have a relevant commit. The next four figures are over these. */
  readonly queriesWithRelevant: number;
  /** Blocks with at least one relevant commit. */
  readonly relevantHitRate: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  readonly meanReciprocalRank: number;
  /** Lines in a block, mean, and the share of all lines whose commit touched a same file. */
  readonly lines: number;
  readonly onTargetShare: number;
  /** Tokens of a block, mean, empty ones included. */
  readonly tokens: number;
  /** Queries that got no answer. */
  readonly unanswered: number;
  /** From the question to the block, in milliseconds: the only figures that depend on the machine. */
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly hitRateByBudget: readonly { readonly budgetTokens: number; readonly hitRate: number }[];
}

const METHODS: readonly ReplayMethodName[] = ['inkling', 'inkling-no-floor', 'full-text', 'recent', 'path-log'];

/** The figures of every method and variant that was asked: the variants in their order, the methods within. */
export function summarizeReplay(outcomes: readonly QueryOutcome[]): readonly ReplayFigures[] {
  return REPLAY_VARIANTS.flatMap((variant) =>
    METHODS.flatMap((method) => {
      const own = outcomes.filter((outcome) => outcome.method === method && outcome.variant === variant);
      return own.length === 0 ? [] : [figuresOf(method, variant, own)];
    }),
  );
}

function figuresOf(method: ReplayMethodName, variant: ReplayVariant, outcomes: readonly QueryOutcome[]): ReplayFigures {
  const hitRate = shareOf(outcomes.map(({ hit }) => hit));
  const lines = mean(outcomes.map((outcome) => outcome.lines));
  const latencies = outcomes.map(({ latencyMs }) => latencyMs);
  return {
    method,
    variant,
    queries: outcomes.length,
    hitRate,
    hitInterval: wilsonInterval(hitRate, outcomes.length),
    ...rankingOf(outcomes),
    lines,
    onTargetShare: lines === 0 ? 0 : mean(outcomes.map(({ linesOnTarget }) => linesOnTarget)) / lines,
    tokens: mean(outcomes.map(({ tokens }) => tokens)),
    unanswered: outcomes.filter(({ answered }) => !answered).length,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    hitRateByBudget: REPLAY_BUDGETS.map((budgetTokens, index) => ({
      budgetTokens,
      hitRate: shareOf(outcomes.map(({ hitAtBudget }) => hitAtBudget[index] === true)),
    })),
  };
}

function rankingOf(outcomes: readonly QueryOutcome[]) {
  const scores = outcomes.flatMap(({ ranking }) => ranking ?? []);
  return {
    queriesWithRelevant: scores.length,
    relevantHitRate: shareOf(outcomes.flatMap(({ relevantHit }) => relevantHit ?? [])),
    recallAt5: mean(scores.map(({ recallAt5 }) => recallAt5)),
    recallAt10: mean(scores.map(({ recallAt10 }) => recallAt10)),
    meanReciprocalRank: mean(scores.map(({ reciprocalRank }) => reciprocalRank)),
  };
}

const shareOf = (flags: readonly boolean[]): number => mean(flags.map((flag) => (flag ? 1 : 0)));
