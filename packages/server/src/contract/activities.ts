import type { Activity, ActivityInput } from '@inkling/engine';
import type { ActivityPage, AppendedActivity, Facet, ListActivitiesRequest } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, sessionParams, timeSchema, uuidSchema, type SessionParams } from './fields.ts';
import { ANY_ROLE, WORKERS } from './role.ts';

const TYPES = ['thought', 'action', 'response', 'error', 'context', 'inject'] as const;

/** An event as it travels: moments are texts. */
export type ActivityBody = Omit<ActivityInput, 'occurredAt'> & { readonly occurredAt?: string };

// Far above what an agent does between two reports, and at 64 KiB each within the body's limit only when most are small.
const BATCH_MAX = 100;

/** Writes events of a session. */
export const appendActivitiesEndpoint: Endpoint<{
  params: SessionParams;
  body: { readonly activities: readonly ActivityBody[] };
  answer: { rows: readonly AppendedActivity[] };
}> = {
  id: 'appendActivities',
  method: 'post',
  path: '/v1/sessions/{sessionId}/activities',
  summary: 'Report up to 100 events of a session',
  description: 'All or none, in their order. An id that is there is not written again, so a retry is safe.',
  roles: [...WORKERS, 'agent'],
  params: sessionParams,
  body: z.strictObject({
    activities: z
      .array(
        z.strictObject({
          id: uuidSchema.exactOptional(),
          type: z.enum(TYPES),
          body: z.record(z.string(), z.unknown()),
          occurredAt: timeSchema.exactOptional(),
        }),
      )
      .max(BATCH_MAX),
  }),
  answer: z.object({ rows: z.array(z.object({ id: uuidSchema, seq: z.number().int(), created: z.boolean() })) }),
  errors: ['session-not-found', 'activity-too-large'],
  maxBodyBytes: 2 ** 23,
};

/** Which events are wanted; types one at a time, as a query string has them. */
export interface ActivitiesQuery extends Omit<ListActivitiesRequest, 'types'> {
  readonly type?: Activity['type'];
}

/** One event of a session. */
export const activitySchema: z.ZodType<Activity> = z
  .object({
    sessionId: z.string(),
    seq: z.number().int(),
    id: uuidSchema,
    type: z.enum(TYPES),
    body: z.record(z.string(), z.json()),
    occurredAt: timeSchema,
    createdAt: timeSchema,
  })
  .meta({ id: 'Activity', description: 'One event of a session.' });

const seqInQuery = countInQuery(0, Number.MAX_SAFE_INTEGER);

/** One page of a session's events. */
export const listActivitiesEndpoint: Endpoint<{
  params: SessionParams;
  query: ActivitiesQuery;
  answer: ActivityPage;
}> = {
  id: 'listActivities',
  method: 'get',
  path: '/v1/sessions/{sessionId}/activities',
  summary: "A session's events by number, in pages",
  description:
    'Numbers have no gaps, so reading after the last one follows the session. Before a number gives the last ones before it.',
  roles: ANY_ROLE,
  params: sessionParams,
  query: z.strictObject({
    after: seqInQuery.exactOptional(),
    before: seqInQuery.exactOptional(),
    type: z.enum(TYPES).exactOptional(),
    limit: countInQuery(1, 1000).exactOptional(),
  }),
  answer: z.object({ rows: z.array(activitySchema), hasMore: z.boolean() }),
};

/** What a session's context is now. */
export const listFacetsEndpoint: Endpoint<{ params: SessionParams; answer: { rows: readonly Facet[] } }> = {
  id: 'listFacets',
  method: 'get',
  path: '/v1/sessions/{sessionId}/facets',
  summary: "The current value of each of a session's facets",
  roles: ANY_ROLE,
  params: sessionParams,
  answer: z.object({
    rows: z.array(z.object({ key: z.string(), value: z.json(), seq: z.number().int(), changedAt: timeSchema })),
  }),
};
