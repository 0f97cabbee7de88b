import type {
  InspectedInjection,
  ListDeliveredInjectionsOptions,
  ListProjectsOptions,
  ListVerbEventsOptions,
  LiveTopology,
  LiveTopologyRequest,
  ProjectPage,
  StoredVerbEvent,
} from '@inkling/engine/types';
import { z } from 'zod';
import { storedInjectionFields } from './blocks.ts';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, idSchema, sessionParams, timeSchema, uuidSchema, type SessionParams } from './fields.ts';
import { PEOPLE, type Role } from './role.ts';

/** People who look, and workers that show what they do. */
const LOOKERS: readonly Role[] = [...PEOPLE, 'worker'];

const text = z.string().nullable();
const time = timeSchema.nullable();

const inspectedSchema: z.ZodType<InspectedInjection> = z
  .object({
    ...storedInjectionFields,
    block: z.object({ state: z.enum(['exact', 'rebuilt', 'forgotten', 'empty', 'withheld']), text: z.string() }),
    delivery: z
      .object({
        injectId: uuidSchema,
        epoch: z.number().int(),
        status: z.enum(['pending', 'delivered', 'written', 'acked', 'dropped']),
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
        use: z.enum(['cited', 'followed', 'touched', 'explicit']).nullable(),
      }),
    ),
  })
  .meta({ id: 'InspectedInjection', description: 'One injection with its block, its delivery and its memories.' });

/** How a session's blocks came to be. */
export const inspectInjectionsEndpoint: Endpoint<{
  params: SessionParams;
  query: ListDeliveredInjectionsOptions;
  answer: { rows: readonly InspectedInjection[] };
}> = {
  id: 'inspectInjections',
  method: 'get',
  path: '/v1/sessions/{sessionId}/injections',
  summary:
    'What was injected into a session, newest first: the block, its delivery, scores and policies, and what was left out',
  description:
    'block.state is exact while the queue has the block, rebuilt (from what its memories say today) when it has not, forgotten when one of them is, withheld when the caller may not read all of it. trace is ' +
    'null in rows whose writer told none. For the next page, before is the id of the last row.',
  roles: LOOKERS,
  params: sessionParams,
  query: z.strictObject({ limit: countInQuery(1, 100).exactOptional(), before: uuidSchema.exactOptional() }),
  answer: z.object({ rows: z.array(inspectedSchema) }),
};

const verbEventSchema: z.ZodType<StoredVerbEvent> = z
  .object({
    id: uuidSchema,
    sessionId: z.string(),
    projectId: text,
    tool: z.string(),
    phase: z.enum(['pre-verb', 'post-verb']),
    path: text,
    outcome: z.enum(['injected', 'queued', 'no-match', 'skipped', 'budget-exceeded', 'disabled']),
    reason: text,
    elapsedMs: z.number(),
    lagMs: z.number(),
    actualTokens: z.number().int(),
    observationIds: z.array(uuidSchema),
    degraded: text,
    createdAt: timeSchema,
  })
  .meta({ id: 'VerbEvent', description: 'One tool call that the memory was asked about, and what became of it.' });

/** What became of a session's tool calls. */
export const listVerbEventsEndpoint: Endpoint<{
  params: SessionParams;
  query: ListVerbEventsOptions;
  answer: { rows: readonly StoredVerbEvent[] };
}> = {
  id: 'listVerbEvents',
  method: 'get',
  path: '/v1/sessions/{sessionId}/verb-events',
  summary: 'The tool calls of a session that the memory was asked about, newest first, with outcome and latency',
  description:
    'They are there about a second after they happen, for 30 days. For the next page, before is the id of the last row.',
  roles: LOOKERS,
  params: sessionParams,
  query: z.strictObject({ limit: countInQuery(1, 1000).exactOptional(), before: uuidSchema.exactOptional() }),
  answer: z.object({ rows: z.array(verbEventSchema) }),
};

/** Which sessions are shown. */
export interface TopologyQuery extends Omit<LiveTopologyRequest, 'projectId' | 'endedSince'> {
  /** '' = what belongs to no project. */
  readonly projectId?: string;
  readonly endedSince?: string;
}

/** The sessions as a graph. */
export const getLiveTopologyEndpoint: Endpoint<{ query: TopologyQuery; answer: LiveTopology }> = {
  id: 'getLiveTopology',
  method: 'get',
  path: '/v1/topology',
  summary: 'Live sessions, and those that ended a short time ago (an hour by default), as a graph',
  description: 'Changed last first. Edges are between nodes of the answer only.',
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
          currentFile: z.object({ value: z.json(), changedAt: timeSchema }).nullable(),
          lastActivity: z.object({ type: z.string(), occurredAt: timeSchema }).nullable(),
          waitingInjects: z.number().int(),
          createdAt: timeSchema,
          endedAt: time,
          updatedAt: timeSchema,
        })
        .meta({ id: 'TopologyNode', description: 'One session as a point of the live graph.' }),
    ),
    edges: z.array(z.object({ from: z.string(), to: z.string(), link: z.enum(['sub-agent', 'hand-off', 'resume']) })),
    hasMore: z.boolean(),
  }),
};

/** Projects by id. */
export const listProjectsEndpoint: Endpoint<{ query: ListProjectsOptions; answer: ProjectPage }> = {
  id: 'listProjects',
  method: 'get',
  path: '/v1/projects',
  summary: 'The projects that there is something of, by id',
  description:
    'Observations, the graph, settings, or one of the 1000 newest sessions. For the next page, after is the last id. What belongs to no project is not named.',
  roles: LOOKERS,
  query: z.strictObject({ after: idSchema.exactOptional(), limit: countInQuery(1, 1000).exactOptional() }),
  answer: z.object({ projectIds: z.array(z.string()), hasMore: z.boolean() }),
};
