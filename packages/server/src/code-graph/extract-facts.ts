import type { FileFacts } from './file-facts.ts';
import { languageOf } from './languages/language-of.ts';
import { readCargoToml } from './manifests/cargo-toml.ts';
import { readGoMod } from './manifests/go-mod.ts';
import { readPackageJson } from './manifests/package-json.ts';
import { readPomXml } from './manifests/pom-xml.ts';
import { readPyproject, readRequirements } from './manifests/python-manifests.ts';
import { readTsconfig } from './manifests/tsconfig.ts';
import { isDecisionFile, readDecision } from './read-decision.ts';
import type { SourceParser } from './source-parser.ts';

type TextReader = (text: string) => FileFacts | null;

const MANIFESTS: ReadonlyMap<string, TextReader> = new Map<string, TextReader>([
  ['package.json', readPackageJson],
  ['go.mod', readGoMod],
  ['pyproject.toml', readPyproject],
  ['Cargo.toml', readCargoToml],
  ['pom.xml', readPomXml],
  ['tsconfig.json', readTsconfig],
  ['jsconfig.json', readTsconfig],
]);

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
  if (/^requirements[\w.-]*\.txt$/.test(name)) return readRequirements;
  return MANIFESTS.get(name) ?? (isDecisionFile(file) ? readDecision : null);
}
