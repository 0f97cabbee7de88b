import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';
import type { AnalyticsWindow, MemoryWindow } from './analytics-window.ts';

/** What feedback did to retrievals in one stretch of time. */
export interface RetrievalImpact {
  /** Where the stretch begins; null = all of them together. */
  readonly bucket: string | null;
  readonly retrievals: number;
  /** Of which something came into a block. */
  readonly injecting: number;
  readonly candidates: number;
  readonly injected: number;
  /** Candidates that stand higher, and lower, than without weights. */
  readonly movedUp: number;
  readonly movedDown: number;
  /** Mean of how many places a candidate was moved, up or down. */
  readonly meanShift: number;
  /** Mean weight of what was injected; null = nothing was. */
  readonly meanInjectedWeight: number | null;
}

/** Weights that were moved in one stretch of time, by one cause. */
export interface WeightMovement {
  readonly bucket: string;
  readonly cause: string;
  readonly changes: number;
  /** Mean of the new weight − the old one. */
  readonly meanChange: number;
  readonly meanWeight: number;
}

/** Retrievals by bucket, oldest first; the one without a bucket is the sum. Contract 10. */
export async function retrievalImpact(
  tenant: TenantDatabase,
  { since, until, bucket, project }: AnalyticsWindow,
): Promise<readonly RetrievalImpact[]> {
  return tenant.query<RetrievalImpact & Row>({
    text: `
      with retrieval as (
        select r.created_at as at, of_it.*
        from session_retrievals r cross join lateral (
          select count(*) as candidates, count(*) filter (where c.id = any (r.injected_ids)) as injected,
            count(*) filter (where c.weighted < c.unweighted) as up, count(*) filter (where c.weighted > c.unweighted) as down,
            sum(abs(c.weighted - c.unweighted)) as shift, sum(c.weight) filter (where c.id = any (r.injected_ids)) as weight
          from unnest(r.observation_ids, r.unweighted_ranks, r.weighted_ranks, r.weights) as c (id, unweighted, weighted, weight)
        ) of_it
        where r.org_id = $1 and r.created_at >= $2 and r.created_at < $3 and ($4::text is null or r.project_id = $4)
      )
      select date_trunc($5, at) as bucket, count(*)::int as retrievals, (count(*) filter (where injected > 0))::int as injecting,
        coalesce(sum(candidates), 0)::int as candidates, coalesce(sum(injected), 0)::int as injected,
        coalesce(sum(up), 0)::int as "movedUp", coalesce(sum(down), 0)::int as "movedDown",
        coalesce(sum(shift) / nullif(sum(candidates), 0), 0)::float8 as "meanShift",
        (sum(weight) / nullif(sum(injected), 0))::float8 as "meanInjectedWeight"
      from retrieval group by grouping sets ((1), ()) order by bucket nulls last`,
    values: [tenant.orgId, since, until, project, bucket],
  });
}

/** Changes of weights of what is not hidden by bucket and cause, oldest first. */
export async function weightMovement(
  tenant: TenantDatabase,
  { since, until, bucket, project, hidden }: MemoryWindow,
): Promise<readonly WeightMovement[]> {
  return tenant.query<WeightMovement & Row>({
    text: `
      select date_trunc($5, h.created_at) as bucket, h.cause, count(*)::int as changes,
        avg(h.new_weight - h.old_weight)::float8 as "meanChange", avg(h.new_weight)::float8 as "meanWeight"
      from observation_weight_history h
      where h.org_id = $1 and h.created_at >= $2 and h.created_at < $3 and exists (
        select from observations o where o.org_id = $1 and o.id = h.observation_id and ($4::text is null or o.project_id = $4)
          and ${isNotHidden('$6')})
      group by 1, 2 order by 1, 2`,
    values: [tenant.orgId, since, until, project, bucket, hiddenValue(hidden)],
  });
}
