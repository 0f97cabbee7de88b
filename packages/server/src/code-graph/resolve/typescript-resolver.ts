import type { ImportFact } from '../file-facts.ts';
import {
  type CodeBase,
  directoriesAbove,
  directoryOf,
  type ImportResolution,
  type ImportResolver,
  joinPath,
  manifestsAbove,
  type PlacedManifest,
  resolutionOf,
  UNRESOLVED,
} from './code-base.ts';

// What a written extension may stand for in the source, and what is tried when none is written. TypeScript's own order.
const SOURCE_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.d.ts']],
  ['.jsx', ['.tsx', '.d.ts']],
  ['.mjs', ['.mts', '.d.mts']],
  ['.cjs', ['.cts', '.d.cts']],
]);
const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.d.mts', '.d.cts', '.mjs', '.cjs'];
const BUILT = /^(dist|lib|build|out|es|esm|cjs)\//;

/** Relative paths, path aliases, packages of the workspace and packages from outside. */
export function createTypescriptResolver(base: CodeBase): ImportResolver {
  const packages = new Map(
    base.manifests
      .filter(({ ecosystem, name }) => ecosystem === 'npm' && name !== '')
      .map((found) => [found.name, found]),
  );
  return {
    resolve(file, fact) {
      const found = isRelative(fact.specifier)
        ? fileAt(base, file, joinPath(directoryOf(file), fact.specifier))
        : (aliased(base, file, fact.specifier) ?? ofWorkspace(base, packages, file, fact.specifier));
      if (found !== null) return resolutionOf([found], fact);
      return isRelative(fact.specifier) ? UNRESOLVED : external(base, file, fact);
    },
  };
}

function isRelative(specifier: string): boolean {
  return specifier === '.' || specifier === '..' || specifier.startsWith('./') || specifier.startsWith('../');
}

/** The file that a path without certainty about its ending stands for. */
function fileAt(base: CodeBase, importer: string, target: string | null): string | null {
  if (target === null) return null;
  return candidates(importer, target).find((candidate) => base.sources.has(candidate)) ?? null;
}

function candidates(importer: string, target: string): string[] {
  const extension = /\.[cm]?jsx?$/.exec(target)?.[0] ?? '';
  const stem = target.slice(0, target.length - extension.length);
  const sources = (SOURCE_OF.get(extension) ?? []).map((ending) => stem + ending);
  // Plain JavaScript runs as it is written: beside its own declarations, the code is what it means.
  const written = /\.[cm]?jsx?$/.test(importer) ? [target, ...sources] : [...sources, target];
  const index = target === '' ? 'index' : `${target}/index`;
  return [...written, ...EXTENSIONS.map((ending) => target + ending), ...EXTENSIONS.map((ending) => index + ending)];
}

/** By the aliases of the nearest TypeScript configuration that has some. */
function aliased(base: CodeBase, file: string, specifier: string): string | null {
  const directory = directoriesAbove(directoryOf(file)).find((above) => base.aliases.has(above));
  const configuration = directory === undefined ? undefined : base.aliases.get(directory);
  if (directory === undefined || !configuration) return null;
  const root = joinPath(directory, configuration.baseUrl ?? '') ?? '';
  for (const [pattern, targets] of configuration.paths) {
    const star = matchPattern(pattern, specifier);
    if (star === null) continue;
    for (const target of targets) {
      const found = fileAt(base, file, joinPath(root, target.replace('*', star)));
      if (found !== null) return found;
    }
  }
  return configuration.baseUrl === null ? null : fileAt(base, file, joinPath(root, specifier));
}

/** What the star of a pattern stands for; null = no match. */
function matchPattern(pattern: string, text: string): string | null {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text ? '' : null;
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

/** A package of this repository by its name, or the file's own package by `#`. */
function ofWorkspace(
  base: CodeBase,
  packages: ReadonlyMap<string, PlacedManifest>,
  file: string,
  specifier: string,
): string | null {
  const name = packageName(specifier);
  const own = specifier.startsWith('#') ? manifestsAbove(base, file, 'npm')[0] : packages.get(name);
  if (!own) return null;
  const subpath = specifier.startsWith('#') ? specifier : `.${specifier.slice(name.length)}`;
  for (const [pattern, target] of own.entries) {
    const star = matchPattern(pattern, subpath);
    const found = star === null ? null : sourceOfEntry(base, file, own.directory, target.replace('*', star));
    if (found !== null) return found;
  }
  return (
    fileAt(base, file, joinPath(own.directory, subpath)) ?? fileAt(base, file, joinPath(own.directory, 'src', subpath))
  );
}

/** A manifest names what is built. Its source stands at the same place below `src`, or without the built directory. */
function sourceOfEntry(base: CodeBase, importer: string, directory: string, target: string): string | null {
  const plain = target.replace(/^\.\//, '');
  const places = [plain, plain.replace(BUILT, 'src/'), plain.replace(BUILT, '')];
  for (const place of places) {
    const found = fileAt(base, importer, joinPath(directory, place.replace(/\.d\.([cm]?)ts$/, '.$1js')));
    if (found !== null) return found;
  }
  return null;
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function external(base: CodeBase, file: string, fact: ImportFact): ImportResolution {
  const name = packageName(fact.specifier);
  const isNamed = manifestsAbove(base, file, 'npm').some(({ dependencies }) => dependencies.includes(name));
  return isNamed ? { ...UNRESOLVED, dependency: { ecosystem: 'npm', name } } : UNRESOLVED;
}
