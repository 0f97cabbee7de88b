import type { Node } from '@vscode/tree-sitter-wasm';
import type { ExportAlias, ImportFact, LanguageName } from '../file-facts.ts';

export interface StatementFacts {
  readonly imports?: readonly ImportFact[];
  readonly aliases?: readonly ExportAlias[];
  readonly namespace?: string;
}

/**
 * How one language is read. The query's captures have fixed meanings: `class`, `interface`, `function`, `type` and `constant` are
 * declarations, each with its `name`; `extends`, `implements` and `call` are references; `statement` goes to `readStatement`;
 * `scope` is a stretch of code that belongs to the declaration called `owner` (a method of Go, an impl of Rust).
 */
export interface Language {
  readonly name: LanguageName;
  /** The grammar of a file, by its name in the grammar package. */
  grammarOf(path: string): string;
  readonly extensions: readonly string[];
  readonly query: string;
  /** Syntax through which a declaration is still the file's own; inside of anything else it is local to a function. */
  readonly transparent: ReadonlySet<string>;
  /** Syntax whose name goes before the names of what is declared in it. */
  readonly nesting: ReadonlySet<string>;
  /** Of these nestings, functions are methods: part of the class, no declarations of their own. */
  readonly classes: ReadonlySet<string>;
  readonly readStatement: (node: Node) => StatementFacts;
  readonly isExported: (declaration: Node, name: string) => boolean;
}

/** The named children of one type. */
export function childrenOf(node: Node, type: string): Node[] {
  return node.namedChildren.filter((child): child is Node => child?.type === type);
}

/** The text of a field; empty = there is none. */
export function fieldText(node: Node, field: string): string {
  return node.childForFieldName(field)?.text ?? '';
}
