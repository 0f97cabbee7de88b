import type { TenantDatabase } from '../../base/database/database.ts';
import { changeHeldSession, UNLOCK } from './change-session.ts';
import type { LockLost } from './refresh-session-lock.ts';
import type { Session } from './session.ts';

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
