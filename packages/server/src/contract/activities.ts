import type { Activity } from '@inkling/engine';
import { z } from 'zod';
import { ANY_ROLE, endpoint, WORKERS } from './endpoint.ts';
import { countInQuery, jsonSchema, sessionParams, timeSchema, uuidSchema } from './fields.ts';

const TYPES = ['thought', 'action', 'response', 'error', 'context', 'inject'] as const;

// Far above what an agent does between two reports, and at 64 KiB each within the body's limit only when most are small.
const BATCH_MAX = 100;

export const appendActivities = endpoint('appendActivities', 'post', '/v1/sessions/{sessionId}/activities', {
  summary: 'Report up to 100 events of a session',
  description: 'All or none, in their order. An id that already exists is not written again, so a retry is safe.',
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
});

const activitySchema: z.ZodType<Activity> = z
  .object({
    sessionId: z.string(),
    seq: z.number().int(),
    id: uuidSchema,
    type: z.enum(TYPES),
    body: z.record(z.string(), jsonSchema),
    occurredAt: timeSchema,
    createdAt: timeSchema,
  })
  .meta({ id: 'Activity', description: 'One event of a session.' });

const seqInQuery = countInQuery(0, Number.MAX_SAFE_INTEGER);

export const listActivities = endpoint('listActivities', 'get', '/v1/sessions/{sessionId}/activities', {
  summary: "A session's events by number, in pages",
  description:
    'Numbers have no gaps: to follow a session, set after to the last number read. before returns the last events before that number.',
  errors: ['session-not-found'],
  roles: ANY_ROLE,
  params: sessionParams,
  query: z.strictObject({
    after: seqInQuery.exactOptional(),
    before: seqInQuery.exactOptional(),
    type: z.enum(TYPES).exactOptional(),
    limit: countInQuery(1, 1000).exactOptional(),
  }),
  answer: z.object({ rows: z.array(activitySchema), hasMore: z.boolean() }),
});

export const listFacets = endpoint('listFacets', 'get', '/v1/sessions/{sessionId}/facets', {
  summary: "The current value of each of a session's facets",
  errors: ['session-not-found'],
  roles: ANY_ROLE,
  params: sessionParams,
  answer: z.object({
    rows: z.array(z.object({ key: z.string(), value: jsonSchema, seq: z.number().int(), changedAt: timeSchema })),
  }),
});

export const streamActivities = endpoint('streamActivities', 'get', '/v1/sessions/{sessionId}/activities/stream', {
  summary: "A session's past and future events, as server-sent events",
  description:
    'The id of an event is its number; with Last-Event-ID the stream continues after that event, on any replica. It ends when the daemon drains.',
  roles: ANY_ROLE,
  params: sessionParams,
  answer: activitySchema,
  format: 'events',
  errors: ['session-not-found'],
});
