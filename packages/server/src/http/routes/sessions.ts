import type { OrgMemory, Session } from '@inkling/engine';
import type { ClaimedSession } from '@inkling/engine/types';
import {
  claimNextEndpoint,
  claimSessionEndpoint,
  completeSessionEndpoint,
  createSessionEndpoint,
  failSessionEndpoint,
  getSessionEndpoint,
  getTopologyEndpoint,
  listSessionsEndpoint,
  releaseSessionEndpoint,
  startEpochEndpoint,
  stopSessionEndpoint,
  type SessionTopology,
} from '../../contract/sessions.ts';
import { PEOPLE } from '../../contract/role.ts';
import { agentOf } from '../agent-of.ts';
import { route, type Route } from '../route.ts';
import { sessionOf } from '../session-of.ts';

const LIVE: readonly Session['status'][] = ['queued', 'claimed', 'working'];

/** Sessions: queueing, holding, ending, and how they hang together. Fixed paths stand before those with a parameter. */
export const sessionRoutes: readonly Route[] = [
  route(createSessionEndpoint, ({ memory, caller, body }) => {
    // A program that is bound to an agent queues work for it; people, and programs that are bound to none, may leave it open.
    const isBound = caller.agents !== undefined && !PEOPLE.includes(caller.role) && caller.role !== 'operator';
    const isNamed = isBound || (body.agentId ?? null) !== null;
    const agentId = isNamed ? agentOf(caller, body.agentId) : undefined;
    return memory.sessions.create({ ...body, ...(agentId === undefined ? {} : { agentId }) });
  }),
  route(listSessionsEndpoint, async ({ memory, query: { status, projectId, figures = false, ...request } }) => {
    const page = await memory.sessions.list({
      ...request,
      ...(status === undefined ? {} : { statuses: status === 'live' ? LIVE : [status] }),
      ...(projectId === undefined ? {} : { projectId: projectId === '' ? null : projectId }),
    });
    return figures ? { ...page, figures: await memory.inspection.sessionFigures(page.rows.map(({ id }) => id)) } : page;
  }),
  route(claimNextEndpoint, async ({ memory, caller, body }) => {
    const own = caller.ownsMachine ? {} : { agentIds: caller.agents ?? [caller.actor] };
    const claimed = await memory.sessions.claimNext({ ...body, ...own });
    if (claimed) startWithMemory(memory, claimed);
    return { claimed };
  }),
  route(getSessionEndpoint, ({ memory, params: { sessionId } }) => sessionOf(memory, sessionId)),
  route(getTopologyEndpoint, ({ memory, params: { sessionId } }) => topologyOf(memory, sessionId)),
  route(claimSessionEndpoint, async ({ memory, params: { sessionId }, body }) => {
    const claim = await memory.sessions.claim(sessionId, body);
    if (claim.outcome === 'claimed') startWithMemory(memory, claim);
    return claim;
  }),
  route(releaseSessionEndpoint, ({ memory, params: { sessionId }, body: { lockToken } }) =>
    memory.sessions.release(sessionId, lockToken),
  ),
  route(completeSessionEndpoint, ({ memory, params: { sessionId }, body: { lockToken, ...options } }) =>
    memory.sessions.complete(sessionId, lockToken, options),
  ),
  route(failSessionEndpoint, ({ memory, params: { sessionId }, body: { lockToken, ...options } }) =>
    memory.sessions.fail(sessionId, lockToken, options),
  ),
  route(stopSessionEndpoint, ({ memory, params: { sessionId }, body }) => memory.sessions.stop(sessionId, body)),
  route(startEpochEndpoint, ({ memory, params: { sessionId }, body: { expectedEpoch } }) =>
    memory.sessions.startEpoch(sessionId, expectedEpoch),
  ),
];

/** Nobody waits for the block of the session start: it comes with a beat, and what fails in it is told to the memory's `onError`. */
function startWithMemory(memory: OrgMemory, { session }: ClaimedSession): void {
  void memory.injectContextForClaimedSession(session.id);
}

async function topologyOf(memory: OrgMemory, sessionId: string): Promise<SessionTopology> {
  const session = await sessionOf(memory, sessionId);
  const [parent, { rows: children }] = await Promise.all([
    session.parent ? memory.sessions.get(session.parent.sessionId) : null,
    memory.sessions.list({ parentSessionId: sessionId, limit: 200 }),
  ]);
  return { session, parent, children };
}
