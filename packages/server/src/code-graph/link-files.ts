import type { FileFacts } from './file-facts.ts';
import type { FileGraph } from './graph-facts.ts';
import { linkDecision, linkManifest, linkSource } from './link-file.ts';
import { createCodeBase } from './resolve/code-base.ts';
import { createNameResolver } from './resolve/resolve-names.ts';

/**
 * The graph of a repository, file by file, from the facts of all its files. The same facts give the same graph.
 * @param paths All files, also those that say nothing: they give an empty graph.
 */
export function* linkFiles(files: ReadonlyMap<string, FileFacts>, paths: Iterable<string>): Generator<FileGraph> {
  const base = createCodeBase(files);
  const names = createNameResolver(base);
  for (const file of paths) {
    const facts = files.get(file);
    if (facts?.kind === 'source') yield linkSource(base, names, file, facts);
    else if (facts?.kind === 'manifest') yield linkManifest(base, file, facts);
    else if (facts?.kind === 'decision') yield linkDecision(base, file, facts);
    else yield { path: file, nodes: [], edges: [] };
  }
}
