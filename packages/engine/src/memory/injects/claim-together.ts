import type { TenantDatabase } from '../../base/database/database.ts';
import type { ClaimEntry, ClaimRow } from './claim-statement.ts';
import { INJECT_COLUMNS } from './memory-inject.ts';

/**
 * The claim of one block for each of several sessions, as one statement. `holder` is the query that answers one row (`session_id`, `epoch`, `now`
 * and `lock_expires_at`, and the columns of `asked`) for each session in `locked` whose caller may claim.
 *
 * locked   the rows of those sessions that nobody holds, so that no claim waits for another session. What is left out has no row in the answer.
 * open     what waits and what is in flight, looked up session by session: of each first what is in flight and then the oldest. `closing` is what
 *          the caller confirms, and what has expired.
 * touched  the rows that will change, locked in the order in which forgetting locks them: else the two could wait for each other.
 * closed, taken, hasMore  as in `claimStatement`. Rows are found by their id and not by their status: how many are open in the whole
 *          organisation must not matter, whatever the planner knows of it.
 */
export function claimTogetherStatement(holder: string): string {
  return `
  with asked as (
    select * from unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::double precision[])
      as a (session_id, fresh_id, lock_token, acked_id, ttl_ms)
  ), locked as (
    select s.id, s.epoch, s.lock_token, s.lock_expires_at from sessions s
    where s.org_id = $1 and s.id = any($2::text[]) order by s.id for no key update skip locked
  ), holder as (${holder}), open as (
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
      and q.org_id = $1 and q.id = o.id and q.status not in ('written', 'acked', 'dropped')
      and (q.delivery_id = o.acked_id or q.expires_at <= o.now)
    returning q.session_id, q.status
  ), taken as (
    update session_memory_injects q
    set status = 'delivered', epoch = coalesce(o.current_epoch, q.epoch), delivery_id = coalesce(q.delivery_id, o.fresh_id),
        delivered_to = o.lock_token, attempts = q.attempts + 1, delivered_at = coalesce(q.delivered_at, o.now)
    from open o
    where not o.closing and o.place = 1 and (select count(*) from touched) > 0 and (select count(*) from closed) >= 0
      and q.org_id = $1 and q.id = o.id and q.status not in ('written', 'acked', 'dropped')
    returning ${INJECT_COLUMNS}, o.waiting > 1 as "hasMore"
  )
  select l.id as "askedFor", h.session_id is not null as "isHeld", h.lock_expires_at as "lockExpiresAt",
         exists (select from closed c where c.session_id = l.id and c.status = 'acked') as "wasAcked", t.*
  from locked l left join holder h on h.session_id = l.id left join taken t on t."sessionId" = l.id`;
}

/** What a claim of several answers for a session: without `isHeld` its caller has lost the lock. */
type TogetherRow = ClaimRow & { readonly askedFor: string; readonly isHeld: boolean };

/**
 * Claims for several sessions by one of the statements above. Answers what `runClaim` answers, null for a lock that is lost, and undefined for a
 * session that was left alone, because somebody holds it or it has no row.
 */
export async function claimTogether(
  tenant: TenantDatabase,
  statement: { readonly name: string; readonly text: string },
  entries: readonly ClaimEntry[],
): Promise<(ClaimRow | null | undefined)[]> {
  const rows = await tenant.query<TogetherRow>({
    ...statement,
    values: [
      tenant.orgId,
      entries.map(({ sessionId }) => sessionId),
      entries.map(({ freshId }) => freshId),
      entries.map(({ lockToken }) => lockToken),
      entries.map(({ ackedId }) => ackedId),
      entries.map(({ ttlMs }) => ttlMs),
    ],
  });
  const bySession = new Map(rows.map((row) => [row.askedFor, row.isHeld ? row : null]));
  return entries.map(({ sessionId }) => bySession.get(sessionId));
}
