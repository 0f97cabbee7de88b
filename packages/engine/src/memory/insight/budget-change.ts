import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireLabel, requireWholeNumber } from '../../base/require-input.ts';
import type { AnalyticsWindow } from './analytics-window.ts';

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

/** The sentence before the notes and the heading of their section: what a block without triplets spends on top is lines that were lengthened. */
const USUAL_FRAME_TOKENS = 35;
const MOST_NAMED = 50;

/**
 * Fills each block again with another budget, greedily as blocks are filled, from what its log says its lines cost. An estimate: what a block
 * spends on its frame and on triplets is taken as it was, what lengthened its lines is spent as far as the budget goes, and only what was recalled
 * then can come in.
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
  const onTop = trace.actualTokens === 0 ? USUAL_FRAME_TOKENS : Math.max(0, trace.actualTokens - spent);
  let tokens = trace.hasTriplets ? onTop : Math.min(onTop, USUAL_FRAME_TOKENS);
  const grown = onTop - tokens;
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
    tokens: after.length === 0 ? 0 : Math.min(budgetTokens, tokens + grown),
  };
}

function mostFrequent(ids: readonly string[]): { id: string; blocks: number }[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const named = [...counts].map(([id, blocks]) => ({ id, blocks }));
  return named.toSorted((a, b) => b.blocks - a.blocks || (a.id < b.id ? -1 : 1)).slice(0, MOST_NAMED);
}

/** What one block was made of, in tokens. */
export interface BudgetTrace {
  readonly budgetTokens: number;
  readonly actualTokens: number;
  /** (Default: false) */
  readonly hasTriplets?: boolean;
  /** What was ranked and measured, in or out, the best first. */
  readonly lines: readonly { readonly id: string; readonly tokens: number; readonly included: boolean }[];
}

/** Which blocks are looked at. */
export interface BudgetTracesRequest {
  readonly workType: string;
  /** The newest so many, 1 to 2000. (Default: 500) */
  readonly limit?: number;
}

/** The start blocks of a work type, newest first, as far as they tell what their lines cost. Fails with `invalid-input`. */
export async function budgetTraces(
  tenant: TenantDatabase,
  { since, until, project }: AnalyticsWindow,
  { workType, limit = 500 }: BudgetTracesRequest,
): Promise<readonly BudgetTrace[]> {
  requireLabel(workType, 'workType');
  requireWholeNumber(limit, 'limit', 1, 2000);
  return tenant.query<BudgetTrace & Row>({
    text: `
      select l.budget_tokens as "budgetTokens", l.actual_tokens as "actualTokens",
        l.graph_edge_keys <> '[]' as "hasTriplets", coalesce((
          select jsonb_agg(jsonb_build_object('id', line ->> 'id', 'tokens', line -> 'tokens', 'included', included)
            order by (line ->> 'weightedRank')::float8)
          from (
            select r as line, true as included from jsonb_array_elements(l.trace -> 'rows') r
            union all
            select o, false from jsonb_array_elements(l.trace -> 'leftOut') o where o ->> 'reason' = 'over-budget'
          ) considered
          where line ->> 'id' is not null and jsonb_typeof(line -> 'tokens') = 'number'), '[]') as lines
      from context_injection_logs l left join sessions s on s.org_id = $1 and s.id = l.session_id
      where l.org_id = $1 and l.created_at >= $2 and l.created_at < $3 and ($4::text is null or coalesce(l.project_id, '') = $4)
        and coalesce(nullif(s.work_type, ''), l.work_type) = $5 and l.trace ->> 'source' = 'session-start'
      order by l.created_at desc limit $6`,
    values: [tenant.orgId, since, until, project, workType, limit],
  });
}
