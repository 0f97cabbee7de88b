import type { Ecosystem, ImportFact } from '../file-facts.ts';

/** A name in one of several files; an empty name = the module itself. */
export interface NameTarget {
  readonly files: readonly string[];
  readonly name: string;
}

/** A package from outside of the repository that a manifest names. */
export interface DependencyRef {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** What one import leads to. All empty when it leads out of the repository and no manifest names its package. */
export interface ImportResolution {
  /** Source files that the statement names. */
  readonly files: readonly string[];
  /** A directory that is imported as a whole (Go). */
  readonly packageDirectory?: string;
  readonly dependency?: DependencyRef;
  /** What the names stand for that the import brings in. */
  readonly bindings: ReadonlyMap<string, NameTarget>;
  /** Files all of whose names it brings in. */
  readonly stars: readonly string[];
}

/** Finds what the imports of one language lead to. */
export interface ImportResolver {
  resolve(file: string, fact: ImportFact): ImportResolution;
  /** Files whose names a file sees without an import: those of its package in Go and Java. */
  visible?(file: string): readonly string[];
}

/** The resolution of an import that leads nowhere. */
export const UNRESOLVED: ImportResolution = { files: [], bindings: new Map(), stars: [] };

/** The resolution of an import of one module, or of a few that are read as one. */
export function resolutionOf(files: readonly string[], fact: ImportFact): ImportResolution {
  const bindings = new Map<string, NameTarget>();
  let stars: readonly string[] = [];
  for (const { name, as } of fact.bindings) {
    if (as === '*') stars = files;
    else bindings.set(as, { files, name: name === '*' ? '' : name });
  }
  return { files, bindings, stars };
}
