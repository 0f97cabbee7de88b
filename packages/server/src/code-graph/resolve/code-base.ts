import path from 'node:path';
import type { Ecosystem, FileFacts, ImportFact, ManifestFacts, PathsFacts, SourceFacts } from '../file-facts.ts';

export interface PlacedManifest extends ManifestFacts {
  readonly path: string;
  /** Empty = the top of the repository. */
  readonly directory: string;
}

/** All files of a repository, by what they are. Paths are relative to its top, with slashes. */
export interface CodeBase {
  readonly sources: ReadonlyMap<string, SourceFacts>;
  readonly manifests: readonly PlacedManifest[];
  /** Directories with a TypeScript configuration that sets a base or aliases. */
  readonly aliases: ReadonlyMap<string, PathsFacts>;
  /** The files of each directory that holds sources. */
  readonly directories: ReadonlyMap<string, readonly string[]>;
}

/** Sorts the facts of all files. */
export function createCodeBase(files: ReadonlyMap<string, FileFacts>): CodeBase {
  const sources = new Map<string, SourceFacts>();
  const manifests: PlacedManifest[] = [];
  const aliases = new Map<string, PathsFacts>();
  const directories = new Map<string, string[]>();
  for (const [file, facts] of files) {
    const directory = directoryOf(file);
    if (facts.kind === 'manifest') manifests.push({ ...facts, path: file, directory });
    if (facts.kind === 'paths') aliases.set(directory, facts);
    if (facts.kind !== 'source') continue;
    sources.set(file, facts);
    directories.set(directory, [...(directories.get(directory) ?? []), file]);
  }
  return { sources, manifests, aliases, directories };
}

/** The directory of a path; empty = the top. */
export function directoryOf(file: string): string {
  const cut = file.lastIndexOf('/');
  return cut < 0 ? '' : file.slice(0, cut);
}

/** Joins parts below the top of the repository; null when they lead out of it. */
export function joinPath(...parts: readonly string[]): string | null {
  const joined = path.posix.join(...parts.filter((part) => part !== ''), '.').replace(/\/$/, '');
  if (joined === '..' || joined.startsWith('../') || joined.startsWith('/')) return null;
  return joined === '.' ? '' : joined;
}

export function directoriesAbove(directory: string): string[] {
  const found = [directory];
  for (let above = directory; above !== '';) {
    above = directoryOf(above);
    found.push(above);
  }
  return found;
}

/** The manifests of an ecosystem that a file stands below, the nearest first. */
export function manifestsAbove(base: CodeBase, file: string, ecosystem: Ecosystem): PlacedManifest[] {
  const above = directoriesAbove(directoryOf(file));
  return base.manifests
    .filter((manifest) => manifest.ecosystem === ecosystem && above.includes(manifest.directory))
    .toSorted((a, b) => b.directory.length - a.directory.length);
}

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
