import { parse, type ParseError } from 'jsonc-parser';
import { recordAt, textsOf } from '../base/record.ts';
import type { DecisionFacts, FileFacts, PathsFacts } from './file-facts.ts';
import { manifestReaderOf } from './manifests.ts';
import type { SourceParser } from './source-parser.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import type { Language } from './languages/language.ts';
import { python } from './languages/python.ts';
import { rust } from './languages/rust.ts';
import { typescript } from './languages/typescript.ts';

type TextReader = (text: string) => FileFacts | null;

/** Raised whenever the same text gives other facts than before: every file is read again then. */
export const EXTRACTOR_VERSION = 2;

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

const BY_EXTENSION = new Map(
  [typescript, python, go, rust, java].flatMap((language) =>
    language.extensions.map((name) => [name, language] as const),
  ),
);

/** The language of a file, by its extension; null = none that is read. */
function languageOf(path: string): Language | null {
  return BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1)) ?? null;
}

/** Reads the path aliases of a tsconfig.json or jsconfig.json. Null = it has none. Comments and trailing commas are allowed there. What it extends is not followed. */
function readTsconfig(text: string): PathsFacts | null {
  const errors: ParseError[] = [];
  const options = recordAt(parse(text, errors, { allowTrailingComma: true }), 'compilerOptions');
  if (errors.length > 0) return null;
  const baseUrl = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : null;
  const paths = Object.entries(recordAt(options, 'paths')).map(
    ([pattern, targets]) => [pattern, textsOf(targets)] as const,
  );
  return baseUrl === null && paths.length === 0 ? null : { kind: 'paths', baseUrl, paths };
}

const MAX_MENTIONS = 200;

/** Whether a file is an architecture decision record, by where it stands. */
function isDecisionFile(file: string): boolean {
  return (
    /(^|\/)(docs?|doc\/architecture|documentation|architecture)\/(decisions|adrs?)\/[^/]+\.md$/i.test(file) ||
    /^adrs?\/[^/]+\.md$/i.test(file)
  );
}

/** Reads a decision record. Null = it has no heading, as an index or a template without a title. */
function readDecision(text: string): DecisionFacts | null {
  const title = /^#\s+(.+?)\s*#*\s*$/m.exec(text)?.[1];
  if (title === undefined) return null;
  const status =
    /^(?:[-*]\s*)?\**status\**\s*:\**\s*(.+)$/im.exec(text)?.[1] ??
    /^##\s+status\s*\n+([^\n]+)/im.exec(text)?.[1] ??
    '';
  const mentions = [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+)`/g)].map(([, path = '']) => path.replace(/^\.\//, ''));
  return {
    kind: 'decision',
    title: title.slice(0, 200),
    status: status.replaceAll(/[*_`]/g, '').trim().slice(0, 80),
    mentions: [...new Set(mentions)].slice(0, MAX_MENTIONS),
  };
}
