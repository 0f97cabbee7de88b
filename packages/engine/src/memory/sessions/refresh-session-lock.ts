import type { TenantDatabase } from '../../base/database/database.ts';
import { changeHeldSession, UNLOCK } from './change-session.ts';
import { lockDuration, lockEnd, type LockOptions } from './session-input.ts';
import type { Session } from './session.ts';

/** The end of a holder's call that came too late: the lock is another's, or nobody's; the session's status says which. */
export interface LockLost {
  readonly outcome: 'lock-lost';
  readonly session: Session;
}

/** The end of a heartbeat. */
export type RefreshResult = { readonly outcome: 'refreshed'; readonly session: Session } | LockLost;

/**
 * The heartbeat: the lock holds for another while, from now on. The first one says that the agent runs, and the session is `working`.
 * A lock that ran out may be refreshed by its holder as long as nobody took it: a takeover changes the token under the same row's lock, so
 * there are never two holders, and refusing would only stop an agent that nobody replaces. Fails with `invalid-input` and
 * `session-not-found`.
 */
export async function refreshSessionLock(
  tenant: TenantDatabase,
  sessionId: string,
  lockToken: string,
  options: LockOptions = {},
): Promise<RefreshResult> {
  const { changed, session } = await changeHeldSession(tenant, sessionId, lockToken, {
    // updated_at moves with the status alone: a heartbeat that changes no indexed column leaves the indexes as they are.
    set: `status = 'working', lock_expires_at = ${lockEnd('$4')},
      updated_at = case when c.status = 'claimed' then clock_timestamp() else c.updated_at end`,
    values: [lockDuration(options)],
  });
  return { outcome: changed ? 'refreshed' : 'lock-lost', session };
}

/** The end of a release. */
export type ReleaseSessionResult = { readonly outcome: 'released'; readonly session: Session } | LockLost;

/** Gives the lock back: the session is queued again. Fails with `invalid-input` and `session-not-found`. */
export async function releaseSession(
  tenant: TenantDatabase,
  sessionId: string,
  lockToken: string,
): Promise<ReleaseSessionResult> {
  const { changed, session } = await changeHeldSession(tenant, sessionId, lockToken, {
    set: `status = 'queued', ${UNLOCK}, updated_at = clock_timestamp()`,
    values: [],
  });
  return { outcome: changed ? 'released' : 'lock-lost', session };
}
