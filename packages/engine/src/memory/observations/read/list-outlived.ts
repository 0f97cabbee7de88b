import type { Row, TenantDatabase, OperatorDatabase } from '../../../base/database/database.ts';

/** At most as many at once: their ids go through memory. */
const MOST = 10_000;

/** Where nobody set another number. Contract section 3: exchanges are cheap, many and short-lived. */
const EXCHANGE_DAYS = 90;
/** Exchanges that were used are kept so many times as long. */
const USED_TIMES = 2;

const DAY_MS = 86_400_000;

interface KeptDays extends Row {
  readonly kind: string;
  readonly days: number;
}

/**
 * The ids of what is older than its kind is kept; never of what is pinned. At most 10,000 exchanges and as many of the rest: ask again when they
 * are gone. Nobody waits for it.
 */
export async function listOutlived(tenant: TenantDatabase, at: Date): Promise<readonly string[]> {
  const kept = await tenant.query<KeptDays>(
    { text: 'select kind, days from observation_retention where org_id = $1', values: [tenant.orgId] },
    { background: true },
  );
  const days = new Map(kept.map((row) => [row.kind, row.days]));
  const exchanges = await idsOf(tenant, OLD_EXCHANGES, exchangeBounds(days, at));
  return days.size === 0 ? exchanges : [...exchanges, ...(await idsOf(tenant, OLD, [at]))];
}

async function idsOf(
  tenant: TenantDatabase,
  text: string,
  moments: readonly (Date | null)[],
): Promise<readonly string[]> {
  const values = [tenant.orgId, ...moments.map((moment) => moment?.toISOString() ?? null)];
  return (await tenant.query<Row & { readonly id: string }>({ text, values }, { background: true })).map(
    ({ id }) => id,
  );
}

/**
 * Exchanges said before the first moment are forgotten, those said before the second one also when they were used, and those said before the third
 * one (null = none) also when their talk changed an earlier one: without it the statements of the earlier talk would hold again. The days of
 * all kinds only shorten. Exchanges leave by whole days (UTC), once a day and not a few each hour.
 */
function exchangeBounds(days: ReadonlyMap<string, number>, at: Date): readonly (Date | null)[] {
  const own = days.get('exchange');
  const most = own === undefined ? days.get('*') : undefined;
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  const before = (kept: number): Date => new Date(today - Math.min(kept, most ?? Infinity) * DAY_MS);
  const set = own ?? most;
  return [
    before(own ?? EXCHANGE_DAYS),
    before((own ?? EXCHANGE_DAYS) * USED_TIMES),
    set === undefined ? null : before(set),
  ];
}

// Used: feedback raised its weight, or a block showed it since it could have been forgotten. The logs of blocks are read once, by their time, and
// only when there is something old and light; the queue keeps what tool calls were given for 30 days.
const OLD_EXCHANGES = `
  select o.id from observations o
  where o.org_id = $1 and o.kind = 'exchange' and not o.pinned and o.created_at < $2::timestamptz
    and (o.created_at < $3::timestamptz or not (o.weight > 1 or o.id in (
      select unnest(l.observation_ids) from context_injection_logs l where l.org_id = $1 and l.shown and l.created_at >= $2::timestamptz
      union all
      select unnest(q.observation_ids) from session_memory_injects q where q.org_id = $1 and q.status in ('delivered', 'written', 'acked'))))
    and (o.created_at < coalesce($4::timestamptz, '-infinity') or not exists (
      select from talk_amendments a
      where a.org_id = $1 and a.session_id = o.session_id and a.replaces and a.undone_at is null))
  limit ${MOST}`;

/** A kind's own row counts; the one of all kinds only where there is none. */
const OLD = `
  select o.id from observations o
  where o.org_id = $1 and o.kind <> 'exchange' and not o.pinned and o.created_at < $2::timestamptz - interval '1 day' * coalesce(
    (select r.days from observation_retention r where r.org_id = $1 and r.kind = o.kind),
    (select r.days from observation_retention r where r.org_id = $1 and r.kind = '*'))
  limit ${MOST}`;

/**
 * Organisations that keep some observations for a time only, in the order of their ids, for the job that forgets the rest: those that set a retention
 * or have exchanges. An operator's call. `after` is the last one of the page before. (Default: from the start)
 */
export async function listOrganisationsWithRetention(
  operator: OperatorDatabase,
  limit: number,
  after = '',
): Promise<readonly string[]> {
  const rows = await operator.query<{ org_id: string }>({
    // From one organisation to the next in the index of exchanges: `distinct` would read all of it.
    text: `
      with recursive hop (org_id) as (
        (select o.org_id from observations o where o.kind = 'exchange' and o.org_id > $2 order by o.org_id limit 1)
        union all
        select (select o.org_id from observations o where o.kind = 'exchange' and o.org_id > hop.org_id order by o.org_id limit 1)
        from hop where hop.org_id is not null
      )
      select org_id from (
        select org_id from hop where org_id is not null
        union
        select org_id from observation_retention where org_id > $2
      ) known order by org_id limit $1`,
    values: [limit, after],
  });
  return rows.map((row) => row.org_id);
}

/** Sessions and projects that are looked at, and ids of one of them, at once. */
const MOST_PLACES = 1000;
const MOST_IDS = 10_000;

// Where nobody set another number.
const PER_SESSION = 200;
const PER_PROJECT = 100_000;

interface FullPlace extends Row {
  readonly project_id: string;
  /** null = the project. */
  readonly session_id: string | null;
  readonly most: number;
}

/**
 * The ids of exchanges above the bounds of their session and their project: the lightest and then the oldest, what is pinned last. Ask again when
 * they are gone. It counts in one index (100,000 exchanges: 70 ms of an embedded database), and nobody waits for it.
 */
export async function listCrowdedOut(tenant: TenantDatabase): Promise<readonly string[]> {
  const places = await tenant.query<FullPlace>(
    { text: FULL, values: [tenant.orgId, PER_SESSION, PER_PROJECT] },
    { background: true },
  );
  const ids: string[] = [];
  for (const { project_id, session_id, most } of places) {
    const values = [tenant.orgId, project_id, session_id, session_id === null ? withRoom(most) : most];
    const rows = await tenant.query<Row & { readonly id: string }>({ text: ABOVE, values }, { background: true });
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** A hundredth goes at once: a project that is full would else lose a few each hour. */
function withRoom(most: number): number {
  return most - Math.floor(most / 100);
}

// What is counted is compared with the smallest bound of all first: only what is above that is worth a look at its own.
const FULL = `
  select counted.project_id, counted.session_id, bound.most from (
    select o.project_id, o.session_id, grouping(o.session_id) = 1 as is_project, count(*) as exchanges
    from observations o
    where o.org_id = $1 and o.kind = 'exchange'
    group by grouping sets ((o.project_id, o.session_id), (o.project_id))
    having count(*) > (select least($2::int, min(c.exchanges_per_session), min(c.exchanges_per_project)) from project_memory_config c where c.org_id = $1)
  ) counted
  left join project_memory_config c on c.org_id = $1 and c.project_id = counted.project_id
  cross join lateral (select case when counted.is_project then coalesce(c.exchanges_per_project, $3::int)
    else coalesce(c.exchanges_per_session, $2::int) end as most) bound
  where counted.exchanges > bound.most and (counted.is_project or counted.session_id is not null)
  limit ${MOST_PLACES}`;

const ABOVE = `
  select o.id from observations o
  where o.org_id = $1 and o.kind = 'exchange' and o.project_id = $2 and ($3::text is null or o.session_id = $3)
  order by o.pinned desc, o.weight desc, o.created_at desc, o.id desc offset $4::int limit ${MOST_IDS}`;
