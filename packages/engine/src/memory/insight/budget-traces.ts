import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput, requireLabel } from '../../base/require-input.ts';
import type { AnalyticsWindow } from './analytics-window.ts';

/** What one block was made of, in tokens. */
export interface BudgetTrace {
  readonly budgetTokens: number;
  readonly actualTokens: number;
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
  requireInput(Number.isInteger(limit) && limit >= 1 && limit <= 2000, 'limit', 'a whole number from 1 to 2000');
  return tenant.query<BudgetTrace & Row>({
    text: `
      select l.budget_tokens as "budgetTokens", l.actual_tokens as "actualTokens", coalesce((
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
