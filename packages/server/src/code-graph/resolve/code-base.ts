import path from 'node:path';
import type { Ecosystem, FileFacts, ManifestFacts, PathsFacts, SourceFacts } from '../file-facts.ts';

/** A manifest and where it stands. */
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

/** A directory and those above it, up to the top. */
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
