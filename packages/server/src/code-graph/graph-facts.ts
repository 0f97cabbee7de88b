import { createHash } from 'node:crypto';
import type { GraphStore } from '@inkling/engine';
import type { GraphEdgeInput, GraphFile, GraphNodeInput } from '@inkling/engine/types';
import type { FileFacts } from './file-facts.ts';

export interface GraphPlace {
  readonly orgId: string;
  readonly projectId: string;
}

/** What one file gives to the graph: the nodes it declares, by their ids, and the edges that are read from it, by ends and relationship. */
export interface FileGraph {
  readonly path: string;
  readonly nodes: ReadonlyMap<string, GraphNodeInput>;
  readonly edges: ReadonlyMap<string, GraphEdgeInput>;
}

/** What indexing needs of one organisation's graph. The engine's handle fits it. */
export type CodeGraphTarget = Pick<
  GraphStore,
  'upsertNodes' | 'upsertEdges' | 'removeNodes' | 'removeEdgesOfFiles' | 'files'
>;

/** What is kept of a file: its facts, and a hash of the graph that they gave when they were linked. */
interface StoredFacts {
  readonly facts: FileFacts | null;
  readonly linked: string;
}

/**
 * The stored facts of a file. They are ours: written by the extractor whose version the caller has compared, so their shape is not
 * checked again.
 */
export function storedFactsOf(file: GraphFile): StoredFacts {
  return file.facts as unknown as StoredFacts;
}

/** Changes when a file gives other nodes or edges, be it by its own text or by what another file declares now. */
export function hashGraph({ nodes, edges }: FileGraph): string {
  return createHash('sha256')
    .update(JSON.stringify([...nodes.values(), ...edges.keys()]))
    .digest('hex');
}
