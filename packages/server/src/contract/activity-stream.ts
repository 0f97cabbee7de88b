import type { Activity } from '@inkling/engine';
import { z } from 'zod';
import { activitySchema } from './activities.ts';
import type { Endpoint } from './endpoint.ts';
import { idSchema } from './fields.ts';
import { ANY_ROLE } from './role.ts';

/** A session's events as they happen. */
export const streamActivitiesEndpoint: Endpoint<{
  params: { readonly sessionId: string };
  answer: Activity;
}> = {
  id: 'streamActivities',
  method: 'get',
  path: '/v1/sessions/{sessionId}/activities/stream',
  summary: "A session's events, those there are and those to come, as server-sent events",
  description:
    'The id of an event is its number; with Last-Event-ID the stream goes on behind it, on any replica. It ends when the daemon drains.',
  roles: ANY_ROLE,
  params: z.strictObject({ sessionId: idSchema }),
  answer: activitySchema,
  format: 'events',
  errors: ['session-not-found'],
};
