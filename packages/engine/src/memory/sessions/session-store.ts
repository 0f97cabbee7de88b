import { sessionNotFound } from '../../base/errors.ts';
import {
  claimNextSession,
  type ClaimNextOptions,
  claimSession,
  type ClaimedSession,
  type ClaimOptions,
  type ClaimResult,
} from './claim-session.ts';
import { createSession, type CreateSessionResult, type SessionContext } from './create-session.ts';
import { describeSession, startEpoch, type StartEpochResult } from './describe-session.ts';
import {
  completeSession,
  failSession,
  stopAbandonedSession,
  stopSession,
  type AbandonResult,
  type CompleteOptions,
  type EndOptions,
  type EndResult,
} from './end-session.ts';
import { getSession } from './session-row.ts';
import { listSessions, type ListSessionsRequest, type SessionPage } from './list-sessions.ts';
import type { LockOptions, SessionDescription, SessionInput } from './session-input.ts';
import {
  refreshSessionLock,
  type RefreshResult,
  releaseSession,
  type ReleaseSessionResult,
} from './refresh-session-lock.ts';
import type { Session } from './session.ts';

/**
 * The sessions of one organisation: `queued → claimed → working → completed | failed | stopped`. What a worker must expect comes back as a
 * value (`held`, `lock-lost`); what cannot be is an error. Each call is one statement, so it happened or it did not. All fail with
 * `invalid-input`, and all but `create` without a parent, `get`, `list` and `claimNext` with `session-not-found`.
 */
export interface SessionStore {
  /** Queues a session and writes its work item; an id that is there answers what is there. */
  create(input?: SessionInput): Promise<CreateSessionResult>;
  /** Says what a session is about, as far as nobody has said it yet. */
  describe(sessionId: string, description: SessionDescription): Promise<Session>;
  /** null when there is none. */
  get(sessionId: string): Promise<Session | null>;
  /** Newest first, in pages. */
  list(request?: ListSessionsRequest): Promise<SessionPage>;
  /** Takes the lock of this session; `session-transition-refused` when it has ended. */
  claim(sessionId: string, options: ClaimOptions): Promise<ClaimResult>;
  /** Takes the lock of the session that waits longest; null when none waits. */
  claimNext(options: ClaimNextOptions): Promise<ClaimedSession | null>;
  /** The heartbeat. */
  refreshLock(sessionId: string, lockToken: string, options?: LockOptions): Promise<RefreshResult>;
  /** Back to the queue. */
  release(sessionId: string, lockToken: string): Promise<ReleaseSessionResult>;
  complete(sessionId: string, lockToken: string, options?: CompleteOptions): Promise<EndResult>;
  fail(sessionId: string, lockToken: string, options?: EndOptions): Promise<EndResult>;
  /** From outside; needs no lock. `session-transition-refused` when it has completed or failed. */
  stop(sessionId: string, options?: EndOptions): Promise<Session>;
  /** Stops it if this worker holds it and its lock has run out: killed agents say nothing. Its worker's next event finds it ended. */
  stopAbandoned(sessionId: string, workerId: string, options?: EndOptions): Promise<AbandonResult>;
  /** The agent's context was compacted in `expectedEpoch`. `session-transition-refused` when the session has ended. */
  startEpoch(sessionId: string, expectedEpoch: number): Promise<StartEpochResult>;
}

/** The session. Fails with `session-not-found`, and with `invalid-input` on an id that cannot be one. */
export async function existingSession(store: Pick<SessionStore, 'get'>, sessionId: string): Promise<Session> {
  const session = await store.get(sessionId);
  if (session) return session;
  throw sessionNotFound(sessionId);
}

export function createSessionStore(context: SessionContext): SessionStore {
  const { tenant } = context;
  return {
    create: (input = {}) => createSession(context, input),
    describe: (sessionId, description) => describeSession(context, sessionId, description),
    get: (sessionId) => getSession(tenant, sessionId),
    list: (request) => listSessions(tenant, request),
    claim: (sessionId, options) => claimSession(tenant, sessionId, options),
    claimNext: (options) => claimNextSession(tenant, options),
    refreshLock: (sessionId, lockToken, options) => refreshSessionLock(tenant, sessionId, lockToken, options),
    release: (sessionId, lockToken) => releaseSession(tenant, sessionId, lockToken),
    complete: (sessionId, lockToken, options) => completeSession(context, sessionId, lockToken, options),
    fail: (sessionId, lockToken, options) => failSession(context, sessionId, lockToken, options),
    stop: (sessionId, options) => stopSession(context, sessionId, options),
    stopAbandoned: (sessionId, workerId, options) => stopAbandonedSession(context, sessionId, workerId, options),
    startEpoch: (sessionId, expectedEpoch) => startEpoch(tenant, sessionId, expectedEpoch),
  };
}
