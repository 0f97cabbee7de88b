import type { Clock } from '../base/clock.ts';
import type { InjectionEvent } from '../features/in-session/injection-result.ts';
import { questionsOf } from '../features/in-session/verb-bus-event.ts';
import type { VerbEventLog } from '../memory/verb-events/verb-event-log.ts';

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
