import type { GraphEdge, GraphNeighbourhood, GraphNeighbourhoodRequest, NeighbourNode } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, pathsSchema, timeSchema, uuidSchema } from './fields.ts';
import { classificationSchema } from './observation.ts';
import { PEOPLE } from './role.ts';

const text = z.string().nullable();

const nodeSchema: z.ZodType<NeighbourNode> = z
  .object({
    orgId: z.string(),
    id: uuidSchema,
    projectId: text,
    type: z.string(),
    name: z.string(),
    qualifiedName: z.string(),
    classification: classificationSchema,
    importance: z.number(),
    feedbackWeight: z.number(),
    metadata: z.looseObject({ paths: z.array(z.string()).exactOptional() }) as z.ZodType<NeighbourNode['metadata']>,
    createdAt: timeSchema,
    updatedAt: timeSchema,
    distance: z.number().int(),
  })
  .meta({ id: 'NeighbourNode', description: 'A node of the graph, and how far it is from where the look began.' });

const edgeSchema: z.ZodType<GraphEdge> = z
  .object({
    orgId: z.string(),
    sourceId: uuidSchema,
    relationshipName: z.string(),
    targetId: uuidSchema,
    projectId: text,
    importance: z.number(),
    feedbackWeight: z.number(),
    observationId: uuidSchema.nullable(),
    sessionId: text,
    sourceFile: text,
    observedAt: timeSchema,
    updatedAt: timeSchema,
  })
  .meta({ id: 'GraphEdge', description: 'A relationship between two nodes, and where it was learned.' });

/** A part of the graph, to be looked at. */
export const graphNeighbourhoodEndpoint: Endpoint<{ body: GraphNeighbourhoodRequest; answer: GraphNeighbourhood }> = {
  id: 'getGraphNeighbourhood',
  method: 'post',
  path: '/v1/graph/neighbourhood',
  summary: 'The nodes around what a query, files or nodes name, with the edges between them',
  description: 'Without any of these, the most important nodes. The nearest first: 500 by default, 5000 at most.',
  roles: PEOPLE,
  action: 'viewGraph',
  body: z.strictObject({
    projectId: idSchema.nullable().exactOptional(),
    queryText: z.string().max(8192).exactOptional(),
    paths: pathsSchema.exactOptional(),
    nodeIds: z.array(uuidSchema).max(1000).exactOptional(),
    depth: z.number().int().min(0).max(5).exactOptional(),
    limit: z.number().int().min(1).max(5000).exactOptional(),
  }),
  answer: z.object({ nodes: z.array(nodeSchema), edges: z.array(edgeSchema), hasMore: z.boolean() }),
};
