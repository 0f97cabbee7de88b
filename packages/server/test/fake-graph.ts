import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { graphNodeId } from '@inkling/engine/building-blocks';
import type { GraphEdgeInput, GraphFile, GraphNodeInput } from '@inkling/engine/types';
import type { CodeGraphTarget } from '../src/code-graph/graph-facts.ts';
import { temporaryDirectory } from './git-fixture.ts';

export const ORG = 'local';

/** A graph in memory, with the rules of the store that indexing relies on: an edge needs both its ends, and goes with either. */
export interface FakeGraph extends CodeGraphTarget {
  /** How often something was written. */
  readonly writes: () => number;
  /** `type name` of each node, sorted. */
  readonly nodes: () => string[];
  /** `source → relationship → target`, by qualified name where there is one, sorted. */
  readonly edges: () => string[];
}

export function createFakeGraph(): FakeGraph {
  const nodes = new Map<string, GraphNodeInput>();
  const edges = new Map<string, GraphEdgeInput>();
  const files = new Map<string, GraphFile>();
  let writes = 0;
  const removeNodes = (ids: readonly string[]): number => {
    const before = nodes.size;
    for (const id of ids) nodes.delete(id);
    for (const [key, edge] of edges) if (!nodes.has(edge.sourceId) || !nodes.has(edge.targetId)) edges.delete(key);
    return before - nodes.size;
  };
  const label = (id: string): string => nodes.get(id)?.qualifiedName || (nodes.get(id)?.name ?? id);
  return {
    writes: () => writes,
    nodes: () => [...nodes.values()].map(({ type, name }) => `${type} ${name}`).toSorted(),
    edges: () =>
      [...edges.values()]
        .map((edge) => `${label(edge.sourceId)} → ${edge.relationshipName} → ${label(edge.targetId)}`)
        .toSorted(),
    async upsertNodes(inputs) {
      writes += 1;
      const ids = inputs.map((input) => graphNodeId(ORG, input));
      for (const [index, input] of inputs.entries()) nodes.set(ids[index] ?? '', input);
      return { ids, created: inputs.length, updated: 0 };
    },
    async upsertEdges(inputs) {
      writes += 1;
      const whole = inputs.filter((edge) => nodes.has(edge.sourceId) && nodes.has(edge.targetId));
      for (const edge of whole) edges.set(keyOf(edge), edge);
      return { created: whole.length, updated: 0, missing: inputs.length - whole.length };
    },
    removeNodes: async (ids) => removeNodes(ids),
    async removeEdgesOfFiles(_projectId, paths, keep = []) {
      const kept = new Set(keep.map(keyOf));
      const gone = [...edges].filter(([key, edge]) => paths.includes(edge.sourceFile ?? '') && !kept.has(key));
      for (const [key] of gone) edges.delete(key);
      return gone.length;
    },
    files: {
      list: async () => structuredClone([...files.values()]),
      async set(_projectId, rows) {
        writes += 1;
        for (const row of rows) files.set(row.path, JSON.parse(JSON.stringify(row)) as GraphFile);
      },
      async remove(_projectId, paths) {
        const given = paths.flatMap((file) => files.get(file)?.nodeIds ?? []);
        for (const file of paths) files.delete(file);
        for (const [key, edge] of edges) if (paths.includes(edge.sourceFile ?? '')) edges.delete(key);
        const left = new Set([...files.values()].flatMap(({ nodeIds }) => nodeIds));
        removeNodes(given.filter((id) => !left.has(id)));
      },
    },
  };
}

function keyOf({ sourceId, relationshipName, targetId }: GraphEdgeInput): string {
  return `${sourceId} ${relationshipName} ${targetId}`;
}

/** Writes files below a new directory. Answers the directory. */
export async function writeTree(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = temporaryDirectory();
  await addToTree(directory, files);
  return directory;
}

export async function addToTree(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  }
}
