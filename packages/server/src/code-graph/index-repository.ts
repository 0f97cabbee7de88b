import type { Clock } from '@inkling/engine';
import type { GraphFile } from '@inkling/engine/types';
import type { CodeGraphTarget, FileGraph, GraphPlace } from './graph-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { gatherFacts, type GatheredFacts } from './gather-facts.ts';
import { listRepositoryFiles, type RepositoryFiles } from './list-repository-files.ts';
import { createSourceParser } from './source-parser.ts';
import { writeGraph, type WrittenGraph } from './write-graph.ts';
import { linkFile } from './link-file.ts';
import { createCodeBase } from './resolve/code-base.ts';
import { createNameResolver } from './resolve/resolve-names.ts';

export interface IndexRepositoryOptions {
  /** A directory of the repository. All of the repository is indexed. */
  readonly directory: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly clock: Clock;
  /** Read every file again, whatever is stored. (Default: false) */
  readonly full?: boolean;
  readonly onProgress?: (step: 'reading' | 'writing', done: number, total: number) => void;
}

export interface IndexReport extends WrittenGraph {
  readonly source: 'graph';
  readonly projectId: string;
  readonly repository: string;
  /** Files that say something for the graph: sources, manifests, decision records. */
  readonly files: number;
  readonly languages: Readonly<Record<string, number>>;
  /** Of these, how many were new or had changed. */
  readonly read: number;
  readonly warnings: readonly string[];
  readonly elapsedMs: number;
}

/**
 * Makes the graph of a repository's code and keeps it up to date: a second run reads only files whose content has changed.
 * @throws InklingError `import-source-invalid`, and what the store throws.
 */
export async function indexRepository(target: CodeGraphTarget, options: IndexRepositoryOptions): Promise<IndexReport> {
  const { clock, projectId } = options;
  const startedAt = clock.monotonic();
  const repository = await listRepositoryFiles(options.directory);
  const stored = new Map((await target.files.list(projectId)).map((file) => [file.path, file]));
  const isSparse = (path: string): boolean => repository.sparse.has(path);
  const usable = options.full ? pick(stored, isSparse) : stored;
  const gathered = await gather(repository, usable, options);
  const facts = factsOf(gathered);
  const graphs = linkFiles(options, facts, gathered.files.keys());
  // What an earlier extractor stored of a file that is not here cannot be linked, and stays as it is.
  const settled = pick(stored, (path) => gathered.files.has(path) || !isSparse(path));
  const written = await writeGraph(target, projectId, graphs, gathered.files, settled, (done, total) =>
    options.onProgress?.('writing', done, total),
  );
  return reportOf(options, repository, gathered, facts, written, clock.monotonic() - startedAt);
}

function pick(
  files: ReadonlyMap<string, GraphFile>,
  isPicked: (path: string) => boolean,
): ReadonlyMap<string, GraphFile> {
  return new Map([...files].filter(([path]) => isPicked(path)));
}

async function gather(
  repository: RepositoryFiles,
  stored: ReadonlyMap<string, GraphFile>,
  { clock, onProgress }: IndexRepositoryOptions,
): Promise<GatheredFacts> {
  const parser = await createSourceParser(() => clock.monotonic());
  try {
    const total = repository.files.length;
    return await gatherFacts(repository, stored, parser, (done) => onProgress?.('reading', done, total));
  } finally {
    parser.close();
  }
}

function factsOf({ files }: GatheredFacts): Map<string, FileFacts> {
  const facts = new Map<string, FileFacts>();
  for (const [file, gathered] of files) {
    if (gathered.facts) facts.set(file, gathered.facts);
  }
  return facts;
}

function reportOf(
  { projectId }: IndexRepositoryOptions,
  repository: RepositoryFiles,
  gathered: GatheredFacts,
  facts: ReadonlyMap<string, FileFacts>,
  written: WrittenGraph,
  elapsedMs: number,
): IndexReport {
  const languages: Record<string, number> = {};
  for (const found of facts.values()) {
    if (found.kind === 'source') languages[found.language] = (languages[found.language] ?? 0) + 1;
  }
  return {
    source: 'graph',
    projectId,
    repository: repository.root,
    files: facts.size,
    languages,
    read: gathered.read,
    ...written,
    warnings: warningsFor(repository, gathered),
    elapsedMs,
  };
}

function warningsFor({ unnameable, unreadable }: RepositoryFiles, { left }: GatheredFacts): string[] {
  const leftBecause = (reason: GatheredFacts['left'][number]['why']): readonly string[] =>
    left.flatMap(({ file, why }) => (why === reason ? [file] : []));
  const reasons: [reason: string, files: readonly string[]][] = [
    ['larger than 1 MiB', leftBecause('too-large')],
    ['binary', leftBecause('binary')],
    ['not readable', [...leftBecause('unreadable'), ...unreadable]],
    ['too slow to parse', leftBecause('too-slow')],
    ['not in this sparse checkout (what is known of them stays)', leftBecause('sparse')],
  ];
  const warnings = reasons
    .filter(([, files]) => files.length > 0)
    .map(
      ([reason, files]) =>
        `${files.length} left out, ${reason}: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}`,
    );
  if (unnameable > 0)
    warnings.push(`${unnameable} left out, whose path is too long, not UTF-8 or has control characters.`);
  return warnings;
}

/**
 * The graph of a repository, file by file, from the facts of all its files. The same facts give the same graph.
 * @param paths All files, also those that say nothing: they give an empty graph.
 */
function* linkFiles(
  place: GraphPlace,
  files: ReadonlyMap<string, FileFacts>,
  paths: Iterable<string>,
): Generator<FileGraph> {
  const base = createCodeBase(files);
  const names = createNameResolver(base);
  for (const path of paths) yield linkFile(place, base, names, path, files.get(path));
}
