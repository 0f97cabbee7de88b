import type { GraphFile } from '@inkling/engine/types';
import { hashGraph, storedFactsOf, type CodeGraphTarget, type FileGraph } from './graph-facts.ts';
import { EXTRACTOR_VERSION } from './extract-facts.ts';
import type { GatheredFile } from './gather-facts.ts';

// A file gives some ten nodes and forty edges: a batch is a few of the store's statements.
const FILES_PER_BATCH = 100;

/** The graph of one file, ready to be compared with what is stored. */
interface LinkedFile {
  readonly graph: FileGraph;
  readonly row: GraphFile;
}

export interface WrittenGraph {
  /** Nodes and edges of the whole repository now. */
  readonly nodes: number;
  readonly edges: number;
  /** Files whose nodes or edges were written; more than were read when others refer to what changed. */
  readonly written: number;
  /** Files that are gone, with what they gave. */
  readonly removed: number;
}

/**
 * Writes the graphs of files that differ from what is stored, and removes what no file gives any more. A file's row comes last: stopped
 * at any point, the next run finds the file unwritten and does the rest.
 */
export async function writeGraph(
  target: CodeGraphTarget,
  projectId: string,
  graphs: Iterable<FileGraph>,
  gathered: ReadonlyMap<string, GatheredFile>,
  stored: ReadonlyMap<string, GraphFile>,
  onFile: (done: number, total: number) => void,
): Promise<WrittenGraph> {
  const changed: LinkedFile[] = [];
  const live = new Set<string>();
  const edges = new Set<string>();
  for (const graph of graphs) {
    const linked = linkedFile(graph, gathered.get(graph.path));
    for (const id of graph.nodes.keys()) live.add(id);
    for (const key of graph.edges.keys()) edges.add(key);
    if (!isStored(linked.row, stored.get(graph.path))) changed.push(linked);
  }
  const gone = [...stored.keys()].filter((path) => !gathered.has(path));
  await writeNodes(target, changed);
  await writeEdges(target, projectId, changed, onFile);
  await removeStale(target, projectId, stored, live, gone);
  for (const batch of batches(changed))
    await target.files.set(
      projectId,
      batch.map(({ row }) => row),
    );
  return { nodes: live.size, edges: edges.size, written: changed.length, removed: gone.length };
}

function linkedFile(graph: FileGraph, file: GatheredFile | undefined): LinkedFile {
  const row: GraphFile = {
    path: graph.path,
    contentHash: file?.contentHash ?? '',
    extractorVersion: EXTRACTOR_VERSION,
    nodeIds: [...graph.nodes.keys()],
    // Facts are plain JSON by their types; interfaces have no index signature that would say so.
    facts: { facts: file?.facts ?? null, linked: hashGraph(graph) } as unknown as GraphFile['facts'],
  };
  return { graph, row };
}

function isStored(row: GraphFile, known: GraphFile | undefined): boolean {
  if (!known || known.contentHash !== row.contentHash || known.extractorVersion !== row.extractorVersion) return false;
  return storedFactsOf(known).linked === storedFactsOf(row).linked;
}

async function writeNodes(target: CodeGraphTarget, changed: readonly LinkedFile[]): Promise<void> {
  // All nodes before the first edge: an edge may lead to a file of a later batch.
  for (const batch of batches(changed))
    await target.upsertNodes(batch.flatMap(({ graph }) => [...graph.nodes.values()]));
}

async function writeEdges(
  target: CodeGraphTarget,
  projectId: string,
  changed: readonly LinkedFile[],
  onFile: (done: number, total: number) => void,
): Promise<void> {
  let done = 0;
  for (const batch of batches(changed)) {
    const edges = batch.flatMap(({ graph }) => [...graph.edges.values()]);
    await target.upsertEdges(edges);
    // Written first, then kept: an edge that is removed and written again would lose what feedback made of it.
    await target.removeEdgesOfFiles(
      projectId,
      batch.map(({ graph }) => graph.path),
      edges,
    );
    done += batch.length;
    onFile(done, changed.length);
  }
}

async function removeStale(
  target: CodeGraphTarget,
  projectId: string,
  stored: ReadonlyMap<string, GraphFile>,
  live: ReadonlySet<string>,
  gone: readonly string[],
): Promise<void> {
  const stale = new Set([...stored.values()].flatMap(({ nodeIds }) => nodeIds).filter((id) => !live.has(id)));
  for (const batch of batches([...stale])) await target.removeNodes(batch);
  for (const batch of batches(gone)) await target.files.remove(projectId, batch);
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += FILES_PER_BATCH) yield all.slice(from, from + FILES_PER_BATCH);
}
