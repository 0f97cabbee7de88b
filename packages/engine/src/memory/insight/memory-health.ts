import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';
import { type MemoryWindow, RECORDS_OF_EVENTS } from './analytics-window.ts';
import { requireInput } from '../../base/require-input.ts';

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
  /** Of the active ones, how many have a weight of 0.5 or less, or are statements of fewer than 20 bytes; a short commit or message is as it was. */
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

/** The figures of a project, or of the organisation, now, without what is hidden. What was forgotten has no attributes left: all of it counts. */
export async function memoryHealth(
  tenant: TenantDatabase,
  { since, until, project, hidden }: MemoryWindow,
): Promise<MemoryHealth> {
  const values = [tenant.orgId, project, until, since, hiddenValue(hidden)];
  const [row] = await tenant.query<HealthRow>({ text: HEALTH, values });
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

const STATUSES = ['superseded', 'expired', 'quarantined', 'active'] as const;
const AGES = ['week', 'month', 'quarter', 'year', 'older'] as const;

const STATUS = `case when o.superseded_by is not null then 0 when o.valid_to <= $3::timestamptz then 1
  when o.quarantine_reason is not null then 2 else 3 end`;

const AGE = `case when ${younger(7)} then 0 when ${younger(30)} then 1 when ${younger(91)} then 2 when ${younger(365)} then 3 else 4 end`;

const is = (status: (typeof STATUSES)[number]): string => `status = ${STATUSES.indexOf(status)}`;

const OF_SCOPE = `o.org_id = $1 and ($2::text is null or o.project_id = $2) and ${isNotHidden('$5')}`;

// Statements that differ in small things mostly share their simhash; counting those a few bits apart would compare each with each.
// Rows are put together by what is asked of them first, and counted apart from their simhashes: all figures in one pass sorted every row by its
// simhash, on disk, and took twice as long. By one number that says four things: of four columns the database expects more groups than there are rows,
// and sorts them all.
const HEALTH = `
  with summed as (
    select (${STATUS}) * 100 + (${AGE}) * 10 + o.pinned::int * 2 + ((octet_length(o.content) < 20 and o.kind not in ${RECORDS_OF_EVENTS}) or o.weight <= 0.5)::int as code,
      count(*) as n, sum(o.weight) as weight, sum(octet_length(o.content)) as bytes, min(o.created_at) as oldest, max(o.created_at) as newest
    from observations o where ${OF_SCOPE} group by 1
  ), part as (
    select code / 100 as status, code / 10 % 10 as age, code % 10 >= 2 as pinned, code % 2 = 1 as junk, n, weight, bytes, oldest, newest
    from summed
  ), said as (
    select count(*)::int as n from (
      select from observations o where ${OF_SCOPE} and (${STATUS}) = ${STATUSES.indexOf('active')} group by o.simhash) once
  )
  select coalesce(sum(n), 0)::int as total, ${count(is('active'))} as active, ${count(is('superseded'))} as superseded,
    ${count(is('expired'))} as expired, ${count(is('quarantined'))} as quarantined, ${count('pinned')} as pinned,
    ${count(is('active'))} - (select n from said) as repeated,
    ${count(`${is('active')} and junk`)} as junk,
    sum(weight) filter (where ${is('active')}) / nullif(${count(is('active'))}, 0) as "meanWeight",
    coalesce(sum(bytes), 0)::bigint as bytes, min(oldest) as "oldestAt", max(newest) as "newestAt",
    ${AGES.map((age, code) => `${count(`${is('active')} and age = ${code}`)} as ${age}`).join(', ')},
    (select count(*) from observation_tombstones t where t.org_id = $1 and ($2::text is null or t.project_id = $2)
      and t.deleted_at >= $4::timestamptz and t.deleted_at < $3::timestamptz)::int as forgotten
  from part`;

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

/** Statements that are not hidden by bucket and key, oldest first. Fails with `invalid-input`. */
export async function memoryTrends(
  tenant: TenantDatabase,
  { since, until, bucket, project, hidden }: MemoryWindow,
  by: TrendKey,
): Promise<readonly MemoryTrend[]> {
  requireInput(by in COLUMNS, 'by', `one of ${Object.keys(COLUMNS).join(', ')}`);
  return tenant.query<MemoryTrend & Row>({
    text: `
      with counted as (
        select date_trunc($5, created_at) as bucket, ${COLUMNS[by]} as key, count(*) as created from observations o
        where org_id = $1 and created_at >= $2 and created_at < $3 and ($4::text is null or project_id = $4)
          and ${isNotHidden('$6')} group by 1, 2
      ), largest as (
        select key from counted group by key order by sum(created) desc, key limit ${MOST_KEYS}
      )
      select c.bucket, l.key, sum(c.created)::int as created from counted c left join largest l on l.key = c.key
      group by 1, 2 order by 1, 3 desc, 2`,
    values: [tenant.orgId, since, until, project, bucket, hiddenValue(hidden)],
  });
}
