import { getOutcomeEndpoint, removeOutcomeEndpoint, setOutcomeEndpoint } from '../../contract/outcomes.ts';
import { route, type Route } from '../route.ts';

/** How sessions ended: by evidence, and as somebody says. */
export const outcomeRoutes: readonly Route[] = [
  route(getOutcomeEndpoint, ({ memory, params: { sessionId } }) => memory.feedback.outcome(sessionId)),
  route(setOutcomeEndpoint, ({ memory, caller, params: { sessionId }, body: { outcome, ...reason } }) =>
    memory.feedback.setOutcome(sessionId, outcome, { actor: caller.actor, ...reason }),
  ),
  route(removeOutcomeEndpoint, ({ memory, caller, params: { sessionId } }) =>
    memory.feedback.setOutcome(sessionId, null, { actor: caller.actor }),
  ),
];
