import * as api from '../../contract/feedback.ts';
import { observationToChange } from '../rights.ts';
import { type Route, route } from '../route.ts';
import { lookAtOutcome } from '../../outcomes/look-at-outcome.ts';

/** What was worth remembering: verdicts, outcomes of sessions, and sessions that go without. */
export const feedbackRoutes: readonly Route[] = [
  route(api.giveFeedback, async ({ body, ...call }) => {
    const { memory, caller } = call;
    // What is outdated is not recalled any more: that replaces it by nothing.
    const { id: observationId } = await observationToChange(call, body.observationId, body.verdict === 'outdated');
    return memory.feedback.observation({ ...body, observationId, agentId: body.agentId ?? caller.actor });
  }),
  route(api.applySessionFeedback, ({ memory, params: { sessionId }, services: { clock } }) =>
    lookAtOutcome(memory, sessionId, clock),
  ),
  route(api.rankDelta, async ({ memory, query: { since, ...query } }) => ({
    rows: await memory.feedback.rankDelta({ ...query, ...(since === undefined ? {} : { since: new Date(since) }) }),
  })),
  route(api.getSessionOutcome, ({ memory, params: { sessionId } }) => memory.feedback.outcome(sessionId)),
  route(api.setSessionOutcome, ({ memory, caller, params: { sessionId }, body: { outcome, ...reason } }) =>
    memory.feedback.setOutcome(sessionId, outcome, { actor: caller.actor, ...reason }),
  ),
  route(api.removeSessionOutcome, ({ memory, caller, params: { sessionId } }) =>
    memory.feedback.setOutcome(sessionId, null, { actor: caller.actor }),
  ),
  route(api.listExperiments, async ({ memory, query: { projectId } }) => ({
    experiments: await memory.experiments.list(projectId),
  })),
  route(api.startExperiment, ({ memory, caller, body: { projectId, withhold } }) =>
    memory.experiments.start(projectId, withhold, { actor: caller.actor }),
  ),
  route(api.stopExperiment, ({ memory, caller, body: { projectId } }) =>
    memory.experiments.stop(projectId, { actor: caller.actor }),
  ),
  route(api.reportExperiment, ({ memory, query: { projectId = null, id } }) =>
    memory.experiments.report(projectId, id),
  ),
];
