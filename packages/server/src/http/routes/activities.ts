import { type Activity, type Clock, InklingError } from '@inkling/engine';
import type { ActivityPage } from '@inkling/engine/types';
import * as api from '../../contract/activities.ts';
import { type Route, route, streamRoute } from '../route.ts';
import { sessionOf } from './sessions.ts';

/** What happened in sessions, as a list and as a live stream. */
export const activitiesRoutes: readonly Route[] = [
  route(api.appendActivities, async ({ memory, params: { sessionId }, body }) => ({
    rows: await memory.activities.append(sessionId, body.activities),
  })),
  route(api.listActivities, ({ memory, params: { sessionId }, query: { type, ...page } }) =>
    memory.activities.list(sessionId, { ...page, ...(type === undefined ? {} : { types: [type] }) }),
  ),
  route(api.listFacets, async ({ memory, params: { sessionId } }) => ({
    rows: await memory.activities.facets(sessionId),
  })),
  streamRoute(api.streamActivities, async ({ memory, params: { sessionId }, services, signal, ...call }) => {
    const after = lastSeen(call.header('last-event-id'));
    // Nothing ever happens in a session that does not exist: its stream would be silent for ever.
    await sessionOf(memory, sessionId);
    const list = (from: number): Promise<ActivityPage> => memory.activities.list(sessionId, { after: from });
    return followActivities(list, after, services.clock, [signal, services.draining], call.isStillAdmitted);
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
  ends: readonly AbortSignal[],
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<Activity> {
  let last = after;
  let askedAt = clock.monotonic();
  while (!hasEnded(ends)) {
    if (clock.monotonic() - askedAt >= ASK_EVERY_MS) {
      if (!(await mayGoOn())) return;
      askedAt = clock.monotonic();
    }
    const { rows, hasMore } = await read(last);
    yield* rows;
    last = rows.at(-1)?.seq ?? last;
    if (!hasMore) await pause(clock, ends);
  }
}

const hasEnded = (ends: readonly AbortSignal[]): boolean => ends.some(({ aborted }) => aborted);

function pause(clock: Clock, ends: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      for (const signal of ends) signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.schedule(done, LOOK_EVERY_MS);
    for (const signal of ends) signal.addEventListener('abort', done);
    if (hasEnded(ends)) done();
  });
}
