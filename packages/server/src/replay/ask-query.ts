import type { Clock, RecallResult } from '@inkling/engine';
import { judgeBlock, type ReplayTruth } from './judge-block.ts';
import { buildBlock, packBlock, type BlockSettings } from './pack-block.ts';
import type { QueryOutcome, SettingOutcome } from './query-outcome.ts';
import type { ReplayCommit } from './replay-commit.ts';
import type { ReplayMemory } from './replay-memory.ts';
import { inklingMethod, methodsFor, positionsOf, type ReplayMethod, type ReplayQuery } from './replay-methods.ts';
import { scoreRanking } from './score-ranking.ts';
import { REPLAY_BUDGETS, SWEPT_SETTINGS } from './swept-settings.ts';

/** What queries are asked of, and how blocks are made. */
export interface ReplayBench {
  readonly memory: ReplayMemory;
  readonly commits: readonly ReplayCommit[];
  readonly settings: BlockSettings;
  readonly clock: Clock;
}

/** Asks every method that the query's variant is asked of. */
export async function askQuery(bench: ReplayBench, query: ReplayQuery, truth: ReplayTruth): Promise<QueryOutcome[]> {
  const outcomes: QueryOutcome[] = [];
  for (const method of methodsFor(query.variant, bench.memory, bench.commits)) {
    outcomes.push(await askMethod(bench, query, truth, method));
  }
  return outcomes;
}

async function askMethod(
  bench: ReplayBench,
  query: ReplayQuery,
  truth: ReplayTruth,
  method: ReplayMethod,
): Promise<QueryOutcome> {
  const { memory, clock } = bench;
  const settings = { ...bench.settings, minRelevance: method.minRelevance ?? bench.settings.minRelevance };
  const startedAt = clock.monotonic();
  // Of the engine the real call is timed and judged. Its ranked rows are read apart: a block tells of only some of them.
  const direct = method.name === 'inkling' ? await buildBlock(memory.org, query, settings) : null;
  const directMs = clock.monotonic() - startedAt;
  const rows = await (method.rowsForBlock?.(query, settings.minRelevance) ?? method.rank(query));
  const block = direct ?? (await packBlock(memory.org, query, rows, settings));
  const packedMs = clock.monotonic() - startedAt;
  const ranked = method.rowsForBlock ? await method.rank(query) : rows;
  return {
    method: method.name,
    variant: query.variant,
    ...judgeBlock(block, truth),
    ranking: truth.relevant.size === 0 ? null : scoreRanking(positionsOf(ranked), truth.relevant),
    hitAtBudget: await hitsByBudget({ ...bench, settings }, query, rows, truth),
    latencyMs: direct ? directMs : packedMs,
  };
}

async function hitsByBudget(
  { memory, settings }: ReplayBench,
  query: ReplayQuery,
  rows: RecallResult['rows'],
  truth: ReplayTruth,
): Promise<boolean[]> {
  const hits: boolean[] = [];
  for (const budgetTokens of REPLAY_BUDGETS) {
    const block = await packBlock(memory.org, query, rows, { ...settings, budgetTokens });
    hits.push(judgeBlock(block, truth).hit);
  }
  return hits;
}

/** Recalls once for each relevance floor and packs the rows by every one of `SWEPT_SETTINGS`. */
export async function sweepQuery(
  { memory, settings }: ReplayBench,
  query: ReplayQuery,
  truth: ReplayTruth,
): Promise<SettingOutcome[]> {
  const method = inklingMethod(memory);
  const rowsByFloor = new Map<number, RecallResult['rows']>();
  const outcomes: SettingOutcome[] = [];
  for (const setting of SWEPT_SETTINGS) {
    const rows = rowsByFloor.get(setting.minRelevance) ?? (await method.rowsForBlock(query, setting.minRelevance));
    rowsByFloor.set(setting.minRelevance, rows);
    const block = await packBlock(memory.org, query, rows, { ...settings, ...setting });
    const { hit, tokens, lines, linesOnTarget } = judgeBlock(block, truth);
    outcomes.push({ hit, tokens, lines, linesOnTarget });
  }
  return outcomes;
}
