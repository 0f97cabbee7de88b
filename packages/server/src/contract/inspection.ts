import { RECALL_REASONS, SKIP_REASONS } from '@inkling/engine/operator';
import type { InjectionTrace, InspectedInjection, StoredVerbEvent } from '@inkling/engine/types';
import { z } from 'zod';
import { endpoint, PEOPLE, type Role, WORKERS } from './endpoint.ts';
import { countInQuery, idSchema, jsonSchema, sessionParams, timeSchema, uuidSchema, words } from './fields.ts';
import { edgeKeys } from './recall.ts';

/** People who look, and workers that show what they do. */
const LOOKERS: readonly Role[] = [...PEOPLE, 'worker'];

const policy = z.string().max(512).nullable();
const number = z.number().nullable();

const injectionTraceSchema: z.ZodType<InjectionTrace> = z
  .strictObject({
    source: z.enum(['session-start', 'in-session', 'api']),
    blockHash: z.string().nullable(),
    outcome: z.string().max(512),
    elapsedMs: number,
    degraded: words.degraded,
    rows: z
      .array(
        z.strictObject({
          id: uuidSchema,
          relevance: z.number(),
          score: z.number(),
          weight: z.number(),
          unweightedRank: z.number().int(),
          weightedRank: z.number().int(),
          tokens: number,
          policy,
        }),
      )
      .max(1000),
    leftOut: z
      .array(
        z.strictObject({
          id: uuidSchema.nullable(),
          reason: z.enum([...SKIP_REASONS, ...RECALL_REASONS, 'seen']),
          relevance: number,
          weightedRank: z.number().int().nullable(),
          tokens: number,
          policy,
        }),
      )
      .max(1000),
    leftOutCount: z.number().int(),
  })
  .meta({
    id: 'InjectionTrace',
    description: 'How a block came to be: scores, places, token costs and policies, no text.',
  });

const logFields = {
  sessionId: idSchema,
  workType: z.string().max(512),
  budgetTokens: z.number().int(),
  actualTokens: z.number().int(),
  observationIds: z.array(uuidSchema).max(1000),
  sessionSummaryIds: z.array(uuidSchema).max(1000),
  queryText: z.string(),
};

/** More than any model reads at once. */
const MOST_TOKENS = 10_000_000;

export const recordContextInjection = endpoint('recordContextInjection', 'post', '/v1/context-injections', {
  summary: 'Write one row of the injection log',
  description: 'With an id, writing it again changes nothing.',
  roles: WORKERS,
  body: z.strictObject({
    ...logFields,
    budgetTokens: z.number().int().min(0).max(2_147_483_647),
    actualTokens: z.number().int().min(0).max(MOST_TOKENS),
    id: uuidSchema.exactOptional(),
    graphNodeIds: z.array(uuidSchema).max(1000).exactOptional(),
    graphEdgeKeys: edgeKeys.max(1000).exactOptional(),
    projectId: z.string().max(512).nullable().exactOptional(),
    trace: injectionTraceSchema.nullable().exactOptional(),
    shown: z.boolean().exactOptional(),
  }),
  answer: z.object({ id: uuidSchema }),
});

const text = z.string().nullable();
const time = timeSchema.nullable();

const inspectedSchema: z.ZodType<InspectedInjection> = z
  .object({
    ...logFields,
    id: uuidSchema,
    graphNodeIds: z.array(uuidSchema),
    graphEdgeKeys: edgeKeys,
    orgId: z.string(),
    projectId: z.string().nullable(),
    timestamp: timeSchema,
    trace: injectionTraceSchema.nullable(),
    shown: z.boolean(),
    block: z.object({ state: z.enum(['exact', 'rebuilt', 'forgotten', 'empty', 'withheld']), text: z.string() }),
    delivery: z
      .object({
        injectId: uuidSchema,
        epoch: z.number().int(),
        status: words.injectStatus,
        dropReason: text,
        attempts: z.number().int(),
        enqueuedAt: timeSchema,
        deliveredAt: time,
        ackedAt: time,
        expiresAt: time,
      })
      .nullable(),
    memories: z.array(
      z.object({
        id: uuidSchema,
        excerpt: text,
        kind: text,
        weight: z.number().nullable(),
        status: z.enum(['active', 'superseded', 'expired', 'quarantined', 'forgotten', 'withheld']),
        use: words.evidence.nullable(),
      }),
    ),
  })
  .meta({ id: 'InspectedInjection', description: 'One injection with its block, its delivery and its memories.' });

export const inspectInjections = endpoint('inspectInjections', 'get', '/v1/sessions/{sessionId}/injections', {
  summary:
    'What was injected into a session, newest first: the block, its delivery, scores and policies, and what was left out',
  description:
    'block.state: exact = the queue still has the block; rebuilt = it does not, and the block is rendered from what its memories say today; forgotten = one of its memories was forgotten; withheld = the caller may not read all of it. trace is ' +
    'null in rows that were written without one. For the next page, set before to the id of the last row.',
  errors: ['session-not-found'],
  roles: LOOKERS,
  params: sessionParams,
  query: z.strictObject({ limit: countInQuery(1, 100).exactOptional(), before: uuidSchema.exactOptional() }),
  answer: z.object({ rows: z.array(inspectedSchema) }),
});

const verbEventSchema: z.ZodType<StoredVerbEvent> = z
  .object({
    id: uuidSchema,
    sessionId: z.string(),
    projectId: text,
    tool: z.string(),
    phase: z.enum(['pre-verb', 'post-verb']),
    path: text,
    outcome: words.verbOutcome,
    reason: text,
    elapsedMs: z.number(),
    lagMs: z.number(),
    actualTokens: z.number().int(),
    observationIds: z.array(uuidSchema),
    degraded: text,
    createdAt: timeSchema,
  })
  .meta({ id: 'VerbEvent', description: 'One tool call that the memory was asked about, and what became of it.' });

export const listVerbEvents = endpoint('listVerbEvents', 'get', '/v1/sessions/{sessionId}/verb-events', {
  summary: 'The tool calls of a session that the memory was asked about, newest first, with outcome and latency',
  description:
    'Calls appear about a second after they happen and are kept for 30 days. For the next page, set before to the id of the last row.',
  errors: ['session-not-found'],
  roles: LOOKERS,
  params: sessionParams,
  query: z.strictObject({ limit: countInQuery(1, 1000).exactOptional(), before: uuidSchema.exactOptional() }),
  answer: z.object({ rows: z.array(verbEventSchema) }),
});

export const getLiveTopology = endpoint('getLiveTopology', 'get', '/v1/topology', {
  summary: 'Live sessions, and those that ended a short time ago (an hour by default), as a graph',
  description: 'Most recently changed first. Edges connect only nodes of the answer.',
  roles: LOOKERS,
  query: z.strictObject({
    projectId: z.string().max(512).exactOptional(),
    endedSince: timeSchema.exactOptional(),
    limit: countInQuery(1, 500).exactOptional(),
  }),
  answer: z.object({
    nodes: z.array(
      z
        .object({
          sessionId: z.string(),
          projectId: text,
          agentId: text,
          workType: z.string(),
          status: z.string(),
          outcome: text,
          identifier: text,
          title: text,
          epoch: z.number().int(),
          currentFile: z.object({ value: jsonSchema, changedAt: timeSchema }).nullable(),
          lastActivity: z.object({ type: z.string(), occurredAt: timeSchema }).nullable(),
          waitingInjects: z.number().int(),
          createdAt: timeSchema,
          endedAt: time,
          updatedAt: timeSchema,
        })
        .meta({ id: 'TopologyNode', description: 'One session as a point of the live graph.' }),
    ),
    edges: z.array(z.object({ from: z.string(), to: z.string(), link: words.link })),
    hasMore: z.boolean(),
  }),
});

export const listProjects = endpoint('listProjects', 'get', '/v1/projects', {
  summary: 'List known projects, by id',
  description:
    'Projects that appear in observations, the graph, settings, or one of the 1000 newest sessions. For the next page, set after to the last id. What belongs to no project is not listed. A key that is bound to projects gets those.',
  roles: LOOKERS,
  query: z.strictObject({ after: idSchema.exactOptional(), limit: countInQuery(1, 1000).exactOptional() }),
  answer: z.object({ projectIds: z.array(z.string()), hasMore: z.boolean() }),
});
