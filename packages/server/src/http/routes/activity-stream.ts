import { InklingError } from '@inkling/engine';
import { streamActivitiesEndpoint } from '../../contract/activity-stream.ts';
import { followActivities } from '../follow-activities.ts';
import { streamRoute, type Route } from '../route.ts';

/** The live stream of a session. */
export const activityStreamRoutes: readonly Route[] = [
  streamRoute(streamActivitiesEndpoint, ({ memory, params: { sessionId }, services, signal, ...call }) =>
    followActivities(
      (after) => memory.activities.list(sessionId, { after }),
      lastSeen(call.header('last-event-id')),
      services.clock,
      AbortSignal.any([signal, services.draining]),
    ),
  ),
];

function lastSeen(header: string | undefined): number {
  if (header === undefined || header === '') return 0;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  throw new InklingError('invalid-input', 'Last-Event-ID is not the number of an event.', {
    wayOut: 'Send the id of the last event that came, or none to begin at the beginning.',
  });
}
