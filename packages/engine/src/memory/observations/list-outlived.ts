import type { Statement, TenantDatabase } from '../../base/database/database.ts';

/** At most as many of each reason at once: their ids go through memory. */
const MOST = 10_000;

/** Where nobody set another number. Contract section 3: exchanges are cheap, many and short-lived. */
const EXCHANGE_DAYS = 90;
const PER_SESSION = 200;
const PER_PROJECT = 100_000;

/**
 * The ids of what an organisation no longer keeps: what is older than its kind's retention, and the exchanges above the bounds of a session and of
 * a project, the lightest and then the oldest first. Never what is pinned. At most 10,000 for each reason: ask again when they are gone.
 */
export async function listOutlived(tenant: TenantDatabase, at: Date): Promise<readonly string[]> {
  const moment = at.toISOString();
  const statements: readonly [text: string, ...values: unknown[]][] = [
    [OLD, moment],
    [OLD_EXCHANGES, moment, EXCHANGE_DAYS],
    [ABOVE_SESSION, PER_SESSION],
    [ABOVE_PROJECT, PER_PROJECT],
  ];
  const answers = await tenant.batch(
    statements.map(([text, ...values]): Statement => ({ text, values: [tenant.orgId, ...values] })),
  );
  return [...new Set(answers.flat().map((row) => row['id'] as string))];
}

const daysOf = (kind: string): string =>
  `(select r.days from observation_retention r where r.org_id = $1 and r.kind = ${kind})`;

/** A kind's own row counts; the one of all kinds only where there is none. */
const OLD = `
  select o.id from observations o
  where o.org_id = $1 and exists (select from observation_retention r where r.org_id = $1)
    and o.kind <> 'exchange' and not o.pinned
    and o.created_at < $2::timestamptz - interval '1 day' * coalesce(${daysOf('o.kind')}, ${daysOf("'*'")})
  limit ${MOST}`;

/**
 * Exchanges have days of their own, and twice as many once they were used: feedback raised their weight, or a block showed them. The logs of blocks
 * are read once, by the time of what they could save, and only when something light is old; what tool calls were given is known for 30 days.
 * They leave by whole days (UTC): forgetting takes the snapshots of indexes off the disk, and a little of it each hour would do so each hour.
 */
const OLD_EXCHANGES = `
  with kept as (
    select date_trunc('day', $2::timestamptz at time zone 'UTC') at time zone 'UTC' as today,
      coalesce(${daysOf("'exchange'")}, least($3::int, ${daysOf("'*'")})) as days,
      coalesce(${daysOf("'exchange'")} * 2, least($3::int * 2, ${daysOf("'*'")})) as days_used
  ), shown as (
    select unnest(l.observation_ids) as id from context_injection_logs l, kept
    where l.org_id = $1 and l.created_at >= kept.today - interval '1 day' * kept.days
    union all
    select unnest(q.observation_ids) from session_memory_injects q where q.org_id = $1 and q.status in ('delivered', 'acked')
  )
  select o.id from observations o, kept
  where o.org_id = $1 and o.kind = 'exchange' and not o.pinned and o.created_at < kept.today - interval '1 day' * kept.days
    and (o.created_at < kept.today - interval '1 day' * kept.days_used or not (o.weight > 1 or o.id in (select id from shown)))
  limit ${MOST}`;

const LIGHTEST_LAST = 'o.pinned desc, o.weight desc, o.created_at desc, o.id desc';

/** The number that somebody set for the project, else the default, which is $2. */
const boundOf = (column: string): string => `coalesce((
  select c.${column} from project_memory_config c where c.org_id = $1 and c.project_id = o.project_id), $2::int)`;

const ABOVE_SESSION = `
  select above.id from (
    select o.project_id, o.session_id, ${boundOf('exchanges_per_session')} as most from observations o
    where o.org_id = $1 and o.kind = 'exchange' and o.session_id is not null
    group by o.project_id, o.session_id having count(*) > ${boundOf('exchanges_per_session')}
  ) full_session cross join lateral (
    select o.id, o.pinned from observations o
    where o.org_id = $1 and o.kind = 'exchange' and o.project_id = full_session.project_id and o.session_id = full_session.session_id
    order by ${LIGHTEST_LAST} offset full_session.most
  ) above where not above.pinned
  limit ${MOST}`;

/** A hundredth more than must: a project that is full would else lose some each hour, and with them the snapshots of its index. */
const ABOVE_PROJECT = `
  select above.id from (
    select o.project_id, ${boundOf('exchanges_per_project')} as most from observations o
    where o.org_id = $1 and o.kind = 'exchange'
    group by o.project_id having count(*) > ${boundOf('exchanges_per_project')}
  ) full_project cross join lateral (
    select o.id, o.pinned from observations o
    where o.org_id = $1 and o.kind = 'exchange' and o.project_id = full_project.project_id
    order by ${LIGHTEST_LAST} offset full_project.most - full_project.most / 100
  ) above where not above.pinned
  limit ${MOST}`;
