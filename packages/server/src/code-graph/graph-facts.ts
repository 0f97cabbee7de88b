import { createHash } from 'node:crypto';
import type { GraphStore } from '@inkling/engine';
import type { GraphFile } from '@inkling/engine/types';
import type { FileFacts } from './file-facts.ts';

/** A node of the code's graph. Type, name and qualified name together are its identity in a project. */
export interface CodeNode {
  readonly type: string;
  readonly name: string;
  /** Empty = the name says all. */
  readonly qualifiedName: string;
  /** 0 to 1. */
  readonly importance: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type CodeNodeIdentity = Pick<CodeNode, 'type' | 'name' | 'qualifiedName'>;

/** An edge, by the identities of its ends. */
export interface CodeEdge {
  readonly source: CodeNodeIdentity;
  readonly relationship: string;
  readonly target: CodeNodeIdentity;
}

/** What one file gives to the graph: the nodes it declares, and the edges that are read from it. */
export interface FileGraph {
  readonly path: string;
  readonly nodes: readonly CodeNode[];
  readonly edges: readonly CodeEdge[];
}

/** What indexing needs of one organisation's graph. The engine's handle fits it. */
export type CodeGraphTarget = Pick<GraphStore, 'upsertNodes' | 'upsertEdges' | 'removeNodes' | 'removeEdgesOfFiles'> & {
  readonly files: {
    /** All of the project's, by path. */
    list(projectId: string | null): Promise<readonly GraphFile[]>;
    set(projectId: string | null, files: readonly GraphFile[]): Promise<void>;
    remove(projectId: string | null, paths: readonly string[]): Promise<void>;
  };
};

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
export function hashGraph(graph: FileGraph): string {
  return createHash('sha256').update(JSON.stringify(graph)).digest('hex');
}
