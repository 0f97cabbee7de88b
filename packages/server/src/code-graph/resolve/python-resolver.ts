import type { ImportFact } from '../file-facts.ts';
import {
  type CodeBase,
  directoriesAbove,
  directoryOf,
  type ImportResolution,
  type ImportResolver,
  joinPath,
  manifestsAbove,
  type NameTarget,
  resolutionOf,
  UNRESOLVED,
} from './code-base.ts';

// Distributions whose module has another name. A manifest names the distribution, an import the module.
const DISTRIBUTIONS: ReadonlyMap<string, string> = new Map([
  ['yaml', 'pyyaml'],
  ['PIL', 'pillow'],
  ['bs4', 'beautifulsoup4'],
  ['sklearn', 'scikit-learn'],
  ['cv2', 'opencv-python'],
  ['dateutil', 'python-dateutil'],
  ['dotenv', 'python-dotenv'],
  ['jwt', 'pyjwt'],
]);

/** Relative imports, and absolute ones below the directories that Python would search. */
export function createPythonResolver(base: CodeBase): ImportResolver {
  return {
    resolve(file, fact) {
      const place = placeOf(base, file, fact.specifier);
      if (place === null) return external(base, file, fact);
      return withSubmodules(base, place, fact);
    },
  };
}

/** The path without ending of the module that a specifier names; null = it is not of this repository. */
function placeOf(base: CodeBase, file: string, specifier: string): string | null {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/s.exec(specifier) ?? [];
  const inner = rest.replaceAll('.', '/');
  if (dots !== '') return joinPath(directoryOf(file), '../'.repeat(dots.length - 1), inner);
  for (const root of searchRoots(base, file)) {
    const place = joinPath(root, inner);
    // A directory without __init__ is a package too, but only what is in one of ours makes it ours.
    if (place !== null && (moduleAt(base, place) !== null || base.directories.has(place))) return place;
  }
  return null;
}

/** Where Python could have been started to find a file: directories above it that are no packages themselves, and their `src`. */
function searchRoots(base: CodeBase, file: string): string[] {
  const roots = directoriesAbove(directoryOf(file)).filter(
    (directory) => moduleAt(base, `${directory}/__init__`) === null,
  );
  return roots.flatMap((root) => [root, joinPath(root, 'src') ?? root]);
}

function moduleAt(base: CodeBase, place: string): string | null {
  const plain = place.replace(/^\//, '');
  const names = [`${plain}/__init__.py`, `${plain}.py`, `${plain}/__init__.pyi`, `${plain}.pyi`];
  return names.map((name) => name.replace(/^\//, '')).find((name) => base.sources.has(name)) ?? null;
}

/** `from package import name`: the name is a module of the package, or something that the package declares. */
function withSubmodules(base: CodeBase, place: string, fact: ImportFact): ImportResolution {
  const module = moduleAt(base, place);
  const whole = resolutionOf(module === null ? [] : [module], fact);
  const files = new Set(whole.files);
  const bindings = new Map<string, NameTarget>(whole.bindings);
  for (const { name, as } of fact.bindings) {
    const submodule = name === '*' ? null : moduleAt(base, `${place}/${name}`);
    if (submodule === null) continue;
    files.add(submodule);
    if (!declares(base, module, name)) bindings.set(as, { files: [submodule], name: '' });
  }
  return { files: [...files], bindings, stars: whole.stars };
}

function declares(base: CodeBase, module: string | null, name: string): boolean {
  const facts = module === null ? undefined : base.sources.get(module);
  return facts?.declarations.some((declaration) => declaration.name === name) ?? false;
}

function external(base: CodeBase, file: string, fact: ImportFact): ImportResolution {
  const top = fact.specifier.split('.')[0] ?? '';
  const wanted = normalised(DISTRIBUTIONS.get(top) ?? top);
  const name = manifestsAbove(base, file, 'pypi')
    .flatMap(({ dependencies }) => dependencies)
    .find((dependency) => normalised(dependency) === wanted);
  return name === undefined ? UNRESOLVED : { ...UNRESOLVED, dependency: { ecosystem: 'pypi', name } };
}

function normalised(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
