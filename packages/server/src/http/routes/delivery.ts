import type { InjectionResult } from '@inkling/engine';
import * as api from '../../contract/delivery.ts';
import { agentOf, viewerOf } from '../caller.ts';
import { reportContext } from '../report-context.ts';
import { route, type Route } from '../route.ts';
import { safeLines } from '../safe-lines.ts';

/** Ends of events that tell nothing about their session. */
const REFUSED: readonly InjectionResult['reason'][] = ['not-running', 'other-project'];

/** Tool calls and hooks of agents, the durable inject queue, and the heartbeat that carries a block. */
export const deliveryRoutes: readonly Route[] = [
  route(api.reportEvent, async ({ memory, services, body }) => {
    const { succeeded: _succeeded, output: _output, ...event } = body;
    const result = await services.agents.subscriberOf(memory).handleHookEvent({ ...event, orgId: memory.orgId });
    // After the answer is known: on an embedded database the two would wait for each other, and only the hint has a budget.
    if (!REFUSED.includes(result.reason)) reportContext(memory, services, body);
    return result;
  }),
  route(api.answerHook, async (call) => {
    const { memory, services, params, body: payload, signal, caller } = call;
    // The hooks' own token is for every client of its machine; a key is bound to some.
    if (caller.operations === undefined) agentOf(caller, params.client);
    const isOff = isSet(call.header('inkling-off'));
    const { output } = await services.agents.answer(memory, { ...params, payload, isOff, signal });
    return output;
  }),
  route(api.reportHooks, async ({ memory, services }) => ({ rows: services.agents.report(memory) })),
  route(api.enqueueMemoryInject, async ({ memory, params, body }) => ({
    inject: await memory.enqueueMemoryInject({ ...body, ...params, text: safeLines(body.text) }),
  })),
  route(api.listMemoryInjects, async ({ memory, caller, params: { sessionId }, query }) => ({
    rows: await memory.inspection.injects(sessionId, { ...query, ...viewerOf(caller) }),
  })),
  route(api.heartbeat, ({ memory, params: { sessionId }, body }) => memory.refreshLockAndClaimInject(sessionId, body)),
  route(api.ackMemoryInject, ({ memory, params: { sessionId, deliveryId }, body }) =>
    memory.ackMemoryInject(sessionId, deliveryId, body),
  ),
  route(api.measureInjectQueue, ({ memory }) => memory.measureInjectQueue()),
];

/** A client that puts an unset variable into the header sends nothing, or the variable's name. */
function isSet(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
