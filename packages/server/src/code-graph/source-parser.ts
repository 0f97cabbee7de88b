import { createRequire } from 'node:module';
import path from 'node:path';
import treeSitter, { type Language as Grammar, type Parser, type Query } from '@vscode/tree-sitter-wasm';
import { collectFacts } from './collect-facts.ts';
import type { SourceFacts } from './file-facts.ts';
import type { Language } from './languages/language.ts';

// A file of 1 MiB takes about half a second; what takes longer than this was made to.
const MAX_PARSE_MS = 5_000;
// Matches that are open at the same time. More would only be dropped later, after they have cost their memory.
const MATCH_LIMIT = 4_096;

/** Reads the facts of source texts. Grammars are loaded when their first file comes, and kept. */
export interface SourceParser {
  /** null = it took too long. Wrong syntax is no failure: what is around it is read. */
  parse(language: Language, file: string, text: string): Promise<SourceFacts | null>;
  close(): void;
}

interface LoadedGrammar {
  readonly grammar: Grammar;
  readonly query: Query;
}

/** Creates a parser. The grammars are WebAssembly that ships inside of a package: nothing is compiled or downloaded. */
export async function createSourceParser(monotonic: () => number): Promise<SourceParser> {
  await treeSitter.Parser.init();
  const parser = new treeSitter.Parser();
  const loaded = new Map<string, Promise<LoadedGrammar>>();
  const load = (language: Language, name: string): Promise<LoadedGrammar> => {
    const found = loaded.get(name) ?? loadGrammar(language, name);
    loaded.set(name, found);
    return found;
  };
  return {
    async parse(language, file, text) {
      const { grammar, query } = await load(language, language.grammarOf(file));
      parser.setLanguage(grammar);
      return parseWith({ parser, query, monotonic }, language, text);
    },
    close: () => parser.delete(),
  };
}

async function loadGrammar(language: Language, name: string): Promise<LoadedGrammar> {
  const home = path.dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  const grammar = await treeSitter.Language.load(path.join(home, `tree-sitter-${name}.wasm`));
  return { grammar, query: new treeSitter.Query(grammar, language.query) };
}

interface Tools {
  readonly parser: Parser;
  readonly query: Query;
  readonly monotonic: () => number;
}

function parseWith({ parser, query, monotonic }: Tools, language: Language, text: string): SourceFacts | null {
  const deadline = monotonic() + MAX_PARSE_MS;
  // Typed as returning nothing, but true is what stops it.
  const progressCallback = (): boolean => monotonic() > deadline;
  const tree = parser.parse(text, null, { progressCallback });
  if (!tree) {
    parser.reset();
    return null;
  }
  try {
    return collectFacts(language, query.matches(tree.rootNode, { matchLimit: MATCH_LIMIT, progressCallback }));
  } finally {
    tree.delete();
  }
}
