import type { InjectionResult, OrgMemory, Session } from '@inkling/engine';
import { toolCallActivities } from '@inkling/engine/capture';
import { InklingError } from '@inkling/engine/errors';
import type { ActivityWriter } from '../../agents/activity-writer.ts';
import * as delivery from '../../contract/delivery.ts';
import { agentOf, type Caller, viewerOf } from '../caller.ts';
import { isSessionInProjectOf, requireSession } from '../rights.ts';
import { route, type Route } from '../route.ts';
import { safeLines } from '../safe-lines.ts';

/** Ends of events that tell nothing about their session. */
const REFUSED: readonly InjectionResult['reason'][] = ['not-running', 'other-project'];

/** Tool calls and hooks of agents, the durable inject queue, and the heartbeat that carries a block. */
export const deliveryRoutes: readonly Route[] = [
  route(delivery.reportEvent, async ({ memory, services, body }) => {
    const { succeeded = true, output, ...event } = body;
    const failure = succeeded || output === undefined ? {} : { failure: output };
    const heardAtMs = services.clock.now();
    const hook = { ...event, ...failure, orgId: memory.orgId };
    const result = await services.agents.subscriberOf(memory).handleHookEvent(hook);
    // After the answer is known: on an embedded database the two would wait for each other, and only the hint has a budget.
    if (!REFUSED.includes(result.reason)) reportContext(services.agents.activitiesOf(memory), body, heardAtMs);
    return result;
  }),
  route(delivery.answerHook, async (call) => {
    const { memory, services, params, body: payload, signal, caller } = call;
    const isOff = isSet(call.header('inkling-off'));
    const hook = { ...params, payload, isOff, signal };
    // The hooks' own token is for every client and directory of its machine; a key is bound to some.
    if (caller.ownsMachine || caller.operations !== undefined)
      return (await services.agents.answer(memory, hook)).output;
    agentOf(caller, params.client);
    const requireRight = (session: Pick<Session, 'agentId' | 'projectId'>): void =>
      requireSession(caller, session, delivery.answerHook.id);
    return (await services.agents.answer(memory, { ...hook, requireRight })).output;
  }),
  route(delivery.reportHooks, async ({ memory, services }) => ({ rows: services.agents.report(memory) })),
  route(delivery.enqueueMemoryInject, async ({ memory, params, body }) => ({
    inject: await memory.enqueueMemoryInject({ ...body, ...params, text: safeLines(body.text) }),
  })),
  route(delivery.listMemoryInjects, async ({ memory, caller, params: { sessionId }, query }) => ({
    rows: await memory.inspection.injects(sessionId, { ...query, ...viewerOf(caller) }),
  })),
  route(delivery.heartbeat, async ({ memory, caller, params: { sessionId }, body }) => {
    if (!(await isSessionInProjectOf({ memory, caller }, sessionId))) return { outcome: 'lock-lost' as const };
    await requireAgent(memory, caller, sessionId);
    return memory.refreshLockAndClaimInject(sessionId, body);
  }),
  route(delivery.ackMemoryInject, ({ memory, params: { sessionId, deliveryId }, body }) =>
    memory.ackMemoryInject(sessionId, deliveryId, body),
  ),
  route(delivery.measureInjectQueue, ({ memory }) => memory.measureInjectQueue()),
];

/** Blocks are decided on for the session's agent, and for nobody where it has none: a key that is bound to agents is given none of these. */
async function requireAgent(memory: OrgMemory, caller: Caller, sessionId: string): Promise<void> {
  if (caller.ownsMachine || caller.agents === undefined) return;
  if ((await memory.sessions.get(sessionId))?.agentId !== null) return;
  throw new InklingError('forbidden', 'The session has no agent, and this key is bound to agents.', {
    hint: 'Claim the session with this key: it becomes its agent’s.',
    details: { agents: caller.agents },
  });
}

/** A client that puts an unset variable into the header sends nothing, or the variable's name. */
function isSet(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/**
 * Writes what a tool call tells about its session: the facets of one that succeeded as `context` activities, and what capture needs beside
 * them. Nobody waits for it, and what fails goes to the log: a fact that is missing must not cost an agent its hint. Seed "Context Derivation".
 */
function reportContext(
  activities: Pick<ActivityWriter, 'write'>,
  event: delivery.HookEventBody,
  heardAtMs: number,
): void {
  if (event.type !== 'post-tool-use') return;
  const { sessionId, toolName, toolInput, succeeded = true, output } = event;
  const at = new Date(heardAtMs).toISOString();
  const end = { at, succeeded, ...(output === undefined ? {} : { output }) };
  const told = toolCallActivities(toolName, toolInput, end);
  activities.write(
    sessionId,
    told.map((activity) => ({ ...activity, occurredAt: at })),
  );
}
