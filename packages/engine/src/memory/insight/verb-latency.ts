import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { AnalyticsWindow } from './analytics-window.ts';

/** Tool calls of one outcome in one stretch of time. */
export interface OutcomeShare {
  /** Where the stretch begins; null = all of them together. */
  readonly bucket: string | null;
  readonly outcome: string;
  readonly events: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** How many tool calls of an outcome took between two times. */
export interface LatencyBand {
  readonly outcome: string;
  /** Milliseconds, from … */
  readonly fromMs: number;
  /** … to below; null = and more. */
  readonly toMs: number | null;
  readonly events: number;
}

const EDGES_MS: readonly number[] = [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100];

/** Outcomes and times of tool calls by bucket, oldest first; those without a bucket are the sums. */
export async function outcomeShares(
  tenant: TenantDatabase,
  { since, until, bucket, project }: AnalyticsWindow,
): Promise<readonly OutcomeShare[]> {
  return tenant.query<OutcomeShare & Row>({
    text: `
      select date_trunc($5, created_at) as bucket, outcome, count(*)::int as events,
        percentile_disc(0.5) within group (order by elapsed_ms) as p50, percentile_disc(0.95) within group (order by elapsed_ms) as p95,
        percentile_disc(0.99) within group (order by elapsed_ms) as p99, max(elapsed_ms) as max
      from session_verb_events
      where org_id = $1 and created_at >= $2 and created_at < $3 and ($4::text is null or project_id = $4)
      group by grouping sets ((1, 2), (2)) order by bucket nulls last, outcome`,
    values: [tenant.orgId, since, until, project, bucket],
  });
}

export async function latencyHistogram(
  tenant: TenantDatabase,
  { since, until, project }: AnalyticsWindow,
): Promise<readonly LatencyBand[]> {
  const rows = await tenant.query<{ outcome: string; band: number; events: number }>({
    text: `
      select outcome, width_bucket(elapsed_ms, $5::float8[]) as band, count(*)::int as events
      from session_verb_events
      where org_id = $1 and created_at >= $2 and created_at < $3 and ($4::text is null or project_id = $4)
      group by 1, 2 order by 1, 2`,
    values: [tenant.orgId, since, until, project, EDGES_MS],
  });
  return rows.map(({ outcome, band, events }) => ({
    outcome,
    fromMs: EDGES_MS[band - 1] ?? 0,
    toMs: EDGES_MS[band] ?? null,
    events,
  }));
}
