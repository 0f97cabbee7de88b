import type { TenantDatabase } from '../../base/database/database.ts';
import { applyFeedback, type WeightChange } from './apply-feedback.ts';
import { createEvidenceFinder, type SessionEvent } from './find-evidence.ts';
import { listInjectedObservations } from './list-injected-observations.ts';

/** The outcomes that feedback learns from. */
export type SessionFeedbackOutcome = 'accepted' | 'rework' | 'rejected';

/** What the end of a session is judged by. */
export interface SessionFeedbackRequest {
  readonly sessionId: string;
  readonly outcome: SessionFeedbackOutcome;
  /** The session's events, page by page: a long session does not fit into memory at once. */
  readonly events: AsyncIterable<readonly SessionEvent[]>;
  readonly now: Date;
}

/**
 * Moves the weights of what a session used; bystanders keep theirs. Replaying it changes nothing; events that came since count then.
 * Answers the changes.
 */
export async function applySessionFeedback(
  tenant: TenantDatabase,
  { sessionId, outcome, events, now }: SessionFeedbackRequest,
): Promise<readonly WeightChange[]> {
  const injected = await listInjectedObservations(tenant, sessionId);
  if (injected.length === 0) return [];
  const finder = createEvidenceFinder(injected);
  for await (const page of events) finder.look(page);
  const items = [...finder.found].map(([observationId, evidence]) => ({ observationId, evidence }));
  return applyFeedback(tenant, { sessionId, cause: outcome, items, identity: `session:${sessionId}`, now });
}
