import { createHash } from 'node:crypto';
import type { GraphFile } from '@inkling/engine/types';
import type { FileFacts } from './file-facts.ts';
import type { FileGraph } from './graph-facts.ts';

/** What is kept of a file: its facts, and a hash of the graph that they gave when they were linked. */
export interface StoredFacts {
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
