import { isShortId } from '../../base/text/short-id.ts';
import { observationNotFound } from '../../base/errors.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { purgeBefore, type PurgeOptions } from '../../base/database/purge-before.ts';
import type { ActivityType } from '../../memory/activities/activity.ts';
import type { ActivityStore } from '../../memory/activities/activity-store.ts';
import type { WeightChange } from '../../memory/feedback/apply-feedback.ts';
import { logged, noteChange } from '../../base/database/change-chain.ts';
import { requireId, requireInput, requireObject, requireWellFormed } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { sessionEvents, signsOf } from '../sessions/session-events.ts';
import {
  type EvidenceSource,
  type OutcomeEvidence,
  type SaidOutcome,
  decideOutcome,
} from '../../memory/feedback/decide-outcome.ts';
import {
  listEvidence,
  SEEN_SOURCES,
  storeEvidence,
  storeOutcome,
  takeDueSessions,
  type DueSession,
  type SessionOutcomeView,
} from '../../memory/feedback/session-evidence.ts';
import type { SessionEvent } from '../../memory/feedback/find-evidence.ts';
import { createGraphFeedbackService, type GraphFeedbackResult } from '../../memory/feedback/graph-feedback-service.ts';
import {
  listWeightHistory,
  type WeightHistoryEntry,
  type WeightHistoryOptions,
  rankDelta,
  type RankDelta,
  type RankDeltaRequest,
} from '../../memory/feedback/rank-delta.ts';
import {
  applyObservationFeedback,
  type FeedbackRefusal,
  type ObservationFeedback,
  applySessionFeedback,
} from '../../memory/feedback/observation-feedback.ts';
import type { SessionOutcome } from '../../memory/sessions/session.ts';
import { existingSession, type SessionStore } from '../../memory/sessions/session-store.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** What looking at a session changed. */
export interface SessionFeedbackResult {
  /** null = nothing is known of how it ended, so no weight stands by it. */
  readonly outcome: SessionOutcome | null;
  /** Weights that moved: empty when nothing was used, and when everything was applied before. */
  readonly observations: readonly WeightChange[];
  readonly graph: GraphFeedbackResult;
}

/** Who says how a session ended, and why. */
export interface SetOutcomeOptions {
  readonly actor: string;
  /** At most 300 characters are kept, without secrets. (Default: '') */
  readonly reason?: string;
}

/** The end of a verdict. */
export interface ObservationFeedbackResult {
  /** False: nothing was written. */
  readonly applied: boolean;
  /** Why not; null when it was applied. */
  readonly refusal: FeedbackRefusal | null;
  /** The weight that the observation has now, at home. */
  readonly weight: number;
}

/** What one organisation's memory learns from how it was used. Contract 10. */
export interface OrgFeedback {
  /**
   * Looks at a session again: reads the evidence that its events are, decides its outcome from all evidence, and applies that to what it used and to the
   * graph that it was given. It happens by itself when a session ends; this repairs one that failed, and answers what it changed. Repeating it changes
   * nothing. Fails with `session-not-found`.
   */
  applyForSession(sessionId: string): Promise<SessionFeedbackResult>;
  /** What is known of how a session ended, and by what. Fails with `session-not-found`. */
  outcome(sessionId: string): Promise<SessionOutcomeView>;
  /**
   * Says how a session ended, over all other evidence; `unknown` says that nobody can know, null takes back what was said. Late is as good as in time: the
   * weights become what they would have been. The change log has it. Fails with `invalid-input` and `session-not-found`.
   */
  setOutcome(sessionId: string, outcome: SaidOutcome | null, options: SetOutcomeOptions): Promise<SessionOutcomeView>;
  /**
   * Takes evidence that was seen elsewhere, such as in the history of a checkout, in place of what was seen of those sources before. Fails with
   * `invalid-input` and `session-not-found`.
   */
  observeOutcome(sessionId: string, evidence: readonly OutcomeEvidence[]): Promise<SessionFeedbackResult>;
  /** Ended sessions that are to be looked at again, at most so many; they are not due again for a while. (Default: 100) */
  dueForOutcome(most?: number): Promise<readonly DueSession[]>;
  /** A verdict on one observation. Fails with `invalid-input` and `observation-not-found`. */
  observation(feedback: ObservationFeedback): Promise<ObservationFeedbackResult>;
  /** The changes of one weight, newest first. */
  history(observationId: string, options?: WeightHistoryOptions): Promise<readonly WeightHistoryEntry[]>;
  /** What feedback did to the ranks in retrievals. They are logged about a second after they happen. */
  rankDelta(request?: RankDeltaRequest): Promise<readonly RankDelta[]>;
  /** Deletes logged retrievals of before a moment, and says how many. */
  purgeRetrievals(before: Date, options?: PurgeOptions): Promise<{ readonly purged: number }>;
}

export interface FeedbackParts {
  readonly rooms: Pick<Rooms, 'clock' | 'observations' | 'written' | 'preparer'>;
  readonly tenant: TenantDatabase;
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly activities: Pick<ActivityStore, 'list'>;
}

export function createOrgFeedback(parts: FeedbackParts): OrgFeedback {
  const { tenant } = parts;
  return {
    applyForSession: (sessionId) => applyForSession(parts, sessionId),
    async outcome(sessionId) {
      await existingSession(parts.sessions, sessionId);
      const evidence = await listEvidence(tenant, sessionId);
      return { sessionId, ...decideOutcome(evidence), evidence };
    },
    setOutcome: (sessionId, outcome, options) => setOutcome(parts, sessionId, outcome, options),
    async observeOutcome(sessionId, evidence) {
      await existingSession(parts.sessions, sessionId);
      await storeEvidence(tenant, sessionId, evidence, ELSEWHERE);
      return applyForSession(parts, sessionId);
    },
    dueForOutcome: (most = 100) => takeDueSessions(tenant, most),
    observation: (feedback) => observationFeedback(parts, feedback),
    async history(observationId, options) {
      const id = await meantBy(parts, observationId);
      return id === null ? [] : listWeightHistory(tenant, id, options);
    },
    async rankDelta(request) {
      if (request?.observationId === undefined) return rankDelta(tenant, request);
      const observationId = await meantBy(parts, request.observationId);
      return observationId === null ? [] : rankDelta(tenant, { ...request, observationId });
    },
    purgeRetrievals: (before, options) => purgeBefore(tenant, 'session_retrievals', before, options),
  };
}

/** What a session's own events show; all other seen sources are looked for elsewhere. */
const OWN_SIGNS: readonly EvidenceSource[] = ['check', 'correction'];
const ELSEWHERE = SEEN_SOURCES.filter((source) => !OWN_SIGNS.includes(source));

async function applyForSession(parts: FeedbackParts, sessionId: string): Promise<SessionFeedbackResult> {
  const { tenant, rooms, activities } = parts;
  await noteSigns(parts, await existingSession(parts.sessions, sessionId));
  const { outcome } = await storeOutcome(tenant, sessionId);
  const events = eventsOf(activities, sessionId);
  const observations = await applySessionFeedback(tenant, { sessionId, events, now: new Date(rooms.clock.now()) });
  await announce(parts, observations);
  return { outcome, observations, graph: await createGraphFeedbackService(tenant).applyFeedback(sessionId, outcome) };
}

/** A session whose events were forgotten shows nothing any more; what it showed stays. */
async function noteSigns(parts: FeedbackParts, session: Session): Promise<void> {
  const { events, fromStart } = await sessionEvents(parts, session);
  // What is not in the newest events of a long session may hold all the same.
  const replaced = fromStart ? OWN_SIGNS : [];
  if (events.length > 0) await storeEvidence(parts.tenant, session.id, signsOf(events), replaced);
}

async function setOutcome(
  parts: FeedbackParts,
  sessionId: string,
  outcome: SaidOutcome | null,
  by: SetOutcomeOptions,
): Promise<SessionOutcomeView> {
  requireObject(by, 'options');
  const { actor, reason = '' } = by;
  const { tenant, rooms } = parts;
  requireId(actor, 'actor');
  const known = outcome === null || ['accepted', 'rework', 'rejected', 'unknown'].includes(outcome);
  requireInput(known, 'outcome', 'accepted, rework, rejected, unknown, or null');
  requireInput(typeof reason === 'string', 'reason', 'a string');
  requireWellFormed(reason, 'reason');
  const before = await existingSession(parts.sessions, sessionId);
  const now = rooms.clock.now();
  const said = {
    source: 'verdict',
    subject: '',
    says: outcome ?? 'withdrawn',
    detail: await rooms.preparer.redact(reason),
    actor,
    occurredAt: new Date(now).toISOString(),
  } as const;
  await storeEvidence(tenant, sessionId, [said]);
  const view = await storeOutcome(tenant, sessionId);
  const change = { id: uuidv7(now), actor, subject: `session:${sessionId}`, field: 'outcome' };
  await logged(tenant, noteChange(tenant.orgId, { ...change, oldValue: before.outcome, newValue: outcome }));
  await applyForSession(parts, sessionId);
  return view;
}

async function observationFeedback(
  parts: FeedbackParts,
  feedback: ObservationFeedback,
): Promise<ObservationFeedbackResult> {
  requireObject(feedback, 'feedback');
  const { tenant, rooms } = parts;
  const observationId = await meantBy(parts, feedback.observationId);
  if (observationId === null) throw observationNotFound(feedback.observationId);
  const change = await applyObservationFeedback(tenant, { ...feedback, observationId }, new Date(rooms.clock.now()));
  if (typeof change === 'object') {
    await noteFeedback(parts, { ...feedback, observationId }, change);
    await announce(parts, [change]);
    return { applied: true, refusal: null, weight: change.newWeight };
  }
  const observation = await rooms.observations(tenant.orgId).get(observationId);
  if (observation) return { applied: false, refusal: change, weight: observation.weight };
  throw observationNotFound(feedback.observationId);
}

async function noteFeedback(
  { tenant, rooms }: FeedbackParts,
  { observationId, agentId: actor, verdict, sessionId = null }: ObservationFeedback,
  { oldWeight, newWeight }: WeightChange,
): Promise<void> {
  const change = { id: uuidv7(rooms.clock.now()), actor, subject: `observation:${observationId}`, field: 'feedback' };
  const newValue = { verdict, sessionId, weight: newWeight };
  await logged(tenant, noteChange(tenant.orgId, { ...change, oldValue: { weight: oldWeight }, newValue }));
}

/** The whole id; null when a short one means nobody. Fails with `ambiguous-id`. */
async function meantBy({ rooms, tenant }: FeedbackParts, id: string): Promise<string | null> {
  if (!isShortId(id)) return id;
  const [observation] = await rooms.observations(tenant.orgId).getMany([id]);
  return observation?.id ?? null;
}

/** Indexes of this process hear of it at once; those of others read the change feed. */
async function announce({ rooms, tenant }: FeedbackParts, changes: readonly WeightChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = await rooms.observations(tenant.orgId).getMany(changes.map(({ observationId }) => observationId));
  rooms.written(
    tenant.orgId,
    rows.map((observation) => ({ type: 'written', observation })),
  );
}

/** Where a session may show that it used something. */
const SHOWING: readonly ActivityType[] = ['thought', 'action', 'response', 'context'];

/** The events of a session, page by page. A body has up to 64 KiB, so a page is small. */
async function* eventsOf(
  activities: Pick<ActivityStore, 'list'>,
  sessionId: string,
): AsyncGenerator<readonly SessionEvent[]> {
  let after = 0;
  let hasMore = true;
  while (hasMore) {
    const page = await activities.list(sessionId, { after, types: SHOWING, limit: 200 });
    yield page.rows.map(({ type, body, occurredAt }) => ({ type, body, occurredAt: Date.parse(occurredAt) }));
    after = page.rows.at(-1)?.seq ?? after;
    hasMore = page.hasMore;
  }
}
