import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput, requirePageLimit } from '../../base/require-input.ts';
import type { MemoryWindow } from './analytics-window.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';

/** An observation that was given to sessions, and what it did there. */
export interface ObservationStanding {
  readonly id: string;
  readonly projectId: string | null;
  readonly kind: string;
  /** The beginning of its content. */
  readonly excerpt: string;
  readonly pinned: boolean;
  /** As it is now. */
  readonly weight: number;
  /** Blocks that it was in. */
  readonly injections: number;
  /** Sessions that named it or told what only it says. */
  readonly cited: number;
  /** Sessions that edited a file that it names after it was shown. */
  readonly followed: number;
  /** Sessions that only read such a file: it moves no weight. */
  readonly touched: number;
  /** Sum of what they changed. */
  readonly weightChange: number;
  /** Verdicts that hold: one that was replaced by another is not among them. */
  readonly misleading: number;
}

/** Which end of the list is wanted. */
export interface TopObservationsRequest {
  /** (Default: 'top') */
  readonly order?: 'top' | 'bottom';
  /** 1 to 100. (Default: 20) */
  readonly limit?: number;
}

/** The observations that feedback thinks most of, or least, among those that were given or judged and are not hidden. Fails with `invalid-input`. */
export async function topObservations(
  tenant: TenantDatabase,
  { since, until, project, hidden }: MemoryWindow,
  { order = 'top', limit = 20 }: TopObservationsRequest = {},
): Promise<readonly ObservationStanding[]> {
  requireInput(order === 'top' || order === 'bottom', 'order', "'top' or 'bottom'");
  requirePageLimit(limit, 100);
  const direction = order === 'top' ? 'desc' : 'asc';
  return tenant.query<ObservationStanding & Row>({
    // Contents are read of the chosen ones only: sorting all with their excerpts took four times as long.
    text: `
      with given as (
        select named.id, count(*) as injections from context_injection_logs l cross join lateral unnest(l.observation_ids) as named (id)
        where l.org_id = $1 and l.shown and l.created_at >= $2 and l.created_at < $3 group by 1
      ), judged as (
        select observation_id as id, sum(new_weight - old_weight) as change
        from observation_weight_history where org_id = $1 and created_at >= $2 and created_at < $3 group by 1
      ), standing as (
        select o.id, coalesce(injections, 0) as injections, coalesce(change, 0) as change
        from (select * from given full join judged using (id)) told join observations o on o.org_id = $1 and o.id = told.id
        where ($4::text is null or o.project_id = $4) and ${isNotHidden('$6')}
        order by o.weight ${direction}, 3 ${direction}, 2 desc, 1 limit $5
      )
      select o.id, nullif(o.project_id, '') as "projectId", o.kind, left(o.content, 300) as excerpt, o.pinned, o.weight,
        s.injections::int as injections, u.cited, u.followed, u.touched, s.change::float8 as "weightChange", u.misleading
      from standing s join observations o on o.org_id = $1 and o.id = s.id cross join lateral (
        select (count(*) filter (where evidence = 'cited'))::int as cited, (count(*) filter (where evidence = 'followed'))::int as followed,
          (count(*) filter (where evidence = 'touched'))::int as touched,
          (count(*) filter (where evidence = 'explicit' and cause = 'misleading'))::int as misleading
        from observation_uses where org_id = $1 and observation_id = o.id and occurred_at >= $2 and occurred_at < $3
      ) u
      order by o.weight ${direction}, s.change ${direction}, s.injections desc, o.id`,
    values: [tenant.orgId, since, until, project, limit, hiddenValue(hidden)],
  });
}
