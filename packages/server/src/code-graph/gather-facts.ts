import { createHash } from 'node:crypto';
import type { GraphFile } from '@inkling/engine/types';
import { EXTRACTOR_VERSION, extractFacts } from './extract-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { readSource, type RepositoryFiles, sourceText } from './list-repository-files.ts';
import type { SourceParser } from './source-parser.ts';
import { storedFactsOf } from './graph-facts.ts';

/** A file of this run. */
export interface GatheredFile {
  readonly contentHash: string;
  /** Null = it says nothing, or took too long to read. */
  readonly facts: FileFacts | null;
}

/** `too-slow`: a source whose parsing was stopped; `sparse`: what is stored of it counts. */
interface LeftFile {
  readonly file: string;
  readonly why: 'too-large' | 'binary' | 'unreadable' | 'too-slow' | 'sparse' | 'gone';
}

/** What the files of a repository say now. */
export interface GatheredFacts {
  readonly files: ReadonlyMap<string, GatheredFile>;
  /** How many were read because they were new or had changed. */
  readonly read: number;
  readonly left: readonly LeftFile[];
}

/** Reads what is new or has changed since a file was stored, and takes the stored facts of the rest. */
export async function gatherFacts(
  repository: RepositoryFiles,
  stored: ReadonlyMap<string, GraphFile>,
  parser: SourceParser,
  onFile: (done: number) => void,
): Promise<GatheredFacts> {
  const files = new Map<string, GatheredFile>();
  const left: LeftFile[] = [];
  let read = 0;
  for (const [index, file] of repository.files.entries()) {
    const source = await readSource(repository.root, file);
    if (source.kind === 'text') {
      const contentHash = createHash('sha256').update(source.bytes).digest('hex');
      const known = unchangedFacts(stored.get(file), contentHash);
      read += known ? 0 : 1;
      const facts = known ? known.facts : await extractFacts(parser, file, sourceText(source.bytes));
      if (facts === 'too-slow') left.push({ file, why: facts });
      files.set(file, { contentHash, facts: facts === 'too-slow' ? null : facts });
    } else if (source.kind === 'gone' && repository.sparse.has(file)) {
      left.push({ file, why: 'sparse' });
      const contentHash = stored.get(file)?.contentHash ?? '';
      const known = unchangedFacts(stored.get(file), contentHash);
      if (known) files.set(file, { contentHash, facts: known.facts });
    } else {
      left.push({ file, why: source.kind });
    }
    onFile(index + 1);
  }
  return { files, read, left };
}

function unchangedFacts(known: GraphFile | undefined, contentHash: string): { facts: FileFacts | null } | null {
  if (known?.contentHash !== contentHash || known.extractorVersion !== EXTRACTOR_VERSION) return null;
  return storedFactsOf(known);
}
