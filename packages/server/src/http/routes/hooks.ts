import { answerHookEndpoint, reportHooksEndpoint } from '../../contract/hooks.ts';
import { route, type Route } from '../route.ts';

/** Hooks of agents' clients. */
export const hookRoutes: readonly Route[] = [
  route(answerHookEndpoint, async (call) => {
    const { memory, services, params, body: payload, signal } = call;
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
