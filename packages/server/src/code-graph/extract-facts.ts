import type { FileFacts } from './file-facts.ts';
import { languageOf } from './languages/language-of.ts';
import { manifestReaderOf } from './manifests/manifest-reader-of.ts';
import { readTsconfig } from './manifests/tsconfig.ts';
import { isDecisionFile, readDecision } from './read-decision.ts';
import type { SourceParser } from './source-parser.ts';

type TextReader = (text: string) => FileFacts | null;

/** Raised whenever the same text gives other facts than before: every file is read again then. */
export const EXTRACTOR_VERSION = 1;

/** Whether a file says anything for the graph, by its path. */
export function isIndexable(file: string): boolean {
  return languageOf(file) !== null || textReaderOf(file) !== null;
}

/**
 * What a file says. Null = nothing can be read from it. Wrong syntax of a source is no reason for that: what is around it is read.
 * A manifest is read whole or not at all.
 */
export async function extractFacts(
  parser: SourceParser,
  file: string,
  text: string,
): Promise<FileFacts | 'too-slow' | null> {
  const language = languageOf(file);
  if (language) return (await parser.parse(language, file, text)) ?? 'too-slow';
  try {
    return textReaderOf(file)?.(text) ?? null;
  } catch {
    // Of the parsers of JSON and TOML. Somebody's broken manifest is theirs to repair.
    return null;
  }
}

function textReaderOf(file: string): TextReader | null {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (name === 'tsconfig.json' || name === 'jsconfig.json') return readTsconfig;
  return manifestReaderOf(file) ?? (isDecisionFile(file) ? readDecision : null);
}
