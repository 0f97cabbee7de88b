import type { TenantDatabase } from '../../base/database/database.ts';
import { applyFeedback, sessionUse, type WeightChange } from './apply-feedback.ts';
import { createEvidenceFinder, type SessionEvent } from './find-evidence.ts';
import { listInjectedObservations } from './list-injected-observations.ts';

/** The outcomes that feedback learns from. */
export type SessionFeedbackOutcome = 'accepted' | 'rework' | 'rejected';

/** What a session is judged by. */
export interface SessionFeedbackRequest {
  readonly sessionId: string;
  /** The session's events, page by page: a long session does not fit into memory at once. */
  readonly events: AsyncIterable<readonly SessionEvent[]>;
  readonly now: Date;
}

/**
 * Notes how the session used what it was given, and moves the weights of what it cited or followed by the outcome that it has; without one they are as
 * if it had not been. Replaying it changes nothing; events that came since count then. Answers the changes.
 */
export async function applySessionFeedback(
  tenant: TenantDatabase,
  { sessionId, events, now }: SessionFeedbackRequest,
): Promise<readonly WeightChange[]> {
  const finder = createEvidenceFinder(await listInjectedObservations(tenant, sessionId));
  for await (const page of events) finder.look(page);
  const identity = sessionUse(sessionId);
  const uses = [...finder.found].map(([observationId, evidence]) => ({
    observationId,
    identity,
    evidence,
    cause: null,
  }));
  return applyFeedback(tenant, { sessionId, uses, occurredAt: null, now });
}
