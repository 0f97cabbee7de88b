import type { AckInjectResult, DeliveredInject, MemoryInject, MemoryInjectInput } from '@inkling/engine';
import type {
  HeartbeatOptions,
  HeartbeatResult,
  InjectQueueState,
  ListMemoryInjectsOptions,
} from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, idSchema, sessionParams, timeSchema, uuidSchema, type SessionParams } from './fields.ts';
import { PEOPLE, WORKERS } from './role.ts';

const SOURCES = ['session-start', 'in-session', 'correction', 'api', 'canary'] as const;

const injectSchema: z.ZodType<MemoryInject> = z
  .object({
    orgId: z.string(),
    id: uuidSchema,
    sessionId: z.string(),
    epoch: z.number().int(),
    agentId: z.string().nullable(),
    text: z.string(),
    contentHash: z.string(),
    observationIds: z.array(uuidSchema),
    source: z.enum(SOURCES),
    status: z.enum(['pending', 'delivered', 'written', 'acked', 'dropped']),
    dropReason: z.enum(['expired', 'superseded', 'queue-full', 'session-ended', 'forgotten', 'denied']).nullable(),
    deliveryId: uuidSchema.nullable(),
    attempts: z.number().int(),
    expiresAt: timeSchema.nullable(),
    supersedesKey: z.string().nullable(),
    logId: uuidSchema.nullable(),
    createdAt: timeSchema,
    deliveredAt: timeSchema.nullable(),
    ackedAt: timeSchema.nullable(),
  })
  .meta({ id: 'MemoryInject', description: 'A block of text on its way into a session.' });

/** A block to enqueue: the session is in the path, the organisation is the caller's, and moments travel as texts. */
export type InjectBody = Omit<MemoryInjectInput, 'orgId' | 'sessionId' | 'expiresAt'> & {
  readonly expiresAt?: string | null;
};

/** Puts a block into a session's queue. */
export const enqueueInjectEndpoint: Endpoint<{
  params: SessionParams;
  body: InjectBody;
  answer: { inject: MemoryInject | null };
}> = {
  id: 'enqueueMemoryInject',
  method: 'post',
  path: '/v1/sessions/{sessionId}/injects',
  summary: "Put a block into a session's queue",
  description: 'null when the same text was already enqueued for the session in its epoch: nothing was written.',
  roles: WORKERS,
  params: sessionParams,
  agent: 'described',
  body: z.strictObject({
    text: z.string(),
    agentId: idSchema.nullable().exactOptional(),
    observationIds: z.array(uuidSchema).max(256).exactOptional(),
    source: z.enum(SOURCES).exactOptional(),
    expiresAt: timeSchema.nullable().exactOptional(),
    supersedesKey: idSchema.nullable().exactOptional(),
    logId: uuidSchema.nullable().exactOptional(),
    epoch: z.number().int().exactOptional(),
  }),
  answer: z.object({ inject: injectSchema.nullable() }),
  errors: ['inject-queue-full'],
};

/** The queue of a session. */
export const listInjectsEndpoint: Endpoint<{
  params: SessionParams;
  query: ListMemoryInjectsOptions;
  answer: { rows: readonly MemoryInject[] };
}> = {
  id: 'listMemoryInjects',
  method: 'get',
  path: '/v1/sessions/{sessionId}/injects',
  summary: 'The queue of a session, newest first, whatever became of each block',
  roles: [...PEOPLE, 'worker'],
  params: sessionParams,
  query: z.strictObject({ limit: countInQuery(1, 1000).exactOptional() }),
  answer: z.object({ rows: z.array(injectSchema) }),
};

const deliveredSchema: z.ZodType<DeliveredInject> = z.object({
  sessionId: z.string(),
  deliveryId: uuidSchema,
  agentId: z.string().nullable(),
  text: z.string(),
  observationIds: z.array(uuidSchema),
  source: z.enum(SOURCES),
  logId: uuidSchema.nullable(),
  epoch: z.number().int(),
  attempts: z.number().int(),
});

/** A worker's beat. */
export const beatEndpoint: Endpoint<{ params: SessionParams; body: HeartbeatOptions; answer: HeartbeatResult }> = {
  id: 'beat',
  method: 'post',
  path: '/v1/sessions/{sessionId}/beat',
  summary: "A worker's beat: extends the lock, acknowledges the last block, brings at most one",
  description:
    'The block comes again with every beat, with the same deliveryId, until it is acknowledged. After lock-lost, stop working on the session.',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({
    lockToken: uuidSchema,
    ttlMs: z.number().min(1).max(86_400_000),
    ackDeliveryId: uuidSchema.nullable().exactOptional(),
  }),
  answer: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('inject'),
      inject: deliveredSchema,
      lockExpiresAt: timeSchema,
      acked: z.boolean(),
      hasMore: z.boolean(),
    }),
    z.object({ outcome: z.literal('nothing'), lockExpiresAt: timeSchema, acked: z.boolean() }),
    z.object({ outcome: z.literal('lock-lost') }),
  ]),
};

/** Confirms that the agent has a block. */
export const ackInjectEndpoint: Endpoint<{
  params: SessionParams & { readonly deliveryId: string };
  body: { readonly lockToken: string };
  answer: AckInjectResult;
}> = {
  id: 'ackMemoryInject',
  method: 'post',
  path: '/v1/sessions/{sessionId}/injects/{deliveryId}/ack',
  summary: 'Confirm that the agent has a block',
  description:
    'By the worker that holds the session: with the lockToken of its claim. A late, repeated or unknown ack says so and changes nothing.',
  roles: WORKERS,
  params: z.strictObject({ sessionId: idSchema, deliveryId: uuidSchema }),
  body: z.strictObject({ lockToken: uuidSchema }),
  answer: z.object({ outcome: z.enum(['acked', 'already-acked', 'dropped', 'unknown-delivery', 'lock-lost']) }),
};

/** How much waits, and how long. */
export const measureInjectQueueEndpoint: Endpoint<{ answer: InjectQueueState }> = {
  id: 'measureInjectQueue',
  method: 'get',
  path: '/v1/injects/state',
  summary: 'How many blocks wait in the organisation, and how long',
  roles: [...PEOPLE, 'worker'],
  answer: z.object({ pending: z.number().int(), inFlight: z.number().int(), oldestAgeMs: z.number() }),
};
