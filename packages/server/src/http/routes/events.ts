import type { InjectionResult } from '@inkling/engine';
import { reportEventEndpoint } from '../../contract/events.ts';
import { reportContext } from '../report-context.ts';
import { route, type Route } from '../route.ts';

/** Ends of events that tell nothing about their session. */
const REFUSED: readonly InjectionResult['reason'][] = ['not-running', 'other-project'];

/** Tool calls of agents. */
export const eventRoutes: readonly Route[] = [
  route(reportEventEndpoint, async ({ memory, services, body }) => {
    const { succeeded: _succeeded, output: _output, ...event } = body;
    const result = await services.agents.subscriberOf(memory).handleHookEvent({ ...event, orgId: memory.orgId });
    // After the answer is known: on an embedded database the two would wait for each other, and only the hint has a budget.
    if (!REFUSED.includes(result.reason)) reportContext(memory, services, body);
    return result;
  }),
];
