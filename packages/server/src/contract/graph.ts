import type { GraphEdge, GraphEdgeInput, GraphFile, GraphNodeInput, NeighbourNode } from '@inkling/engine/types';
import { z } from 'zod';
import { ADMINS, endpoint, PEOPLE } from './endpoint.ts';
import { idSchema, jsonSchema, pathsSchema, shareSchema, timeSchema, uuidSchema } from './fields.ts';
import { classificationSchema } from './observation.ts';

// Facts of large sources are large, and a batch has a hundred of them.
const BATCH_BYTES = 2 ** 25;
const path = z.string().min(1).max(4096);
const paths = z.array(path).max(1000);

const nodeInput: z.ZodType<GraphNodeInput> = z.strictObject({
  projectId: idSchema.nullable().exactOptional(),
  type: idSchema,
  name: idSchema,
  qualifiedName: z.string().max(512).exactOptional(),
  classification: classificationSchema.exactOptional(),
  importance: shareSchema.exactOptional(),
  metadata: z.record(z.string(), z.unknown()).exactOptional(),
});

const edgeIdentity = { sourceId: uuidSchema, relationshipName: idSchema, targetId: uuidSchema };
const edgeInput: z.ZodType<GraphEdgeInput> = z.strictObject({
  ...edgeIdentity,
  importance: shareSchema.exactOptional(),
  observationId: uuidSchema.nullable().exactOptional(),
  sessionId: idSchema.nullable().exactOptional(),
  sourceFile: path.nullable().exactOptional(),
});

const fileSchema: z.ZodType<GraphFile> = z.strictObject({
  path,
  contentHash: idSchema,
  extractorVersion: z.number().int().min(0).max(2_147_483_647),
  nodeIds: z.array(uuidSchema),
  facts: z.record(z.string(), jsonSchema),
});

const indexing = { roles: ADMINS, action: 'manageGraph' } as const;

export const upsertGraphNodes = endpoint('upsertGraphNodes', 'put', '/v1/graph/nodes', {
  summary: 'Create and change nodes of the graph',
  ...indexing,
  body: z.strictObject({ nodes: z.array(nodeInput) }),
  answer: z.object({ ids: z.array(uuidSchema), created: z.number().int(), updated: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
});

export const removeGraphNodes = endpoint('removeGraphNodes', 'post', '/v1/graph/nodes/remove', {
  summary: 'Remove nodes of the graph, with their edges',
  ...indexing,
  body: z.strictObject({ ids: z.array(uuidSchema).max(1000) }),
  answer: z.object({ removed: z.number().int() }),
});

export const upsertGraphEdges = endpoint('upsertGraphEdges', 'put', '/v1/graph/edges', {
  summary: 'Create and change edges of the graph',
  ...indexing,
  body: z.strictObject({ edges: z.array(edgeInput) }),
  answer: z.object({ created: z.number().int(), updated: z.number().int(), missing: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
});

export const removeGraphEdges = endpoint('removeGraphEdges', 'post', '/v1/graph/edges/remove', {
  summary: 'Remove the edges that were read from files, except those to keep',
  ...indexing,
  body: z.strictObject({ projectId: idSchema.nullable(), paths, keep: z.array(z.strictObject(edgeIdentity)) }),
  answer: z.object({ removed: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
});

export const listGraphFiles = endpoint('listGraphFiles', 'get', '/v1/graph/files', {
  summary: 'The indexed files of a project, one a line',
  ...indexing,
  query: z.strictObject({ projectId: idSchema.exactOptional() }),
  answer: fileSchema,
  format: 'ndjson',
});

export const setGraphFiles = endpoint('setGraphFiles', 'put', '/v1/graph/files', {
  summary: 'Store the nodes and edges of indexed files',
  description: 'Call this after their nodes and edges are written: writing them again is harmless, losing them is not.',
  ...indexing,
  body: z.strictObject({ projectId: idSchema.nullable(), files: z.array(fileSchema).max(1000) }),
  answer: z.object({ written: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
});

export const removeGraphFiles = endpoint('removeGraphFiles', 'post', '/v1/graph/files/remove', {
  summary: 'Remove indexed files, with their edges and the nodes that no other file declares',
  ...indexing,
  body: z.strictObject({ projectId: idSchema.nullable(), paths }),
  answer: z.object({ removed: z.number().int() }),
});

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
  .meta({ id: 'NeighbourNode', description: 'A node of the graph, and how far it is from where the search began.' });

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

export const getGraphNeighbourhood = endpoint('getGraphNeighbourhood', 'post', '/v1/graph/neighbourhood', {
  summary: 'The nodes around those that a query, files or node ids name, with the edges between them',
  description:
    'Without a query, files or node ids: the most important nodes. Nearest first; 500 by default, at most 5000.',
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
});
