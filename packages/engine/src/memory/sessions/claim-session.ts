import { randomUUID } from 'node:crypto';
import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { changeSession } from './change-session.ts';
import { lockDuration, lockEnd, lockIsOver, type LockOptions } from './session-input.ts';
import { transitionRefused, type Session } from './session.ts';

/** A session with its lock taken. */
export interface ClaimedSession {
  readonly outcome: 'claimed';
  readonly session: Session;
  /** Proves the holder in every later call. Another with each claim, unless the claim brought its own. */
  readonly lockToken: string;
}

/** The end of a claim. `held`: another worker has the lock; the session says who, and until when. */
export type ClaimResult = ClaimedSession | { readonly outcome: 'held'; readonly session: Session };

/** Who claims, and for how long. */
export interface ClaimOptions extends LockOptions {
  /** The process that will hold the lock. */
  readonly workerId: string;
  /** Whose the session becomes if it is nobody's in particular, and stays after a release: policies decide for this agent. (Default: it stays nobody's) */
  readonly agentId?: string;
  /**
   * A UUID that nobody can guess, for a worker that must know its lock again after a restart: one that it derives from a secret and the
   * session's id. (Default: a random one)
   */
  readonly lockToken?: string;
}

/** What a claim assigns: $3 is the worker, $4 the token, $5 the lock's duration and $6 the agent of what is nobody's. */
export const CLAIM_ASSIGNMENTS: string = `status = 'claimed', worker_id = $3, lock_token = $4::uuid, lock_expires_at = ${lockEnd('$5')},
  agent_id = coalesce(s.agent_id, $6),
  claimed_at = clock_timestamp(), updated_at = clock_timestamp()`;

/**
 * Takes the lock of a session that is queued or whose lock has run out. A worker that lost its token waits for its own lock's end like any
 * other. Fails with `invalid-input`, `session-not-found`, and `session-transition-refused` when the session has ended.
 */
export async function claimSession(
  tenant: TenantDatabase,
  sessionId: string,
  options: ClaimOptions,
): Promise<ClaimResult> {
  requireId(options?.workerId, 'workerId');
  const { lockToken = randomUUID(), agentId = null } = options;
  if (agentId !== null) requireId(agentId, 'agentId');
  requireInput(isUuid(lockToken), 'lockToken', 'a UUID');
  const { changed, session } = await changeSession(tenant, sessionId, {
    name: 'sessions_claim',
    when: `(c.status = 'queued' or ${lockIsOver('c')})`,
    set: CLAIM_ASSIGNMENTS,
    values: [options.workerId, lockToken, lockDuration(options), agentId],
  });
  if (changed) return { outcome: 'claimed', session, lockToken };
  if (session.workerId === null) throw transitionRefused(sessionId, session.status, 'claimed');
  return { outcome: 'held', session };
}
