import type { BudgetTrace } from './budget-traces.ts';

/** What another budget would have made of start blocks that were composed. */
export interface BudgetChange {
  readonly workType: string;
  readonly budgetTokens: number;
  /** Blocks that were looked at. */
  readonly blocks: number;
  readonly meanTokensBefore: number;
  readonly meanTokensAfter: number;
  readonly meanMemoriesBefore: number;
  readonly meanMemoriesAfter: number;
  /** Blocks that would have other memories. */
  readonly changedBlocks: number;
  /** What would have come in and what would have been left out, the most frequent first, at most 50 of each. */
  readonly gained: readonly { readonly id: string; readonly blocks: number }[];
  readonly lost: readonly { readonly id: string; readonly blocks: number }[];
}

/** The sentence before the notes and the heading of their section. */
const USUAL_FRAME_TOKENS = 35;
const MOST_NAMED = 50;

/**
 * Fills each block again with another budget, greedily as blocks are filled, from what its log says its lines cost. An estimate: what a block
 * spends on its frame and on triplets is taken as it was, and only what was recalled then can come in.
 */
export function budgetChange(workType: string, budgetTokens: number, traces: readonly BudgetTrace[]): BudgetChange {
  const fills = traces.map((trace) => fillAgain(trace, budgetTokens));
  const mean = (of: (fill: Fill) => number): number =>
    fills.length === 0 ? 0 : fills.reduce((sum, fill) => sum + of(fill), 0) / fills.length;
  return {
    workType,
    budgetTokens,
    blocks: fills.length,
    meanTokensBefore: mean(({ trace }) => trace.actualTokens),
    meanTokensAfter: mean(({ tokens }) => tokens),
    meanMemoriesBefore: mean(({ before }) => before.length),
    meanMemoriesAfter: mean(({ after }) => after.length),
    changedBlocks: fills.filter(({ gained, lost }) => gained.length + lost.length > 0).length,
    gained: mostFrequent(fills.flatMap(({ gained }) => gained)),
    lost: mostFrequent(fills.flatMap(({ lost }) => lost)),
  };
}

interface Fill {
  readonly trace: BudgetTrace;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly tokens: number;
}

function fillAgain(trace: BudgetTrace, budgetTokens: number): Fill {
  const included = trace.lines.filter((line) => line.included);
  const spent = included.reduce((sum, { tokens }) => sum + tokens, 0);
  let tokens = trace.actualTokens === 0 ? USUAL_FRAME_TOKENS : Math.max(0, trace.actualTokens - spent);
  const after: string[] = [];
  for (const line of trace.lines) {
    if (tokens + line.tokens > budgetTokens) continue;
    tokens += line.tokens;
    after.push(line.id);
  }
  const before = included.map(({ id }) => id);
  return {
    trace,
    before,
    after,
    gained: after.filter((id) => !before.includes(id)),
    lost: before.filter((id) => !after.includes(id)),
    tokens: after.length === 0 ? 0 : tokens,
  };
}

function mostFrequent(ids: readonly string[]): { id: string; blocks: number }[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const named = [...counts].map(([id, blocks]) => ({ id, blocks }));
  return named.toSorted((a, b) => b.blocks - a.blocks || (a.id < b.id ? -1 : 1)).slice(0, MOST_NAMED);
}
