import { InklingError } from '@inkling/engine';
import type { ActivityPage } from '@inkling/engine/types';
import { streamActivitiesEndpoint } from '../../contract/activity-stream.ts';
import { followActivities } from '../follow-activities.ts';
import { streamRoute, type Route } from '../route.ts';
import { sessionOf } from '../session-of.ts';

/** The live stream of a session. */
export const activityStreamRoutes: readonly Route[] = [
  streamRoute(streamActivitiesEndpoint, async ({ memory, params: { sessionId }, services, signal, ...call }) => {
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
    wayOut: 'Send the id of the last event that came, or none to begin at the beginning.',
  });
}
