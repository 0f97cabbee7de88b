import { InklingError, type OrgMemory, type Session } from '@inkling/engine';
import type { ClaimedSession } from '@inkling/engine/types';
import { PEOPLE } from '../../contract/endpoint.ts';
import * as api from '../../contract/sessions.ts';
import { agentOf } from '../caller.ts';
import { type Route, route } from '../route.ts';

const LIVE: readonly Session['status'][] = ['queued', 'claimed', 'working'];

/** Sessions: queueing, holding, ending, and how they hang together. Fixed paths stand before those with a parameter. */
export const sessionsRoutes: readonly Route[] = [
  route(api.createSession, ({ memory, caller, body }) => {
    // A program that is bound to an agent queues work for it; people, and programs that are bound to none, may leave it open.
    const isBound = caller.agents !== undefined && !PEOPLE.includes(caller.role) && caller.role !== 'operator';
    const isNamed = isBound || (body.agentId ?? null) !== null;
    const agentId = isNamed ? agentOf(caller, body.agentId) : undefined;
    return memory.sessions.create({ ...body, ...(agentId === undefined ? {} : { agentId }) });
  }),
  route(api.listSessions, async ({ memory, query: { status, projectId, figures = false, ...request } }) => {
    const page = await memory.sessions.list({
      ...request,
      ...(status === undefined ? {} : { statuses: status === 'live' ? LIVE : [status] }),
      ...(projectId === undefined ? {} : { projectId: projectId === '' ? null : projectId }),
    });
    return figures ? { ...page, figures: await memory.inspection.sessionFigures(page.rows.map(({ id }) => id)) } : page;
  }),
  route(api.claimNextSession, async ({ memory, caller, body }) => {
    const own = caller.ownsMachine ? {} : { agentIds: caller.agents ?? [caller.actor] };
    const claimed = await memory.sessions.claimNext({ ...body, ...own });
    if (claimed) startWithMemory(memory, claimed);
    return { claimed };
  }),
  route(api.getSession, ({ memory, params: { sessionId } }) => sessionOf(memory, sessionId)),
  route(api.getSessionTopology, async ({ memory, params: { sessionId } }) => {
    const session = await sessionOf(memory, sessionId);
    const [parent, { rows: children }] = await Promise.all([
      session.parent ? memory.sessions.get(session.parent.sessionId) : null,
      memory.sessions.list({ parentSessionId: sessionId, limit: 200 }),
    ]);
    return { session, parent, children };
  }),
  route(api.claimSession, async ({ memory, params: { sessionId }, body }) => {
    const claim = await memory.sessions.claim(sessionId, body);
    if (claim.outcome === 'claimed') startWithMemory(memory, claim);
    return claim;
  }),
  route(api.releaseSession, ({ memory, params: { sessionId }, body: { lockToken } }) =>
    memory.sessions.release(sessionId, lockToken),
  ),
  route(api.completeSession, ({ memory, params: { sessionId }, body: { lockToken, ...options } }) =>
    memory.sessions.complete(sessionId, lockToken, options),
  ),
  route(api.failSession, ({ memory, params: { sessionId }, body: { lockToken, ...options } }) =>
    memory.sessions.fail(sessionId, lockToken, options),
  ),
  route(api.stopSession, ({ memory, params: { sessionId }, body }) => memory.sessions.stop(sessionId, body)),
  route(api.startEpoch, ({ memory, params: { sessionId }, body: { expectedEpoch } }) =>
    memory.sessions.startEpoch(sessionId, expectedEpoch),
  ),
];

/** Nobody waits for the block of the session start: it comes with a heartbeat, and what fails in it is told to the memory's `onError`. */
function startWithMemory(memory: OrgMemory, { session }: ClaimedSession): void {
  void memory.injectContextForClaimedSession(session.id);
}

/** The session, or `session-not-found`. */
export async function sessionOf(memory: OrgMemory, sessionId: string): Promise<Session> {
  const session = await memory.sessions.get(sessionId);
  if (session) return session;
  throw new InklingError('session-not-found', `No session ${sessionId} exists.`, {
    hint: 'Take an id as the list of sessions names it, or create the session first.',
    details: { sessionId },
  });
}
