import type { Statement } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';
import { changeHeldSession, changeSession, IS_OPEN, UNLOCK } from './change-session.ts';
import type { SessionContext } from './create-session.ts';
import type { LockLost } from './refresh-session-lock.ts';
import { transitionRefused, type Session, type SessionOutcome } from './session.ts';

/** What is said at the end of a session. */
export interface EndOptions {
  /** Its first 2048 characters are kept, without secrets. */
  readonly reason?: string | null;
}

/** What is said at the end of a session that did its work. */
export interface CompleteOptions extends EndOptions {
  /** null = nobody judged the work. (Default: null) */
  readonly outcome?: SessionOutcome | null;
}

/** The end of a holder's ending. Repeating it finds the lock gone and the session as it ended. */
export type EndResult = { readonly outcome: 'completed' | 'failed'; readonly session: Session } | LockLost;

const REASON_MAX_CHARACTERS = 2048;
const OUTCOMES: readonly SessionOutcome[] = ['accepted', 'rework', 'rejected'];
const END = `${UNLOCK}, ended_at = clock_timestamp(), updated_at = clock_timestamp()`;

/** The holder says that the work is done. Fails with `invalid-input` and `session-not-found`. */
export async function completeSession(
  context: SessionContext,
  sessionId: string,
  lockToken: string,
  { outcome = null, reason = null }: CompleteOptions = {},
): Promise<EndResult> {
  requireInput(outcome === null || OUTCOMES.includes(outcome), 'outcome', `one of ${OUTCOMES.join(', ')}, or null`);
  return endHeldSession(context, sessionId, lockToken, { status: 'completed', outcome, reason });
}

/** The holder says that it cannot go on. Fails with `invalid-input` and `session-not-found`. */
export function failSession(
  context: SessionContext,
  sessionId: string,
  lockToken: string,
  { reason = null }: EndOptions = {},
): Promise<EndResult> {
  return endHeldSession(context, sessionId, lockToken, { status: 'failed', outcome: null, reason });
}

interface Ending {
  readonly status: 'completed' | 'failed';
  readonly outcome: SessionOutcome | null;
  readonly reason: string | null;
}

async function endHeldSession(
  context: SessionContext,
  sessionId: string,
  lockToken: string,
  { status, outcome, reason }: Ending,
): Promise<EndResult> {
  const { changed, session } = await changeHeldSession(context.tenant, sessionId, lockToken, {
    name: 'sessions_end_held',
    // Nobody's judgement takes back what somebody said before the end.
    set: `status = $4, outcome = coalesce($5, c.outcome), end_reason = $6, ${END}`,
    values: [status, outcome, await storableReason(context, reason)],
    behind: await behindTheEnd(context, sessionId, outcome),
  });
  return { outcome: changed ? status : 'lock-lost', session };
}

/**
 * Ends a session from outside, whoever holds it; the holder hears `lock-lost` on its next heartbeat. Stopping a stopped session changes nothing.
 * Fails with `invalid-input`, `session-not-found`, and `session-transition-refused` when it has completed or failed.
 */
export async function stopSession(
  context: SessionContext,
  sessionId: string,
  { reason = null }: EndOptions = {},
): Promise<Session> {
  const { changed, session } = await changeSession(context.tenant, sessionId, {
    when: IS_OPEN,
    set: `status = 'stopped', end_reason = $3, ${END}`,
    values: [await storableReason(context, reason)],
    behind: await behindTheEnd(context, sessionId),
  });
  if (changed || session.status === 'stopped') return session;
  throw transitionRefused(sessionId, session.status, 'stopped');
}

/** What became of a session that its worker seemed to have left. */
export type AbandonResult = { readonly outcome: 'stopped' | 'kept'; readonly session: Session };

/**
 * Stops a session that this worker holds and whose lock has run out: nobody will say how it ended. One that sent a heartbeat meanwhile, was taken over or
 * has ended stays as it is. Fails with `invalid-input` and `session-not-found`.
 */
export async function stopAbandonedSession(
  context: SessionContext,
  sessionId: string,
  workerId: string,
  { reason = null }: EndOptions = {},
): Promise<AbandonResult> {
  const { changed, session } = await changeSession(context.tenant, sessionId, {
    when: `c.worker_id = $3 and c.lock_expires_at < clock_timestamp()`,
    set: `status = 'stopped', end_reason = $4, ${END}`,
    values: [workerId, await storableReason(context, reason)],
    behind: await behindTheEnd(context, sessionId),
  });
  return { outcome: changed ? 'stopped' : 'kept', session };
}

async function behindTheEnd(
  { tenant, settled, onEnd }: SessionContext,
  sessionId: string,
  outcome: SessionOutcome | null = null,
): Promise<readonly Statement[]> {
  await settled?.();
  return onEnd?.(tenant.orgId, sessionId, outcome) ?? [];
}

/** Redacted before it is cut: half a secret is no longer known as one. */
async function storableReason({ redact }: SessionContext, reason: string | null): Promise<string | null> {
  if (reason === null) return null;
  requireInput(typeof reason === 'string', 'reason', 'a string');
  return wellFormedText((await redact(reason)).slice(0, REASON_MAX_CHARACTERS));
}
