import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { applyFeedback, type WeightChange } from './apply-feedback.ts';
import type { FeedbackVerdict } from './next-weight.ts';

/** What somebody says of one observation. */
export interface ObservationFeedback {
  readonly observationId: string;
  /** The session that it was used in. (Default: none) */
  readonly sessionId?: string | null;
  /** Who says it. */
  readonly agentId: string;
  readonly verdict: FeedbackVerdict;
}

const VERDICTS: readonly FeedbackVerdict[] = ['helpful', 'misleading', 'outdated'];

/**
 * Applies a verdict: `helpful` raises the weight, `misleading` lowers it (twice as fast from the third time), `outdated` expires the
 * observation and leaves its weight. Once for each verdict of a session, and outside sessions once for each agent and UTC day, so that a
 * retry is safe and a judgement on another day counts. Answers null when it was applied before. Fails with `invalid-input`.
 */
export async function applyObservationFeedback(
  tenant: TenantDatabase,
  { observationId, sessionId = null, agentId, verdict }: ObservationFeedback,
  now: Date,
): Promise<WeightChange | null> {
  requireInput(isUuid(observationId), 'observationId', 'the id of an observation');
  if (sessionId !== null) requireId(sessionId, 'sessionId');
  requireId(agentId, 'agentId');
  requireInput(VERDICTS.includes(verdict), 'verdict', `one of ${VERDICTS.join(', ')}`);
  const identity = sessionId === null ? `day:${now.toISOString().slice(0, 10)}:${agentId}` : `verdict:${sessionId}`;
  const items = [{ observationId: observationId.toLowerCase(), evidence: 'explicit' }] as const;
  const [change] = await applyFeedback(tenant, { sessionId, cause: verdict, items, identity, now });
  return change ?? null;
}
