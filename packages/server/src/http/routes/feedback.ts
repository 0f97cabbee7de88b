import { feedbackEndpoint, rankDeltaEndpoint, sessionFeedbackEndpoint } from '../../contract/feedback.ts';
import { lookAtOutcome } from '../../outcomes/look-at-outcome.ts';
import { route, type Route } from '../route.ts';
import { observationToChange } from '../write-rights.ts';

/** What was worth remembering, as agents and outcomes say. */
export const feedbackRoutes: readonly Route[] = [
  route(feedbackEndpoint, async ({ body, ...call }) => {
    const { memory, caller } = call;
    // What is outdated is not recalled any more: that replaces it by nothing.
    const { id: observationId } = await observationToChange(call, body.observationId, body.verdict === 'outdated');
    return memory.feedback.observation({ ...body, observationId, agentId: body.agentId ?? caller.actor });
  }),
  route(sessionFeedbackEndpoint, ({ memory, params: { sessionId }, services: { clock } }) =>
    lookAtOutcome(memory, sessionId, clock),
  ),
  route(rankDeltaEndpoint, async ({ memory, query: { since, ...query } }) => ({
    rows: await memory.feedback.rankDelta({ ...query, ...(since === undefined ? {} : { since: new Date(since) }) }),
  })),
];
