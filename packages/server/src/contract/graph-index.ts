import type {
  GraphEdgeIdentity,
  GraphEdgeInput,
  GraphFile,
  GraphNodeInput,
  UpsertedGraphEdges,
  UpsertedGraphNodes,
} from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, shareSchema, uuidSchema, type FieldsOf } from './fields.ts';
import { ADMINS } from './role.ts';

// Facts of large sources are large, and a batch has a hundred of them.
const BATCH_BYTES = 2 ** 25;
const path: z.ZodType<string> = z.string().min(1).max(4096);
const paths: z.ZodType<readonly string[]> = z.array(path).max(1000);

/** Files of one project; null = of none. */
interface FilesBody {
  readonly projectId: string | null;
  readonly paths: readonly string[];
}

const nodeFields: FieldsOf<GraphNodeInput> = {
  projectId: idSchema.nullable(),
  type: idSchema,
  name: idSchema,
  qualifiedName: z.string().max(512),
  classification: z.enum(['public', 'internal', 'confidential', 'restricted']),
  importance: shareSchema,
  metadata: z.record(z.string(), z.unknown()),
};
const nodeSchema: z.ZodType<GraphNodeInput> = z.strictObject({
  ...nodeFields,
  projectId: nodeFields.projectId.exactOptional(),
  qualifiedName: nodeFields.qualifiedName.exactOptional(),
  classification: nodeFields.classification.exactOptional(),
  importance: nodeFields.importance.exactOptional(),
  metadata: nodeFields.metadata.exactOptional(),
});

const edgeIdentity = { sourceId: uuidSchema, relationshipName: idSchema, targetId: uuidSchema };
const edgeSchema: z.ZodType<GraphEdgeInput> = z.strictObject({
  ...edgeIdentity,
  importance: shareSchema.exactOptional(),
  observationId: uuidSchema.nullable().exactOptional(),
  sessionId: idSchema.nullable().exactOptional(),
  sourceFile: path.nullable().exactOptional(),
});

const facts: z.ZodType<GraphFile['facts']> = z.record(z.string(), z.json());
const fileSchema: z.ZodType<GraphFile> = z.strictObject({
  path,
  contentHash: idSchema,
  extractorVersion: z.number().int(),
  nodeIds: z.array(uuidSchema),
  facts,
});

/** Writes nodes of the graph. */
export const upsertGraphNodesEndpoint: Endpoint<{
  body: { readonly nodes: readonly GraphNodeInput[] };
  answer: UpsertedGraphNodes;
}> = {
  id: 'upsertGraphNodes',
  method: 'put',
  path: '/v1/graph/nodes',
  summary: 'Create and change nodes of the graph',
  roles: ADMINS,
  action: 'manageGraph',
  body: z.strictObject({ nodes: z.array(nodeSchema) }),
  answer: z.object({ ids: z.array(uuidSchema), created: z.number().int(), updated: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
};

/** Removes nodes of the graph. */
export const removeGraphNodesEndpoint: Endpoint<{
  body: { readonly ids: readonly string[] };
  answer: { removed: number };
}> = {
  id: 'removeGraphNodes',
  method: 'post',
  path: '/v1/graph/nodes/remove',
  summary: 'Remove nodes of the graph, with their edges',
  roles: ADMINS,
  action: 'manageGraph',
  body: z.strictObject({ ids: z.array(uuidSchema).max(1000) }),
  answer: z.object({ removed: z.number().int() }),
};

/** Writes edges of the graph. */
export const upsertGraphEdgesEndpoint: Endpoint<{
  body: { readonly edges: readonly GraphEdgeInput[] };
  answer: UpsertedGraphEdges;
}> = {
  id: 'upsertGraphEdges',
  method: 'put',
  path: '/v1/graph/edges',
  summary: 'Create and change edges of the graph',
  roles: ADMINS,
  action: 'manageGraph',
  body: z.strictObject({ edges: z.array(edgeSchema) }),
  answer: z.object({ created: z.number().int(), updated: z.number().int(), missing: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
};

/** Removes the edges that were read from files. */
export const removeGraphEdgesEndpoint: Endpoint<{
  body: FilesBody & { readonly keep: readonly GraphEdgeIdentity[] };
  answer: { removed: number };
}> = {
  id: 'removeGraphEdges',
  method: 'post',
  path: '/v1/graph/edges/remove',
  summary: 'Remove the edges that were read from files, except those to keep',
  roles: ADMINS,
  action: 'manageGraph',
  body: z.strictObject({ projectId: idSchema.nullable(), paths, keep: z.array(z.strictObject(edgeIdentity)) }),
  answer: z.object({ removed: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
};

/** What is remembered of indexed files. */
export const listGraphFilesEndpoint: Endpoint<{ query: { readonly projectId?: string }; answer: GraphFile }> = {
  id: 'listGraphFiles',
  method: 'get',
  path: '/v1/graph/files',
  summary: 'The indexed files of a project, one a line',
  roles: ADMINS,
  action: 'manageGraph',
  query: z.strictObject({ projectId: idSchema.exactOptional() }),
  answer: fileSchema,
  format: 'ndjson',
};

/** Notes what files gave. */
export const setGraphFilesEndpoint: Endpoint<{
  body: { readonly projectId: string | null; readonly files: readonly GraphFile[] };
  answer: { written: number };
}> = {
  id: 'setGraphFiles',
  method: 'put',
  path: '/v1/graph/files',
  summary: 'Note what indexed files gave',
  description: 'After their nodes and edges are written: doing that again is harmless, losing it is not.',
  roles: ADMINS,
  action: 'manageGraph',
  body: z.strictObject({ projectId: idSchema.nullable(), files: z.array(fileSchema).max(1000) }),
  answer: z.object({ written: z.number().int() }),
  maxBodyBytes: BATCH_BYTES,
};

/** Removes files that are gone. */
export const removeGraphFilesEndpoint: Endpoint<{ body: FilesBody; answer: { removed: number } }> = {
  id: 'removeGraphFiles',
  method: 'post',
  path: '/v1/graph/files/remove',
  summary: 'Remove indexed files, with their edges and the nodes that no other file declares',
  roles: ADMINS,
  action: 'manageGraph',
  body: z.strictObject({ projectId: idSchema.nullable(), paths }),
  answer: z.object({ removed: z.number().int() }),
};
