/** What a declaration becomes in the graph. Interfaces are also traits and protocols, classes also structs, enums of values and records. */
export type DeclarationType = 'Class' | 'Interface' | 'Function' | 'Type' | 'Constant';

/** One name that a file declares at its top, or inside of a class or namespace there. Methods are part of their class. */
export interface Declaration {
  /** `Outer.Inner` for what stands inside of another. */
  readonly name: string;
  readonly type: DeclarationType;
  /** From 1. */
  readonly line: number;
  readonly exported: boolean;
}

/** One name that an import brings in. */
export interface ImportBinding {
  /** As the other module calls it; `*` = the module itself, or every name when `as` is `*` too. */
  readonly name: string;
  /** As this file calls it. */
  readonly as: string;
}

/** One import as it is written. What it leads to is found when all files are known. */
export interface ImportFact {
  readonly specifier: string;
  readonly bindings: readonly ImportBinding[];
  /** The bindings are names of this file for others, too. */
  readonly reexport: boolean;
}

export type RelationName = 'extends' | 'implements' | 'calls';

/** Something in the file refers to a name. */
export interface Relation {
  /** The declaration that refers; empty = the file itself. */
  readonly from: string;
  readonly name: RelationName;
  /** As it is written, with points between its parts. */
  readonly to: string;
}

/** A name under which others know what this file calls otherwise. */
export interface ExportAlias {
  readonly as: string;
  readonly name: string;
}

export type LanguageName = 'typescript' | 'python' | 'go' | 'rust' | 'java';

export interface SourceFacts {
  readonly kind: 'source';
  readonly language: LanguageName;
  /** The package that the file itself says it is in (Java, Go); else empty. */
  readonly namespace: string;
  readonly declarations: readonly Declaration[];
  readonly imports: readonly ImportFact[];
  readonly aliases: readonly ExportAlias[];
  readonly relations: readonly Relation[];
}

export type Ecosystem = 'npm' | 'go' | 'pypi' | 'cargo' | 'gem' | 'maven';

export interface ManifestFacts {
  readonly kind: 'manifest';
  readonly ecosystem: Ecosystem;
  /** The package's own name (Go: its module path); empty = it has none. */
  readonly name: string;
  readonly dependencies: readonly string[];
  /** What the package offers, as [subpath, file] (npm: exports and main). */
  readonly entries: readonly (readonly [string, string])[];
}

/** The path aliases of a TypeScript configuration. */
export interface PathsFacts {
  readonly kind: 'paths';
  /** Relative to the configuration; null = not set. */
  readonly baseUrl: string | null;
  readonly paths: readonly (readonly [string, readonly string[]])[];
}

/** An architecture decision record. */
export interface DecisionFacts {
  readonly kind: 'decision';
  readonly title: string;
  readonly status: string;
  /** What stands between backquotes and looks like a path. */
  readonly mentions: readonly string[];
}

/** All that linking files needs to know of one, so that an unchanged file need not be read again. Plain JSON. */
export type FileFacts = SourceFacts | ManifestFacts | PathsFacts | DecisionFacts;
