import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { AnalyticsWindow } from './analytics-window.ts';

/** How a memory is doing. Counts are of statements. */
export interface MemoryHealth {
  readonly total: number;
  readonly active: number;
  readonly superseded: number;
  readonly expired: number;
  readonly quarantined: number;
  readonly pinned: number;
  /** Of the active ones, how many say what another one says in the same words but for small things. */
  readonly repeated: number;
  /** `repeated` of `active`. */
  readonly dedupRatio: number;
  /** Of the active ones, how many have fewer than 20 bytes, or a weight of 0.5 or less. */
  readonly junk: number;
  /** `junk` of `active`. */
  readonly junkShare: number;
  readonly meanWeight: number | null;
  readonly bytes: number;
  readonly oldestAt: string | null;
  readonly newestAt: string | null;
  /** Active ones by age: a week at most, a month, a quarter, a year, and more. */
  readonly ages: {
    readonly week: number;
    readonly month: number;
    readonly quarter: number;
    readonly year: number;
    readonly older: number;
  };
  /** Forgotten in the stretch of time that was asked for. */
  readonly forgotten: number;
}

/** The figures of a project, or of the organisation, now. */
export async function memoryHealth(
  tenant: TenantDatabase,
  { since, until, project }: AnalyticsWindow,
): Promise<MemoryHealth> {
  const [row] = await tenant.query<HealthRow>({ text: HEALTH, values: [tenant.orgId, project, until, since] });
  if (!row) throw new RangeError('an aggregate answers one row');
  const { week, month, quarter, year, older, bytes, ...counts } = row;
  const share = (part: number): number => (counts.active === 0 ? 0 : part / counts.active);
  return {
    ...counts,
    dedupRatio: share(counts.repeated),
    junkShare: share(counts.junk),
    bytes: Number(bytes),
    ages: { week, month, quarter, year, older },
  };
}

type HealthRow = Omit<MemoryHealth, 'dedupRatio' | 'junkShare' | 'ages' | 'bytes'> &
  MemoryHealth['ages'] &
  Row & { readonly bytes: string };

const count = (condition: string): string => `(count(*) filter (where ${condition}))::int`;
const younger = (days: number): string => `s.created_at >= $3::timestamptz - interval '${days} days'`;

// Statements that differ in small things mostly share their simhash; counting those a few bits apart would compare each with each.
const HEALTH = `
  with s as (
    select o.simhash, o.weight, o.pinned, o.created_at, octet_length(o.content) as bytes, case
      when o.superseded_by is not null then 'superseded'
      when o.valid_to <= $3::timestamptz then 'expired'
      when o.quarantine_reason is not null then 'quarantined'
      else 'active' end as status
    from observations o where o.org_id = $1 and ($2::text is null or o.project_id = $2)
  )
  select count(*)::int as total, ${count(`status = 'active'`)} as active, ${count(`status = 'superseded'`)} as superseded,
    ${count(`status = 'expired'`)} as expired, ${count(`status = 'quarantined'`)} as quarantined, ${count('pinned')} as pinned,
    ${count(`status = 'active'`)} - (count(distinct simhash) filter (where status = 'active'))::int as repeated,
    ${count(`status = 'active' and (bytes < 20 or weight <= 0.5)`)} as junk,
    avg(weight) filter (where status = 'active') as "meanWeight", coalesce(sum(bytes), 0)::bigint as bytes,
    min(created_at) as "oldestAt", max(created_at) as "newestAt",
    ${count(`status = 'active' and ${younger(7)}`)} as week,
    ${count(`status = 'active' and ${younger(30)} and not ${younger(7)}`)} as month,
    ${count(`status = 'active' and ${younger(91)} and not ${younger(30)}`)} as quarter,
    ${count(`status = 'active' and ${younger(365)} and not ${younger(91)}`)} as year,
    ${count(`status = 'active' and not ${younger(365)}`)} as older,
    (select count(*) from observation_tombstones t where t.org_id = $1 and ($2::text is null or t.project_id = $2)
      and t.deleted_at >= $4::timestamptz and t.deleted_at < $3::timestamptz)::int as forgotten
  from s`;
