import { INJECTION_REASONS } from '@inkling/engine/operator';
import type { DeliveredInject, MemoryInject } from '@inkling/engine';
import { z } from 'zod';
import { AGENT_CLIENT_NAMES, HOOK_OUTCOMES } from '../base/agent-clients.ts';
import { endpoint, PEOPLE, WORKERS } from './endpoint.ts';
import { countInQuery, idSchema, sessionParams, timeSchema, uuidSchema, words } from './fields.ts';

const eventSchema = z.strictObject({
  type: z.enum(['pre-tool-use', 'post-tool-use']),
  sessionId: idSchema,
  agentId: idSchema,
  projectId: idSchema.nullable().exactOptional(),
  toolName: z.string().max(512),
  toolInput: z.unknown(),
  toolUseId: idSchema.exactOptional(),
  /** Of `post-tool-use`: false = the call failed: it sets no facet. (Default: true) */
  succeeded: z.boolean().exactOptional(),
  /** Of `post-tool-use`: what the tool said. Of a call that failed what is remembered of the same error is looked up; of a test, build or check that failed the first and last 1,000 characters are kept. */
  output: z.string().exactOptional(),
  emittedAt: z.number(),
  memoryScope: z.enum(['project', 'org', 'session']).exactOptional(),
  memoryNamespace: z.string().max(512).exactOptional(),
});

/** A hook of an agent around one tool call; the organisation is the caller's. */
export type HookEventBody = z.output<typeof eventSchema>;

export const reportEvent = endpoint('reportEvent', 'post', '/v1/events', {
  summary: 'Report a tool call of an agent; relevant memory is enqueued',
  description:
    'Returns the outcome at once, never later than the 100 ms budget; a block comes with the next heartbeat. An event is skipped as not-running if its session is unknown, belongs to another ' +
    "organisation or is not running, and as other-project if it names another project than its session's. Repeating an event enqueues no second block. emittedAt is used for metrics and decides " +
    'nothing, so a time in the future is accepted. Only the first path in toolInput counts. With toolUseId the look-up begins at pre-tool-use ' +
    '(prefetching) and its block is handed over at post-tool-use. The facts in a post-tool-use of a running session (the file that was ' +
    'edited, the test that ran) are written as context activities, unless succeeded is false; for a test, build or check that failed, so are the command and ' +
    'the beginning and the end of its output.',
  roles: ['worker', 'agent', 'admin'],
  agent: 'asks',
  body: eventSchema,
  answer: z.object({
    outcome: words.verbOutcome,
    reason: z.enum(INJECTION_REASONS).nullable(),
    observationIds: z.array(uuidSchema),
    actualTokens: z.number(),
    degraded: words.degraded,
    elapsedMs: z.number(),
  }),
});

/** Of a file that an agent read, its text is in the payload twice. The hook command hands over as much. */
export const MAX_PAYLOAD_BYTES: number = 2 ** 23;

export const answerHook = endpoint('answerHook', 'post', '/v1/hooks/{client}', {
  summary: "Process a hook of an agent's client, as the client sends it; the answer is the hook's output",
  description:
    'The first event of a session creates and claims the session. Each block comes once, with an event whose text reaches the model. An event that ' +
    'is unknown, malformed or late, or whose session another worker or client holds, gets the answer {}. With the header inkling-off nothing happens. A key is refused (forbidden) ' +
    'if it is not bound to the agent of the client, to the project of the directory, or to the agent and project of the session that exists.',
  roles: [...WORKERS, 'agent'],
  params: z.strictObject({ client: z.enum(AGENT_CLIENT_NAMES) }),
  takesPayload: true,
  body: z.unknown(),
  answer: z.record(z.string(), z.unknown()),
  maxBodyBytes: MAX_PAYLOAD_BYTES,
});

const hookReportRowSchema = z.object({
  client: z.enum(AGENT_CLIENT_NAMES),
  event: z.enum([
    'session-start',
    'prompt',
    'pre-tool',
    'post-tool',
    'pre-compact',
    'sub-agent-start',
    'sub-agent-stop',
    'turn-end',
    'session-end',
    'ignored',
  ]),
  outcomes: z.partialRecord(z.enum(HOOK_OUTCOMES), z.number().int()),
  lastAt: timeSchema,
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
});

/** What became of one client's hooks of one kind: how often each outcome was, and the milliseconds that the newest 1000 took in the daemon. */
export type HookReportRow = z.output<typeof hookReportRowSchema>;

export const reportHooks = endpoint('reportHooks', 'get', '/v1/hooks', {
  summary: 'How many hooks were answered since the daemon started, with which outcome, and how fast',
  roles: [...PEOPLE, 'worker'],
  answer: z.object({
    rows: z.array(hookReportRowSchema),
  }),
});

const SOURCES = ['session-start', 'in-session', 'correction', 'api', 'canary'] as const;

const deliveredFields = {
  sessionId: z.string(),
  epoch: z.number().int(),
  agentId: z.string().nullable(),
  text: z.string(),
  observationIds: z.array(uuidSchema),
  source: z.enum(SOURCES),
  attempts: z.number().int(),
  logId: uuidSchema.nullable(),
};

const injectSchema: z.ZodType<MemoryInject> = z
  .object({
    orgId: z.string(),
    id: uuidSchema,
    ...deliveredFields,
    contentHash: z.string(),
    status: words.injectStatus,
    dropReason: z.enum(['expired', 'superseded', 'queue-full', 'session-ended', 'forgotten', 'denied']).nullable(),
    deliveryId: uuidSchema.nullable(),
    expiresAt: timeSchema.nullable(),
    supersedesKey: z.string().nullable(),
    createdAt: timeSchema,
    deliveredAt: timeSchema.nullable(),
    ackedAt: timeSchema.nullable(),
  })
  .meta({ id: 'MemoryInject', description: 'A block of text on its way into a session.' });

export const enqueueMemoryInject = endpoint('enqueueMemoryInject', 'post', '/v1/sessions/{sessionId}/injects', {
  summary: "Put a block into a session's queue",
  description:
    'inject is null when the same text was already enqueued for the session in this epoch: nothing was written.',
  roles: WORKERS,
  params: sessionParams,
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
  errors: ['inject-queue-full', 'session-not-found'],
});

export const listMemoryInjects = endpoint('listMemoryInjects', 'get', '/v1/sessions/{sessionId}/injects', {
  summary: 'The queue of a session, newest first, in every state',
  errors: ['session-not-found'],
  roles: [...PEOPLE, 'worker'],
  params: sessionParams,
  query: z.strictObject({ limit: countInQuery(1, 1000).exactOptional() }),
  answer: z.object({ rows: z.array(injectSchema) }),
});

const deliveredSchema: z.ZodType<DeliveredInject> = z.object({ deliveryId: uuidSchema, ...deliveredFields });

export const heartbeat = endpoint('heartbeat', 'post', '/v1/sessions/{sessionId}/beat', {
  summary: "A worker's heartbeat: extends the lock, acknowledges the last block, returns at most one block",
  description:
    'The block comes again with every heartbeat, with the same deliveryId, until it is acknowledged. After lock-lost, stop working on the session.',
  roles: WORKERS,
  params: sessionParams,
  body: z.strictObject({
    lockToken: uuidSchema,
    ttlMs: z.number().min(1).max(86_400_000).exactOptional(),
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
});

export const ackMemoryInject = endpoint(
  'ackMemoryInject',
  'post',
  '/v1/sessions/{sessionId}/injects/{deliveryId}/ack',
  {
    summary: 'Confirm that the agent has a block',
    description:
      'Only for the worker that holds the session: send the lockToken of its claim. After the end of the session the token counts that was handed the block last. For a late, repeated or unknown ack the outcome says so, and nothing changes.',
    errors: ['session-not-found'],
    roles: WORKERS,
    params: z.strictObject({ sessionId: idSchema, deliveryId: uuidSchema }),
    body: z.strictObject({ lockToken: uuidSchema }),
    answer: z.object({ outcome: z.enum(['acked', 'already-acked', 'dropped', 'unknown-delivery', 'lock-lost']) }),
  },
);

export const measureInjectQueue = endpoint('measureInjectQueue', 'get', '/v1/injects/state', {
  summary: 'How many blocks wait in the organisation, and how long',
  roles: [...PEOPLE, 'worker'],
  answer: z.object({ pending: z.number().int(), inFlight: z.number().int(), oldestAgeMs: z.number() }),
});
