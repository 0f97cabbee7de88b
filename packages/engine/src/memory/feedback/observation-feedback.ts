import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { applyFeedback, type WeightChange, sessionUse } from './apply-feedback.ts';
import type { FeedbackVerdict } from './next-weight.ts';
import { wasGiven, isTransferred, listInjectedObservations } from './list-injected-observations.ts';
import { createEvidenceFinder, type SessionEvent } from './find-evidence.ts';

/** What somebody says of one observation. */
export interface ObservationFeedback {
  readonly observationId: string;
  /** The session that it was used in. (Default: none) */
  readonly sessionId?: string | null;
  /** The project that it was used in. (Default: the session's) */
  readonly projectId?: string | null;
  /** Who says it. In a session it is the session's agent that counts. */
  readonly agentId: string;
  readonly verdict: FeedbackVerdict;
}

/**
 * Why a verdict changed nothing: its agent said the same that day, the memory is another project's and read-only here, or the session was not given
 * it (or is none), so that nobody in it can know.
 */
export type FeedbackRefusal = 'said-before' | 'transferred' | 'not-given';

// A verdict outside of sessions counts once a day, so that is how long ago the memory may have been shown.
const DAY_MS = 86_400_000;

const VERDICTS: readonly FeedbackVerdict[] = ['helpful', 'misleading', 'outdated'];

/**
 * Applies a verdict: `helpful` raises the weight, `misleading` lowers it (twice as fast from the third time), `outdated` expires the
 * observation and leaves its weight. Each agent counts once a UTC day for an observation, in however many sessions: of `helpful` and `misleading` the
 * later one of the day takes the place of the earlier. What was transferred to the session's project, or to the named one, is read-only there: its own project judges it.
 * Fails with `invalid-input`.
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
  const id = observationId.toLowerCase();
  const given = sessionId === null ? { agentId: null } : await wasGiven(tenant, sessionId, id);
  if (given === null) return 'not-given';
  const day = now.toISOString().slice(0, 10);
  // What no longer holds may have helped: `outdated` takes no other verdict's place.
  const identity = `${verdict === 'outdated' ? verdict : 'verdict'}:${given.agentId ?? agentId}:${day}`;
  const uses = [{ observationId: id, identity, evidence: 'explicit', cause: verdict }] as const;
  // The day, not the moment: what several say on one day weighs the same in whatever order they say it.
  const [change] = await applyFeedback(tenant, { sessionId, uses, occurredAt: new Date(`${day}T00:00:00Z`), now });
  return change ?? 'said-before';
}

/** The outcomes that feedback learns from. */
export type SessionFeedbackOutcome = 'accepted' | 'rework' | 'rejected';

/** What a session is judged by. */
interface SessionFeedbackRequest {
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
