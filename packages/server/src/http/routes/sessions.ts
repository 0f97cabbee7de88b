import type { Activity, Clock, OrgMemory, Session } from '@inkling/engine';
import { InklingError, sessionNotFound } from '@inkling/engine/errors';
import { pause } from '@inkling/engine/operator';
import type { ActivityPage, ClaimedSession } from '@inkling/engine/types';
import * as activities from '../../contract/activities.ts';
import { PEOPLE } from '../../contract/endpoint.ts';
import * as sessions from '../../contract/sessions.ts';
import { agentOf, type Caller } from '../caller.ts';
import { agentsSeenBy, maySee, requireSession } from '../rights.ts';
import { type Route, route, type Services, streamRoute } from '../route.ts';

const LIVE: readonly Session['status'][] = ['queued', 'claimed', 'working'];

/** Sessions: queueing, holding, ending, and how they hang together. Fixed paths stand before those with a parameter. */
export const sessionsRoutes: readonly Route[] = [
  route(sessions.createSession, async ({ memory, caller, body }) => {
    // A program that is bound to an agent queues work for it; people, and programs that are bound to none, may leave it open.
    const isBound = caller.agents !== undefined && !PEOPLE.includes(caller.role) && caller.role !== 'operator';
    const isNamed = isBound || (body.agentId ?? null) !== null;
    const agentId = isNamed ? agentOf(caller, body.agentId) : undefined;
    const result = await memory.sessions.create({ ...body, ...(agentId === undefined ? {} : { agentId }) });
    if (!result.created) requireSession(caller, result.session);
    return result;
  }),
  route(sessions.listSessions, async ({ memory, caller, query }) => {
    const { status, projectId, figures = false, ...request } = query;
    const page = await memory.sessions.list({
      ...{ ...request, ...agentsSeenBy(caller) },
      ...(status === undefined ? {} : { statuses: status === 'live' ? LIVE : [status] }),
      ...(projectId === undefined ? {} : { projectId: projectId === '' ? null : projectId }),
    });
    return figures ? { ...page, figures: await memory.inspection.sessionFigures(page.rows.map(({ id }) => id)) } : page;
  }),
  route(sessions.claimNextSession, async ({ memory, caller, body }) => {
    const asked = claimant(caller, body.agentId);
    const agents = body.agentId === undefined ? (caller.agents ?? [caller.actor]) : [body.agentId];
    const own = caller.ownsMachine && body.agentId === undefined ? {} : { agentIds: agents };
    const claimed = await memory.sessions.claimNext({ ...body, ...own, ...asked });
    if (claimed) startWithMemory(memory, claimed);
    return { claimed };
  }),
  route(sessions.getSession, ({ memory, params: { sessionId } }) => sessionOf(memory, sessionId)),
  route(sessions.getSessionTopology, async ({ memory, caller, params: { sessionId } }) => {
    const session = await sessionOf(memory, sessionId);
    const [parent, { rows: children }] = await Promise.all([
      session.parent ? memory.sessions.get(session.parent.sessionId) : null,
      memory.sessions.list({ parentSessionId: sessionId, limit: 200 }),
    ]);
    const isSeen = (other: Session): boolean => maySee(caller, other);
    return { session, parent: parent && isSeen(parent) ? parent : null, children: children.filter(isSeen) };
  }),
  route(sessions.claimSession, async ({ memory, caller, params: { sessionId }, body }) => {
    const claim = await memory.sessions.claim(sessionId, { ...body, ...claimant(caller, body.agentId) });
    if (claim.outcome === 'claimed') startWithMemory(memory, claim);
    return claim;
  }),
  route(sessions.releaseSession, ({ memory, params: { sessionId }, body: { lockToken } }) =>
    memory.sessions.release(sessionId, lockToken),
  ),
  route(sessions.completeSession, async (call) => {
    const { lockToken, ...options } = call.body;
    await allTold(call);
    return call.memory.sessions.complete(call.params.sessionId, lockToken, options);
  }),
  route(sessions.failSession, async (call) => {
    const { lockToken, ...options } = call.body;
    await allTold(call);
    return call.memory.sessions.fail(call.params.sessionId, lockToken, options);
  }),
  route(sessions.stopSession, async (call) => {
    await allTold(call);
    return call.memory.sessions.stop(call.params.sessionId, call.body);
  }),
  route(sessions.startEpoch, ({ memory, params: { sessionId }, body: { expectedEpoch } }) =>
    memory.sessions.startEpoch(sessionId, expectedEpoch),
  ),
];

/** What is learned from a session is read when it ends: what was told of it before is written then. */
function allTold(call: {
  readonly memory: OrgMemory;
  readonly services: Services;
  readonly params: { readonly sessionId: string };
}): Promise<void> {
  return call.services.agents.activitiesOf(call.memory).settled(call.params.sessionId);
}

/**
 * Whose a session of no agent becomes by a claim: policies would decide on its blocks for nobody. A key that is bound to no agent leaves it
 * open, as it may when it queues one.
 */
function claimant(caller: Caller, said: string | undefined): { readonly agentId?: string } {
  const agentId = said === undefined && caller.agents === undefined ? undefined : agentOf(caller, said);
  return agentId === undefined ? {} : { agentId };
}

/** Nobody waits for the block of the session start: it comes with a heartbeat, and what fails in it is told to the memory's `onError`. */
function startWithMemory(memory: OrgMemory, { session }: ClaimedSession): void {
  void memory.injectContextForClaimedSession(session.id);
}

/** The session, or `session-not-found`. */
async function sessionOf(memory: OrgMemory, sessionId: string): Promise<Session> {
  const session = await memory.sessions.get(sessionId);
  if (session) return session;
  throw sessionNotFound(sessionId);
}

/** What happened in sessions, as a list and as a live stream. */
export const activitiesRoutes: readonly Route[] = [
  route(activities.appendActivities, async ({ memory, params: { sessionId }, body }) => ({
    rows: await memory.activities.append(sessionId, body.activities),
  })),
  route(activities.listActivities, ({ memory, params: { sessionId }, query: { type, ...page } }) =>
    memory.activities.list(sessionId, { ...page, ...(type === undefined ? {} : { types: [type] }) }),
  ),
  route(activities.listFacets, async ({ memory, params: { sessionId } }) => ({
    rows: await memory.activities.facets(sessionId),
  })),
  streamRoute(activities.streamActivities, async ({ memory, params: { sessionId }, services, signal, ...call }) => {
    const after = lastSeen(call.header('last-event-id'));
    // Nothing ever happens in a session that does not exist: its stream would be silent for ever.
    await sessionOf(memory, sessionId);
    const list = (from: number): Promise<ActivityPage> => memory.activities.list(sessionId, { after: from });
    // A session of no agent is everybody's until one claims it.
    const mayGoOn = async (): Promise<boolean> => {
      const session = (await call.isStillAdmitted()) ? await memory.sessions.get(sessionId) : null;
      return session !== null && maySee(call.caller, session);
    };
    return followActivities(list, after, services.clock, { signal, draining: services.draining }, mayGoOn);
  }),
];

function lastSeen(header: string | undefined): number {
  if (header === undefined || header === '') return 0;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  throw new InklingError('invalid-input', 'Last-Event-ID is not the number of an event.', {
    hint: 'Send the id of the last event that came, or none to begin at the beginning.',
  });
}

// Numbers have no gaps and are given in the order of commits, so reading behind the last one misses nothing, whichever replica wrote it. Four
// looks a second are as good as live to a person, and cost one index read each.
const LOOK_EVERY_MS = 250;

// A reader who may not read any more is told nothing for longer than this and one look.
const ASK_EVERY_MS = 500;

/**
 * The events behind a number, then those to come, until one of the signals ends it or the reader may not go on. It reads a page ahead at most: a client that reads slowly slows
 * the reading, not the memory. The signals are listened to one by one: of those that `AbortSignal.any` joins, the one that lives as long as the
 * process keeps each stream there ever was (nodejs/node#54614).
 */
async function* followActivities(
  read: (after: number) => Promise<ActivityPage>,
  after: number,
  clock: Clock,
  ends: Readonly<Record<'signal' | 'draining', AbortSignal>>,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<Activity> {
  let last = after;
  let askedAt = clock.monotonic();
  while (!ends.signal.aborted && !ends.draining.aborted) {
    if (clock.monotonic() - askedAt >= ASK_EVERY_MS) {
      if (!(await mayGoOn())) return;
      askedAt = clock.monotonic();
    }
    const { rows, hasMore } = await read(last);
    yield* rows;
    last = rows.at(-1)?.seq ?? last;
    // A client that is gone waits for nothing; whoever ends the daemon waits for this.
    if (!hasMore) await pause(clock, LOOK_EVERY_MS, ends.draining);
  }
}
