import { createRequire } from 'node:module';
import path from 'node:path';
import treeSitter, { type Node, type QueryMatch } from '@vscode/tree-sitter-wasm';
import type {
  Declaration,
  DeclarationType,
  ExportAlias,
  ImportFact,
  Relation,
  RelationName,
  SourceFacts,
} from './file-facts.ts';
import { fieldText, type Language } from './languages/language.ts';

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

/** Creates a parser. The grammars are WebAssembly that ships inside of a package: nothing is compiled or downloaded. */
export async function createSourceParser(monotonic: () => number): Promise<SourceParser> {
  await treeSitter.Parser.init();
  const parser = new treeSitter.Parser();
  const loaded = new Map<string, ReturnType<typeof loadGrammar>>();
  const load = (language: Language, name: string): ReturnType<typeof loadGrammar> => {
    const found = loaded.get(name) ?? loadGrammar(language, name);
    loaded.set(name, found);
    return found;
  };
  return {
    async parse(language, file, text) {
      const { grammar, query } = await load(language, language.grammarOf(file));
      parser.setLanguage(grammar);
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
    },
    close: () => parser.delete(),
  };
}

async function loadGrammar(language: Language, name: string) {
  const home = path.dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  const grammar = await treeSitter.Language.load(path.join(home, `tree-sitter-${name}.wasm`));
  return { grammar, query: new treeSitter.Query(grammar, language.query) };
}

const DECLARATIONS: ReadonlyMap<string, DeclarationType> = new Map([
  ['class', 'Class'],
  ['interface', 'Interface'],
  ['function', 'Function'],
  ['type', 'Type'],
  ['constant', 'Constant'],
]);
const RELATIONS: ReadonlyMap<string, RelationName> = new Map([
  ['extends', 'extends'],
  ['implements', 'implements'],
  ['call', 'calls'],
]);
const REFERENCE = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
// A reference longer than this is an expression over many lines.
const MAX_REFERENCE_CHARACTERS = 200;

interface OwnedRange {
  readonly start: number;
  readonly end: number;
  readonly owner: string;
}

interface Reference {
  readonly name: RelationName;
  readonly node: Node;
}

function collectFacts(language: Language, matches: readonly QueryMatch[]): SourceFacts {
  const declarations = new Map<string, Declaration>();
  const ranges: OwnedRange[] = [];
  const references: Reference[] = [];
  const statements = new Map<number, Node>();
  // In the order of the query, which names the more telling kind of a declaration first.
  for (const { captures } of matches.toSorted((a, b) => a.patternIndex - b.patternIndex)) {
    const named = new Map(captures.map(({ name, node }) => [name, node]));
    for (const { name, node } of captures) {
      const type = DECLARATIONS.get(name);
      if (type) declare(language, { type, node, nameNode: named.get('name') }, declarations, ranges);
      const relation = RELATIONS.get(name);
      if (relation) references.push({ name: relation, node });
      if (name === 'scope') ranges.push(rangeOf(node, named.get('owner')?.text ?? ''));
      if (name === 'statement') statements.set(node.id, node);
    }
  }
  return {
    kind: 'source',
    language: language.name,
    ...readStatements(language, [...statements.values()]),
    declarations: [...declarations.values()],
    relations: relate(references, ranges),
  };
}

/** The first declaration of a name stays: overloads and branches repeat it. */
function declare(
  language: Language,
  { type, node, nameNode }: { type: DeclarationType; node: Node; nameNode: Node | undefined },
  declarations: Map<string, Declaration>,
  ranges: OwnedRange[],
): void {
  const outer = nameNode ? outerName(language, node, type) : null;
  if (outer === null || !nameNode) return;
  const name = outer + nameNode.text;
  ranges.push(rangeOf(node, name));
  if (declarations.has(name)) return;
  const exported = language.isExported(node, name);
  declarations.set(name, { name, type, line: node.startPosition.row + 1, exported });
}

/** What goes before the name: empty at the top of the file, null inside of a function, and for a method. */
function outerName(language: Language, node: Node, type: DeclarationType): string | null {
  let prefix = '';
  for (let above = node.parent; above; above = above.parent) {
    if (language.nesting.has(above.type)) {
      if (type !== 'Class' && type !== 'Interface' && language.classes.has(above.type)) return null;
      prefix = `${fieldText(above, 'name')}.${prefix}`;
    } else if (!language.transparent.has(above.type)) {
      return null;
    }
  }
  return prefix;
}

function rangeOf(node: Node, owner: string): OwnedRange {
  return { start: node.startIndex, end: node.endIndex, owner };
}

function readStatements(
  language: Language,
  statements: readonly Node[],
): Pick<SourceFacts, 'namespace' | 'imports' | 'aliases'> {
  const imports: ImportFact[] = [];
  const aliases: ExportAlias[] = [];
  let namespace = '';
  for (const statement of statements) {
    const read = language.readStatement(statement);
    imports.push(...(read.imports ?? []));
    aliases.push(...(read.aliases ?? []));
    namespace ||= read.namespace ?? '';
  }
  return { namespace, imports, aliases };
}

/** Each reference belongs to the innermost range around it. Both are walked once, in the order of the file. */
function relate(references: readonly Reference[], ranges: readonly OwnedRange[]): Relation[] {
  const pending = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const open: OwnedRange[] = [];
  const found = new Map<string, Relation>();
  let next = 0;
  for (const { name, node } of references.toSorted((a, b) => a.node.startIndex - b.node.startIndex)) {
    for (let range = pending[next]; range && range.start <= node.startIndex; range = pending[++next]) open.push(range);
    while ((open.at(-1)?.end ?? Infinity) < node.endIndex) open.pop();
    const to = referenceText(node);
    const from = open.at(-1)?.owner ?? '';
    if (to !== null) found.set(`${from} ${name} ${to}`, { from, name, to });
  }
  return [...found.values()];
}

/** A name, or names joined by points; null = an expression, of which nothing is known without types. */
function referenceText(node: Node): string | null {
  if (node.endIndex - node.startIndex > MAX_REFERENCE_CHARACTERS) return null;
  const text = node.text.replace(/<.*$/s, '').replaceAll('::', '.').replaceAll(/\s+/g, '').replace(/\.$/, '');
  return REFERENCE.test(text) ? text : null;
}
