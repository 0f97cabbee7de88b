import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { sqlState } from '../../base/database/sql-state.ts';
import { injectColumns, type MemoryInject, type MemoryInjectRow } from './memory-inject.ts';

/** A block as it is handed to a worker, which confirms it with `ackMemoryInject(sessionId, deliveryId)`. */
export type DeliveredInject = Pick<
  MemoryInject,
  'sessionId' | 'agentId' | 'text' | 'observationIds' | 'source' | 'logId' | 'epoch' | 'attempts'
> & { readonly deliveryId: string };

/** What a claim asks for. */
export interface ClaimEntry {
  readonly sessionId: string;
  /** For a block that was not handed over before. */
  readonly freshId: string;
  readonly lockToken: string | null;
  /** The delivery that the caller confirms. */
  readonly ackedId: string | null;
  readonly ttlMs: number | null;
}

/**
 * The claim of one block for each of several sessions, as one statement. `holder` is the query that answers one row (`session_id`, `epoch`, `now`
 * and `lock_expires_at`, and the columns of `asked`) for each session in `locked` whose caller may claim. The session's row is locked, so the lock
 * cannot change hands in between. $1 is the organisation; the other values are lists, made by {@link claimValues}.
 *
 * open     what waits and what is in flight, of each session first what is in flight and then the oldest. `closing` is what the caller confirms, and
 *          what has expired: also a block in flight, which a new holder would otherwise get late.
 * touched  the rows that will change, locked in the order in which forgetting locks them: else the two could wait for each other.
 * taken    waits for `closed`, so that at most one row is in flight at any moment. It repeats the condition on the status, because an ack may
 *          land in between: without it an acknowledged row came back to life at 8 claimers. A claim in a later epoch takes the row along, so
 *          what was delivered is known to the epoch that saw it.
 * hasMore  whether another one waits behind it, so that nobody has to ask once more to hear that nothing does.
 */
export function claimStatement(locked: string, holder: string): string {
  return `
  with asked as (
    select * from unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::double precision[])
      as a (session_id, fresh_id, lock_token, acked_id, ttl_ms)
  ), locked as (${locked}), holder as (${holder}), open as (
    select h.session_id, h.now, h.epoch as current_epoch, h.fresh_id, h.lock_token, h.acked_id, o.*
    from holder h cross join lateral (
      select w.*, row_number() over (partition by w.closing order by w.in_flight desc, w.created_at, w.id) as place,
             count(*) over (partition by w.closing) as waiting
      from (
        select q.id, q.epoch, q.content_hash, q.created_at, q.status = 'delivered' as in_flight,
               (q.delivery_id = h.acked_id) is true or (q.expires_at <= h.now) is true as closing
        from session_memory_injects q
        where q.org_id = $1 and q.session_id = h.session_id and q.status in ('pending', 'delivered')
      ) w
    ) o
  ), touched as (
    select q.id from open o
    join session_memory_injects q on q.org_id = $1 and q.id = o.id
    where o.closing or o.place = 1 order by q.id for no key update of q
  ), closed as (
    update session_memory_injects q
    set status = case when q.delivery_id = o.acked_id then 'acked' else 'dropped' end,
        acked_at = case when q.delivery_id = o.acked_id then o.now end,
        drop_reason = case when q.delivery_id = o.acked_id then null else 'expired' end
    from open o
    where o.closing and (select count(*) from touched) > 0
      and q.org_id = $1 and q.id = o.id and q.status in ('pending', 'delivered')
      and (q.delivery_id = o.acked_id or q.expires_at <= o.now)
    returning q.session_id, q.status
  ), taken as (
    update session_memory_injects q
    set status = 'delivered', epoch = coalesce(o.current_epoch, q.epoch), delivery_id = coalesce(q.delivery_id, o.fresh_id),
        delivered_to = o.lock_token, attempts = q.attempts + 1, delivered_at = coalesce(q.delivered_at, o.now)
    from open o
    where not o.closing and o.place = 1 and (select count(*) from touched) > 0 and (select count(*) from closed) >= 0
      and q.org_id = $1 and q.id = o.id and q.status in ('pending', 'delivered')
    returning ${injectColumns('q')}, o.waiting > 1 as "hasMore"
  )
  select l.id as "askedFor", h.session_id is not null as "isHeld", h.lock_expires_at as "lockExpiresAt",
         exists (select from closed c where c.session_id = l.id and c.status = 'acked') as "wasAcked", t.*
  from locked l left join holder h on h.session_id = l.id left join taken t on t."sessionId" = l.id`;
}

/** The rows of the sessions asked for, locked no stronger than a refresh of the lock: enqueueing waits for neither longer than one statement. */
export const LOCK_SESSIONS: string = `
    select s.id, s.epoch, s.lock_token, s.lock_expires_at from sessions s
    where s.org_id = $1 and s.id = any($2::text[]) order by s.id for no key update`;

/** The same without those that somebody holds, so that nobody's claim waits for another session. */
export const LOCK_FREE_SESSIONS: string = `${LOCK_SESSIONS} skip locked`;

function claimValues(orgId: string, entries: readonly ClaimEntry[]): unknown[] {
  return [
    orgId,
    entries.map(({ sessionId }) => sessionId),
    entries.map(({ freshId }) => freshId),
    entries.map(({ lockToken }) => lockToken),
    entries.map(({ ackedId }) => ackedId),
    entries.map(({ ttlMs }) => ttlMs),
  ];
}

/** What {@link claimStatement} answers for a session: without `isHeld` the lock is lost, without a delivery there is nothing to deliver. */
export type ClaimRow = MemoryInjectRow & {
  readonly askedFor: string;
  readonly isHeld: boolean;
  readonly lockExpiresAt: string | null;
  readonly wasAcked: boolean;
  readonly hasMore: boolean;
};

const UNIQUE_VIOLATION = '23505';
const ATTEMPTS = 8;

/**
 * Runs a claim of one session. Two claims of one holder at the same moment can choose two blocks; then the index on blocks in flight refuses the
 * second, which asks again and sees the first. It happened 0 to 2 times in runs of thousands of claims; eight times in a row is a fault.
 */
export async function claimAlone(
  tenant: TenantDatabase,
  statement: Omit<Statement, 'values'>,
  entry: ClaimEntry,
): Promise<ClaimRow | null> {
  const values = claimValues(tenant.orgId, [entry]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await tenant.query<ClaimRow>({ ...statement, values });
      return row ?? null;
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Claims for several sessions. Undefined for one that was left alone because it is held, or has no row. */
export async function claimTogether(
  tenant: TenantDatabase,
  statement: Omit<Statement, 'values'>,
  entries: readonly ClaimEntry[],
): Promise<(ClaimRow | undefined)[]> {
  const rows = await tenant.query<ClaimRow>({ ...statement, values: claimValues(tenant.orgId, entries) });
  const bySession = new Map(rows.map((row) => [row.askedFor, row]));
  return entries.map(({ sessionId }) => bySession.get(sessionId));
}

/** The block that a claim answered, or null when there was none. */
export function deliveredInject(row: ClaimRow): DeliveredInject | null {
  const { sessionId, agentId, text, observationIds, source, logId, epoch, attempts, deliveryId } = row;
  if (deliveryId === null) return null;
  return { sessionId, deliveryId, agentId, text, observationIds, source, logId, epoch, attempts };
}
