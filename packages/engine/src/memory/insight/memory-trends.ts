import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import type { AnalyticsWindow } from './analytics-window.ts';

/** Statements that were made in one stretch of time. */
export interface MemoryTrend {
  readonly bucket: string;
  /** A kind or an agent; null = all those beyond the twelve largest. */
  readonly key: string | null;
  readonly created: number;
}

/** By what statements are told apart. */
export type TrendKey = 'kind' | 'agent';

const COLUMNS: Readonly<Record<TrendKey, string>> = { kind: 'kind', agent: 'agent_id' };

/** As many colours as a chart can show. */
const MOST_KEYS = 12;

/** Statements by bucket and key, oldest first. Fails with `invalid-input`. */
export async function memoryTrends(
  tenant: TenantDatabase,
  { since, until, bucket, project }: AnalyticsWindow,
  by: TrendKey,
): Promise<readonly MemoryTrend[]> {
  requireInput(by in COLUMNS, 'by', `one of ${Object.keys(COLUMNS).join(', ')}`);
  return tenant.query<MemoryTrend & Row>({
    text: `
      with counted as (
        select date_trunc($5, created_at) as bucket, ${COLUMNS[by]} as key, count(*) as created from observations
        where org_id = $1 and created_at >= $2 and created_at < $3 and ($4::text is null or project_id = $4) group by 1, 2
      ), largest as (
        select key from counted group by key order by sum(created) desc, key limit ${MOST_KEYS}
      )
      select c.bucket, l.key, sum(c.created)::int as created from counted c left join largest l on l.key = c.key
      group by 1, 2 order by 1, 3 desc, 2`,
    values: [tenant.orgId, since, until, project, bucket],
  });
}
