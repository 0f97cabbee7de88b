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

const count = (condition: string): string => `coalesce(sum(n) filter (where ${condition}), 0)::int`;
const younger = (days: number): string => `o.created_at >= $3::timestamptz - interval '${days} days'`;

const STATUS = `case
  when o.superseded_by is not null then 'superseded'
  when o.valid_to <= $3::timestamptz then 'expired'
  when o.quarantine_reason is not null then 'quarantined'
  else 'active' end`;

const AGE = `case when ${younger(7)} then 'week' when ${younger(30)} then 'month' when ${younger(91)} then 'quarter'
  when ${younger(365)} then 'year' else 'older' end`;

const OF_SCOPE = 'o.org_id = $1 and ($2::text is null or o.project_id = $2)';

// Statements that differ in small things mostly share their simhash; counting those a few bits apart would compare each with each.
// Rows are put together by what is asked of them first, and counted apart from their simhashes: all figures in one pass sorted every row by its
// simhash, on disk, and took twice as long.
const HEALTH = `
  with part as (
    select ${STATUS} as status, ${AGE} as age, o.pinned, octet_length(o.content) < 20 or o.weight <= 0.5 as junk, count(*) as n,
      sum(o.weight) as weight, sum(octet_length(o.content)) as bytes, min(o.created_at) as oldest, max(o.created_at) as newest
    from observations o where ${OF_SCOPE} group by 1, 2, 3, 4
  ), said as (
    select count(*)::int as n from (
      select from observations o where ${OF_SCOPE} and ${STATUS} = 'active' group by o.simhash) once
  )
  select coalesce(sum(n), 0)::int as total, ${count(`status = 'active'`)} as active, ${count(`status = 'superseded'`)} as superseded,
    ${count(`status = 'expired'`)} as expired, ${count(`status = 'quarantined'`)} as quarantined, ${count('pinned')} as pinned,
    ${count(`status = 'active'`)} - (select n from said) as repeated,
    ${count(`status = 'active' and junk`)} as junk,
    sum(weight) filter (where status = 'active') / nullif(${count(`status = 'active'`)}, 0) as "meanWeight",
    coalesce(sum(bytes), 0)::bigint as bytes, min(oldest) as "oldestAt", max(newest) as "newestAt",
    ${['week', 'month', 'quarter', 'year', 'older'].map((age) => `${count(`status = 'active' and age = '${age}'`)} as ${age}`).join(', ')},
    (select count(*) from observation_tombstones t where t.org_id = $1 and ($2::text is null or t.project_id = $2)
      and t.deleted_at >= $4::timestamptz and t.deleted_at < $3::timestamptz)::int as forgotten
  from part`;
