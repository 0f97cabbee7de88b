import type { AnsweredTriplet, DeniedTriplet, GraphAnswer, GraphQuestion, TripletNode } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { deadlineSchema, idSchema, pathsSchema, timeSchema, uuidSchema } from './fields.ts';
import { decisionSchema } from './recall.ts';
import { ANY_ROLE } from './role.ts';

const nodeSchema: z.ZodType<TripletNode> = z.object({
  orgId: z.string(),
  id: uuidSchema,
  projectId: z.string().nullable(),
  type: z.string(),
  classification: z.enum(['public', 'internal', 'confidential', 'restricted']),
});

const tripletSchema: z.ZodType<AnsweredTriplet> = z
  .object({
    sourceEntity: z.string(),
    relationship: z.string(),
    targetEntity: z.string(),
    relevanceScore: z.number(),
    sourceNodeId: uuidSchema,
    targetNodeId: uuidSchema,
    source: nodeSchema,
    target: nodeSchema,
    importance: z.number(),
    distance: z.number().int(),
    provenance: z.object({
      observationId: uuidSchema.nullable(),
      sessionId: z.string().nullable(),
      timestamp: timeSchema.nullable(),
    }),
  })
  .meta({ id: 'Triplet', description: 'Source → relationship → target. A lower relevanceScore is more relevant.' });

/** Triplets that must not be shown: their ids, and the policy. */
export const deniedTripletsSchema: z.ZodType<readonly DeniedTriplet[]> = z.array(
  z.object({ sourceNodeId: uuidSchema, targetNodeId: uuidSchema, nodeId: uuidSchema, decision: decisionSchema }),
);

/** Finds triplets. */
export const searchGraphEndpoint: Endpoint<{ body: Omit<GraphQuestion, 'signal'>; answer: GraphAnswer }> = {
  id: 'searchGraph',
  method: 'post',
  path: '/v1/graph/search',
  summary: 'Find what the graph says around a query',
  description:
    'Only triplets of which both ends may be read, most relevant first. Within deadlineMs (default 1000): outcome is then deadline-exceeded. ' +
    'denied is filled with explain, by ids only.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    agentId: idSchema.exactOptional(),
    projectId: idSchema.nullable().exactOptional(),
    sessionId: idSchema.nullable().exactOptional(),
    scope: z.enum(['project', 'org']).exactOptional(),
    queryText: z.string(),
    paths: pathsSchema.exactOptional(),
    topK: z.number().int().min(1).max(100).exactOptional(),
    neighborhoodDepth: z.number().int().min(1).max(3).exactOptional(),
    deadlineMs: deadlineSchema.exactOptional(),
    explain: z.boolean().exactOptional(),
  }),
  answer: z.object({
    outcome: z.enum(['ok', 'deadline-exceeded']),
    triplets: z.array(tripletSchema),
    denied: deniedTripletsSchema,
    elapsedMs: z.number(),
  }),
};
