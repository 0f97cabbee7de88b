import type { Statement } from '../../base/database/database.ts';

/**
 * The statement that drops what still waits for a session that ends. Run it in the transaction that ends the session, after the statement that
 * does (which waits for enqueues under way, so this one sees their blocks). The block in flight stays: its agent may have it, and its ack still counts.
 * Of a session that goes on after all (its lock was lost) it drops nothing.
 */
export function dropInjectsOfEndedSession(orgId: string, sessionId: string): Statement {
  return {
    name: 'injects_drop_of_ended_session',
    text: `
      update session_memory_injects set status = 'dropped', drop_reason = 'session-ended'
      where org_id = $1 and session_id = $2 and status = 'pending'
        and exists (select from sessions s where s.org_id = $1 and s.id = $2 and s.ended_at is not null)`,
    values: [orgId, sessionId],
  };
}
