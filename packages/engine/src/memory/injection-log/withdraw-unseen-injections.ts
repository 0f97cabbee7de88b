import type { Statement } from '../../base/database/database.ts';
import { INJECT_OF_LOG } from './list-delivered-injections.ts';

/**
 * The statement that says of a session's blocks that were dropped before its agent had them that they were not shown: they are no use and no cost. Run it
 * behind the statement that ends the session and the one that drops what waits, in their transaction. Of a session that goes on it changes
 * nothing: what was dropped may be enqueued again.
 */
export function withdrawUnseenInjections(orgId: string, sessionId: string): Statement {
  return {
    name: 'injections_withdraw_unseen',
    text: `
      with unseen as (
        update context_injection_logs l set shown = false
        where l.org_id = $1 and l.session_id = $2 and l.shown
          and exists (select from sessions s where s.org_id = $1 and s.id = $2 and s.ended_at is not null)
          and exists (
            select from (${INJECT_OF_LOG}) i
            where i.status = 'dropped' and (i.attempts = 0 or i.drop_reason = 'denied' and i.attempts = 1))
        returning l.id, l.observation_ids
      ), unseen_ids as (
        select unnest(observation_ids) as id from unseen
        except
        select unnest(l.observation_ids) from context_injection_logs l
        where l.org_id = $1 and l.session_id = $2 and l.shown and l.id not in (select id from unseen)
      )
      update session_retrievals r set injected_ids = array(select id from unnest(r.injected_ids) i (id) except select id from unseen_ids)
      where r.org_id = $1 and r.session_id = $2 and r.injected_ids && array(select id from unseen_ids)`,
    values: [orgId, sessionId],
  };
}
