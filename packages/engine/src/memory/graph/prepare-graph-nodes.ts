import { normalizePath } from '../../base/normalize-path.ts';
import { requireId, requireInput, requireNumber } from '../../base/require-input.ts';
import { isJsonList, storableJson } from '../../base/text/stored-text.ts';
import { CLASSIFICATIONS, type Classification } from '../observations/observation.ts';
import { graphNodeId, type GraphNodeInput, type GraphNodeMetadata } from './graph-node.ts';
import { nodeTerms, type Tokenize } from './graph-terms.ts';

/** A node ready to be written; null = keep what stands. */
export interface PreparedGraphNode {
  readonly id: string;
  readonly project_id: string;
  readonly type: string;
  readonly name: string;
  readonly qualified_name: string;
  readonly classification: Classification | null;
  readonly importance: number | null;
  readonly metadata: GraphNodeMetadata | null;
  /** Of the name alone. */
  readonly name_terms: readonly string[];
  /** Of the metadata's paths; null when there is no metadata. */
  readonly path_terms: readonly string[] | null;
}

/** Most bytes of a node's metadata as JSON text: a node is a name and where it stands, not a document. */
const MAX_METADATA_BYTES = 8192;

/**
 * Checks nodes and derives ids and terms. Of a node that is there twice the last one stands. Sorted by id: two writers that lock the same
 * rows in different orders would wait for each other. Fails with `invalid-input`, naming the place.
 */
export function prepareGraphNodes(
  orgId: string,
  inputs: readonly GraphNodeInput[],
  tokenize: Tokenize,
): PreparedGraphNode[] {
  const byId = new Map(
    inputs.map((input, index) => {
      const node = prepareNode(orgId, input, `nodes[${index}]`, tokenize);
      return [node.id, node] as const;
    }),
  );
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function prepareNode(orgId: string, input: GraphNodeInput, field: string, tokenize: Tokenize): PreparedGraphNode {
  requireInput(typeof input === 'object' && input !== null, field, 'an object with type and name');
  const { projectId = null, type, name, qualifiedName = '', classification, importance } = input;
  if (projectId !== null) requireId(projectId, `${field}.projectId`);
  requireId(type, `${field}.type`);
  requireId(name, `${field}.name`);
  if (qualifiedName !== '') requireId(qualifiedName, `${field}.qualifiedName`);
  requireInput(
    classification === undefined || CLASSIFICATIONS.includes(classification),
    `${field}.classification`,
    `one of ${CLASSIFICATIONS.join(', ')}`,
  );
  requireShare(importance, `${field}.importance`);
  const metadata = prepareMetadata(input.metadata, `${field}.metadata`);
  return {
    id: graphNodeId(orgId, { projectId, type, name, qualifiedName }),
    project_id: projectId ?? '',
    type,
    name,
    qualified_name: qualifiedName,
    classification: classification ?? null,
    importance: importance ?? null,
    metadata,
    ...nodeTerms({ name, qualifiedName }, metadata, tokenize),
  };
}

/** Throws `invalid-input` unless the value is absent or a number from 0 to 1. */
export function requireShare(value: unknown, field: string): void {
  if (value !== undefined) requireNumber(value, field, 0, 1);
}

function prepareMetadata(given: unknown, field: string): GraphNodeMetadata | null {
  if (given === undefined) return null;
  const metadata = storableJson(given, field);
  requireInput(typeof metadata === 'object' && metadata !== null && !isJsonList(metadata), field, 'a JSON object');
  const bytes = Buffer.byteLength(JSON.stringify(metadata), 'utf8');
  requireInput(bytes <= MAX_METADATA_BYTES, field, `at most ${MAX_METADATA_BYTES} bytes of JSON`);
  const { paths, ...rest } = metadata;
  if (paths === undefined) return rest;
  const isPaths = isJsonList(paths) && paths.every((path) => typeof path === 'string');
  requireInput(isPaths, `${field}.paths`, 'a list of strings');
  return { ...rest, paths: [...new Set(paths.map(normalizePath))].filter((path) => path !== '') };
}
