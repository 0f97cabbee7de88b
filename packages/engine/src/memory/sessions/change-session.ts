import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { sessionNotFound } from '../../base/errors.ts';
import { JOIN_WORK_ITEM, SESSION_COLUMNS, type SessionRow } from './session-row.ts';
import type { Session } from './session.ts';

/** One transition in SQL. Its values are bound from $3 on; $1 is the organisation and $2 the session. */
export interface SessionChange {
  /** Of the prepared statement, for a change whose text is always the same: to plan it takes longer than to run it. (Default: none) */
  readonly name?: string;
  /** Over `c`, the session as it is under its row's lock. */
  readonly when: string;
  readonly set: string;
  readonly values: readonly unknown[];
  /** Run in the same transaction, behind the change. (Default: nothing) */
  readonly behind?: readonly Statement[];
}

/** The end of a transition: the session as it is now, changed or not. */
export interface ChangedSession {
  readonly changed: boolean;
  readonly session: Session;
}

/** The assignments that take the lock from whoever holds it. */
export const UNLOCK = 'worker_id = null, lock_token = null, lock_expires_at = null';

/** True of a session that has not ended, over `c`. */
export const IS_OPEN = `c.status in ('queued', 'claimed', 'working')`;

/**
 * Changes the session if it is as the change wants it, in one statement. The row is locked first and read as the last writer left it, so of
 * two that change it at once the second decides on what the first one made of it. Fails with `session-not-found`.
 */
export async function changeSession(
  tenant: TenantDatabase,
  sessionId: string,
  { name, when, set, values, behind = [] }: SessionChange,
): Promise<ChangedSession> {
  requireId(sessionId, 'sessionId');
  const change: Statement = {
    ...(name === undefined ? {} : { name }),
    text: `
      with current as (
        select s.* from sessions s where s.org_id = $1 and s.id = $2 for update
      ), changed as (
        update sessions s set ${set} from current c where s.org_id = $1 and s.id = $2 and ${when} returning s.*
      )
      select true as changed, ${SESSION_COLUMNS} from changed s ${JOIN_WORK_ITEM}
      union all
      select false, ${SESSION_COLUMNS} from current s ${JOIN_WORK_ITEM} where not exists (select from changed)`,
    values: [tenant.orgId, sessionId, ...values],
  };
  const [rows] = await tenant.batch([change, ...behind]);
  const row = rows?.[0] as (SessionRow & { changed: boolean }) | undefined;
  if (!row) throw sessionNotFound(sessionId);
  const { changed, ...session } = row;
  return { changed, session };
}

/**
 * Changes the session if the token is its lock's: $3 is the token, the change's own values follow. A lock that ran out and that nobody took
 * is still its holder's. Fails with `invalid-input` on a token that is none, and with `session-not-found`.
 */
export async function changeHeldSession(
  tenant: TenantDatabase,
  sessionId: string,
  lockToken: string,
  { values, ...change }: Omit<SessionChange, 'when'>,
): Promise<ChangedSession> {
  requireInput(isUuid(lockToken), 'lockToken', 'the token that the claim gave');
  return changeSession(tenant, sessionId, {
    ...change,
    when: 'c.lock_token = $3::uuid',
    values: [lockToken, ...values],
  });
}
