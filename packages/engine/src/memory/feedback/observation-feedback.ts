import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { applyFeedback, type WeightChange } from './apply-feedback.ts';
import type { FeedbackVerdict } from './next-weight.ts';
import { isTransferred } from './transferred-to.ts';

/** What somebody says of one observation. */
export interface ObservationFeedback {
  readonly observationId: string;
  /** The session that it was used in. (Default: none) */
  readonly sessionId?: string | null;
  /** The project that it was used in. (Default: the session's) */
  readonly projectId?: string | null;
  /** Who says it. */
  readonly agentId: string;
  readonly verdict: FeedbackVerdict;
}

/** Why a verdict changed nothing: the same was said before, or the memory is another project's and read-only here. */
export type FeedbackRefusal = 'said-before' | 'transferred';

// A verdict outside of sessions counts once a day, so that is how long ago the memory may have been shown.
const DAY_MS = 86_400_000;

const VERDICTS: readonly FeedbackVerdict[] = ['helpful', 'misleading', 'outdated'];

/**
 * Applies a verdict: `helpful` raises the weight, `misleading` lowers it (twice as fast from the third time), `outdated` expires the
 * observation and leaves its weight. Once for each verdict of a session, and outside sessions once for each agent and UTC day, so that a
 * retry is safe and a judgement on another day counts. What was transferred to the session's project, or to the named one, is read-only
 * there: its own project judges it. Fails with `invalid-input`.
 */
export async function applyObservationFeedback(
  tenant: TenantDatabase,
  { observationId, sessionId = null, projectId = null, agentId, verdict }: ObservationFeedback,
  now: Date,
): Promise<WeightChange | FeedbackRefusal> {
  requireInput(isUuid(observationId), 'observationId', 'the id of an observation');
  if (sessionId !== null) requireId(sessionId, 'sessionId');
  if (projectId !== null) requireId(projectId, 'projectId');
  requireId(agentId, 'agentId');
  requireInput(VERDICTS.includes(verdict), 'verdict', `one of ${VERDICTS.join(', ')}`);
  const since = new Date(now.getTime() - DAY_MS);
  if (await isTransferred(tenant, { observationId, sessionId, projectId, since })) return 'transferred';
  const identity = sessionId === null ? `day:${now.toISOString().slice(0, 10)}:${agentId}` : `verdict:${sessionId}`;
  const items = [{ observationId: observationId.toLowerCase(), evidence: 'explicit' }] as const;
  const [change] = await applyFeedback(tenant, { sessionId, cause: verdict, items, identity, now });
  return change ?? 'said-before';
}
