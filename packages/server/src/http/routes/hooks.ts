import { answerHookEndpoint, reportHooksEndpoint } from '../../contract/hooks.ts';
import { agentOf } from '../agent-of.ts';
import { route, type Route } from '../route.ts';

/** Hooks of agents' clients. */
export const hookRoutes: readonly Route[] = [
  route(answerHookEndpoint, async (call) => {
    const { memory, services, params, body: payload, signal, caller } = call;
    // The hooks' own token is for every client of its machine; a key is bound to some.
    if (caller.operations === undefined) agentOf(caller, params.client);
    const isOff = isSet(call.header('inkling-off'));
    const { output } = await services.agents.answer(memory, { ...params, payload, isOff, signal });
    return output;
  }),
  route(reportHooksEndpoint, async ({ memory, services }) => ({ rows: services.agents.report(memory) })),
];

/** A client that puts an unset variable into the header sends nothing, or the variable's name. */
function isSet(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
