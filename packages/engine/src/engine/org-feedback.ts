import { isShortId } from '../base/short-id.ts';
import { observationNotFound, sessionNotFound } from '../base/not-found.ts';
import type { TenantDatabase } from '../base/database/database.ts';
import type { Activity, ActivityType } from '../memory/activities/activity.ts';
import type { ActivityStore } from '../memory/activities/activity-store.ts';
import type { WeightChange } from '../memory/feedback/apply-feedback.ts';
import { classifyFailure, type ClassifiedFailure } from '../memory/feedback/classify-failure.ts';
import type { SessionEvent } from '../memory/feedback/find-evidence.ts';
import { createGraphFeedbackService, type GraphFeedbackResult } from '../memory/feedback/graph-feedback-service.ts';
import {
  listWeightHistory,
  type WeightHistoryEntry,
  type WeightHistoryOptions,
} from '../memory/feedback/list-weight-history.ts';
import {
  applyObservationFeedback,
  type FeedbackRefusal,
  type ObservationFeedback,
} from '../memory/feedback/observation-feedback.ts';
import { purgeRetrievals } from '../memory/feedback/purge-retrievals.ts';
import { rankDelta, type RankDelta, type RankDeltaRequest } from '../memory/feedback/rank-delta.ts';
import { applySessionFeedback } from '../memory/feedback/session-feedback.ts';
import type { Session, SessionOutcome } from '../memory/sessions/session.ts';
import type { SessionStore } from '../memory/sessions/session-store.ts';
import type { Rooms } from './wire-rooms.ts';

/** What the end of a session changed. */
export interface SessionFeedbackResult {
  /** null = nobody judged the session, so nothing was applied. */
  readonly outcome: SessionOutcome | null;
  /** Empty when nothing was used, and when everything was applied before. */
  readonly observations: readonly WeightChange[];
  readonly graph: GraphFeedbackResult;
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
   * Applies the outcome of a completed session to what it used, and to the graph that it was given. It happens by itself after
   * `sessions.complete`; this repairs one that failed, and answers what it changed. Fails with `session-not-found`.
   */
  applyForSession(sessionId: string): Promise<SessionFeedbackResult>;
  /** A verdict on one observation. Fails with `invalid-input` and `observation-not-found`. */
  observation(feedback: ObservationFeedback): Promise<ObservationFeedbackResult>;
  /** The changes of one weight, newest first. */
  history(observationId: string, options?: WeightHistoryOptions): Promise<readonly WeightHistoryEntry[]>;
  /** What feedback did to the ranks in retrievals. They are logged about a second after they happen. */
  rankDelta(request?: RankDeltaRequest): Promise<readonly RankDelta[]>;
  /** The class of a failed session's failure; null when it did not fail. Fails with `session-not-found`. */
  failureOf(sessionId: string): Promise<ClassifiedFailure | null>;
  /** Deletes logged retrievals of before a moment, and says how many. */
  purgeRetrievals(before: Date, options?: { readonly most?: number }): Promise<{ readonly purged: number }>;
}

/** What feedback stands on. */
export interface FeedbackParts {
  readonly rooms: Pick<Rooms, 'clock' | 'observations' | 'written'>;
  readonly tenant: TenantDatabase;
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly activities: Pick<ActivityStore, 'list'>;
}

/** Binds feedback to one organisation. */
export function createOrgFeedback(parts: FeedbackParts): OrgFeedback {
  const { tenant } = parts;
  return {
    applyForSession: (sessionId) => applyForSession(parts, sessionId),
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
    failureOf: (sessionId) => failureOf(parts, sessionId),
    purgeRetrievals: (before, { most } = {}) => purgeRetrievals(tenant, before, most),
  };
}

async function applyForSession(parts: FeedbackParts, sessionId: string): Promise<SessionFeedbackResult> {
  const { tenant, rooms, activities } = parts;
  const { outcome } = await sessionOf(parts, sessionId);
  if (outcome === null) return { outcome, observations: [], graph: { nodes: 0, edges: 0 } };
  const events = eventsOf(activities, sessionId, ['thought', 'action', 'response', 'context']);
  const now = new Date(rooms.clock.now());
  const observations = await applySessionFeedback(tenant, { sessionId, outcome, events, now });
  await announce(parts, observations);
  return { outcome, observations, graph: await createGraphFeedbackService(tenant).applyFeedback(sessionId, outcome) };
}

async function observationFeedback(
  parts: FeedbackParts,
  feedback: ObservationFeedback,
): Promise<ObservationFeedbackResult> {
  const { tenant, rooms } = parts;
  const observationId = await meantBy(parts, feedback.observationId);
  if (observationId === null) throw observationNotFound(feedback.observationId);
  const change = await applyObservationFeedback(tenant, { ...feedback, observationId }, new Date(rooms.clock.now()));
  if (typeof change === 'object') {
    await announce(parts, [change]);
    return { applied: true, refusal: null, weight: change.newWeight };
  }
  const observation = await rooms.observations(tenant.orgId).get(observationId);
  if (observation) return { applied: false, refusal: change, weight: observation.weight };
  throw observationNotFound(feedback.observationId);
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

async function failureOf(parts: FeedbackParts, sessionId: string): Promise<ClassifiedFailure | null> {
  const { status, endReason } = await sessionOf(parts, sessionId);
  if (status !== 'failed') return null;
  const errors: SessionEvent[] = [];
  for await (const page of eventsOf(parts.activities, sessionId, ['error'])) errors.push(...page);
  return classifyFailure(endReason, errors);
}

async function sessionOf({ sessions }: FeedbackParts, sessionId: string): Promise<Session> {
  const session = await sessions.get(sessionId);
  if (session) return session;
  throw sessionNotFound(sessionId);
}

/** The events of these types, page by page. A body has up to 64 KiB, so a page is small. */
async function* eventsOf(
  activities: Pick<ActivityStore, 'list'>,
  sessionId: string,
  types: readonly ActivityType[],
): AsyncGenerator<readonly SessionEvent[]> {
  let after = 0;
  let hasMore = true;
  while (hasMore) {
    const page = await activities.list(sessionId, { after, types, limit: 200 });
    yield page.rows.map(asEvent);
    after = page.rows.at(-1)?.seq ?? after;
    hasMore = page.hasMore;
  }
}

const asEvent = ({ type, body, occurredAt }: Activity): SessionEvent => ({
  type,
  body,
  occurredAt: Date.parse(occurredAt),
});
