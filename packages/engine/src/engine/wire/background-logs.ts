import { chunksOf } from '../../base/lists.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/database/database.ts';
import { createWriteBehind, type WriteBehind } from '../../base/threads/write-behind.ts';
import { createRetrievalLog, type Retrieval, type RetrievalLog } from '../../memory/feedback/retrieval-log.ts';
import { RETRIEVALS_IN_ONE, retrievalStatements } from '../../memory/feedback/retrieval-statements.ts';
import { type VerbEventRecord, createVerbEventLog, type VerbEventLog } from '../../memory/verb-events/verb-event.ts';
import { VERB_EVENTS_IN_ONE, verbEventStatements } from '../../memory/verb-events/verb-event-statements.ts';
import type { InjectionEvent } from '../../features/in-session/injection-result.ts';
import { questionsOf } from '../../features/in-session/events/verb-bus-event.ts';
import type { RankedRecall } from '../../recall/recall.ts';

/** The logs of a memory that are written behind the answers, over all its organisations. */
export interface BackgroundLogs extends Pick<WriteBehind, 'flush' | 'close'> {
  readonly retrievals: RetrievalLog;
  readonly verbEvents: VerbEventLog;
}

/** Creates the logs. One tool call leaves a row in each: they are written in one transaction. */
export function wireBackgroundLogs(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): BackgroundLogs {
  const onWaiting = (): void => writer.due();
  const retrievals = createRetrievalLog({ clock, onWaiting });
  const verbEvents = createVerbEventLog(onWaiting);
  const writer = createWriteBehind({
    clock,
    onError,
    together: database.kind === 'pglite',
    take: () => writes(database, retrievals.take(), verbEvents.take()),
  });
  return { retrievals, verbEvents, flush: () => writer.flush(), close: () => writer.close() };
}

function writes(
  database: Database,
  retrievals: ReadonlyMap<string, readonly Retrieval[]>,
  events: ReadonlyMap<string, readonly VerbEventRecord[]>,
): (() => Promise<unknown>)[] {
  const orgIds = [...new Set([...retrievals.keys(), ...events.keys()])];
  return orgIds.flatMap((orgId) => writesOf(database, orgId, retrievals.get(orgId) ?? [], events.get(orgId) ?? []));
}

/**
 * Statements are made when their turn comes: those of a second without pause are some thousand ids and numbers. What cannot be written, an id that
 * is no UUID, fails as if the database had refused it, and only what goes with it.
 */
function writesOf(
  database: Database,
  orgId: string,
  retrievals: readonly Retrieval[],
  events: readonly VerbEventRecord[],
): (() => Promise<unknown>)[] {
  const [ranked, told] = [chunksOf(retrievals, RETRIEVALS_IN_ONE), chunksOf(events, VERB_EVENTS_IN_ONE)];
  return Array.from({ length: Math.max(ranked.length, told.length) }, (_, index) => async () => {
    const both = [...retrievalStatements(orgId, ranked[index] ?? []), ...verbEventStatements(orgId, told[index] ?? [])];
    await database.tenant(orgId).batch(both, { background: true });
  });
}

/** Neither is an end: a look-up that goes on has its own event, and nobody can look at a session that there is not. */
const UNTOLD: readonly (string | null)[] = ['prefetching', 'not-running'];

/** Takes what became of a tool call into the log. */
export function logVerbEvent(log: VerbEventLog, clock: Clock, told: InjectionEvent): void {
  const { event, outcome, reason, elapsedMs, lagMs, actualTokens, observationIds, degraded } = told;
  if (UNTOLD.includes(reason)) return;
  const { sessionId, projectId = null, tool, phase } = event;
  const { focalPath: path } = questionsOf(event);
  log.add(event.orgId, {
    sessionId,
    projectId,
    tool,
    phase,
    path,
    outcome,
    reason,
    elapsedMs,
    lagMs,
    actualTokens,
    observationIds,
    degraded,
    endedAt: clock.now(),
  });
}

/** Takes what recall ranked into the log, when it was for a session. */
export function logRetrieval(log: RetrievalLog, { request, rows }: RankedRecall): void {
  const { orgId, sessionId, projectId = null } = request;
  if (sessionId === undefined) return;
  const candidates = rows.map(({ observation, unweightedRank, weightedRank, relevance, score }) => ({
    observationId: observation.id,
    unweightedRank,
    weightedRank,
    relevance,
    score,
    weight: observation.weight,
  }));
  log.add({ orgId, sessionId, projectId, candidates });
}
