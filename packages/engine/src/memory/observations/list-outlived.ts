import type { Row, TenantDatabase } from '../../base/database/database.ts';

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
    { behind: true },
  );
  const days = new Map(kept.map((row) => [row.kind, row.days]));
  const exchanges = await idsOf(tenant, OLD_EXCHANGES, exchangeBounds(days, at));
  return days.size === 0 ? exchanges : [...exchanges, ...(await idsOf(tenant, OLD, [at]))];
}

async function idsOf(tenant: TenantDatabase, text: string, moments: readonly Date[]): Promise<readonly string[]> {
  const values = [tenant.orgId, ...moments.map((moment) => moment.toISOString())];
  return (await tenant.query<Row & { readonly id: string }>({ text, values }, { behind: true })).map(({ id }) => id);
}

/**
 * Exchanges said before the first moment are forgotten, those said before the second one also when they were used. The days of all kinds only
 * shorten. Exchanges leave by whole days (UTC), once a day and not a few each hour.
 */
function exchangeBounds(days: ReadonlyMap<string, number>, at: Date): readonly Date[] {
  const own = days.get('exchange');
  const most = own === undefined ? (days.get('*') ?? Infinity) : Infinity;
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  return [1, USED_TIMES].map((times) => new Date(today - Math.min((own ?? EXCHANGE_DAYS) * times, most) * DAY_MS));
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
  limit ${MOST}`;

/** A kind's own row counts; the one of all kinds only where there is none. */
const OLD = `
  select o.id from observations o
  where o.org_id = $1 and o.kind <> 'exchange' and not o.pinned and o.created_at < $2::timestamptz - interval '1 day' * coalesce(
    (select r.days from observation_retention r where r.org_id = $1 and r.kind = o.kind),
    (select r.days from observation_retention r where r.org_id = $1 and r.kind = '*'))
  limit ${MOST}`;
