import { expect, test } from 'vitest';
import type { QueryOutcome } from './query-outcome.ts';
import { summarizeReplay } from './summarize-replay.ts';

const outcome = (changes: Partial<QueryOutcome>): QueryOutcome => ({
  method: 'inkling',
  variant: 'subject',
  hit: false,
  relevantHit: null,
  ranking: null,
  lines: 0,
  linesOnTarget: 0,
  tokens: 0,
  budgetTokens: 500,
  answered: true,
  hitAtBudget: [false, false, false, false, false, false, false, false, false],
  latencyMs: 1,
  ...changes,
});

test('rates are over all queries, those of relevant commits over the queries that have one', () => {
  const hitAtBudget = [false, true, true, true, true, true, true, true, true];
  const ranking = { recallAt5: 0.5, recallAt10: 1, reciprocalRank: 0.25 };
  const [figures, ...others] = summarizeReplay([
    outcome({
      hit: true,
      relevantHit: true,
      ranking,
      lines: 8,
      linesOnTarget: 2,
      tokens: 400,
      hitAtBudget,
      latencyMs: 3,
    }),
    outcome({ relevantHit: false, ranking: { recallAt5: 0, recallAt10: 0, reciprocalRank: 0 }, latencyMs: 2 }),
    outcome({ hit: true, lines: 2, linesOnTarget: 2, tokens: 200, latencyMs: 9 }),
    outcome({ answered: false }),
  ]);
  expect(others).toEqual([]);
  expect(figures).toMatchObject({
    queries: 4,
    hitRate: 0.5,
    queriesWithRelevant: 2,
    relevantHitRate: 0.5,
    recallAt5: 0.25,
    recallAt10: 0.5,
    meanReciprocalRank: 0.125,
    lines: 2.5,
    onTargetShare: 0.4,
    tokens: 150,
    unanswered: 1,
    latencyMs: { p50: 2, p99: 9 },
  });
  expect(figures?.hitInterval[0]).toBeCloseTo(0.15, 2);
  expect(figures?.hitRateByBudget.slice(0, 2)).toEqual([
    { budgetTokens: 200, hitRate: 0 },
    { budgetTokens: 300, hitRate: 0.25 },
  ]);
});

test('methods and variants that were not asked have no row; the others come in one order', () => {
  const rows = summarizeReplay([
    outcome({ method: 'path-log', variant: 'subject-and-path' }),
    outcome({ method: 'recent' }),
    outcome({ variant: 'subject-and-path' }),
    outcome({}),
  ]);
  expect(rows.map(({ variant, method }) => `${variant} ${method}`)).toEqual([
    'subject inkling',
    'subject recent',
    'subject-and-path inkling',
    'subject-and-path path-log',
  ]);
});
