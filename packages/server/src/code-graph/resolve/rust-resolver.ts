import type { ImportFact } from '../file-facts.ts';
import {
  type CodeBase,
  directoryOf,
  type ImportResolution,
  type ImportResolver,
  joinPath,
  manifestsAbove,
  type NameTarget,
  UNRESOLVED,
} from './code-base.ts';

/** A module's file, and what of a path is left below it. */
interface ModulePlace {
  readonly file: string;
  readonly rest: readonly string[];
}

/** Paths of `use` and `mod` through the files of a crate, and to other crates of the repository. */
export function createRustResolver(base: CodeBase): ImportResolver {
  return {
    resolve(file, fact) {
      const places = fact.bindings.map((binding) => ({
        binding,
        place: findPlace(base, file, pathOf(fact, binding.name)),
      }));
      const found = places.filter(({ place }) => place !== null);
      if (found.length === 0) return external(base, file, fact);
      const bindings = new Map<string, NameTarget>();
      const stars: string[] = [];
      for (const { binding, place } of found) {
        if (place === null) continue;
        if (binding.as === '*') stars.push(place.file);
        else bindings.set(binding.as, { files: [place.file], name: place.rest.join('.') });
      }
      return { files: found.flatMap(({ place }) => (place ? [place.file] : [])), bindings, stars };
    },
  };
}

function pathOf(fact: ImportFact, name: string): string[] {
  return [...fact.specifier.split('::').filter((part) => part !== ''), ...(name === '*' ? [] : [name])];
}

function findPlace(base: CodeBase, file: string, path: readonly string[]): ModulePlace | null {
  const [head = '', ...rest] = path;
  switch (head) {
    case 'mod':
      return exactChild(base, file, rest);
    case 'crate':
      return descend(base, crateRoot(base, file), rest);
    case 'self':
      return descend(base, file, rest);
    case 'super':
      return fromParent(base, file, rest);
    default:
      return fromChildOrCrate(base, file, path);
  }
}

function exactChild(base: CodeBase, file: string, path: readonly string[]): ModulePlace | null {
  const found = childModule(base, file, path[0] ?? '');
  return found === null ? null : { file: found, rest: [] };
}

/** As far down as there are files; what is left are names. */
function descend(base: CodeBase, start: string | null, path: readonly string[]): ModulePlace | null {
  if (start === null) return null;
  let file = start;
  for (const [index, part] of path.entries()) {
    const child = childModule(base, file, part);
    if (child === null) return { file, rest: path.slice(index) };
    file = child;
  }
  return { file, rest: [] };
}

function fromParent(base: CodeBase, file: string, path: readonly string[]): ModulePlace | null {
  const parent = parentModule(base, file);
  if (parent === null) return null;
  return path[0] === 'super' ? fromParent(base, parent, path.slice(1)) : descend(base, parent, path);
}

/** A bare first part is a module of this one, else a crate of the workspace. */
function fromChildOrCrate(base: CodeBase, file: string, path: readonly string[]): ModulePlace | null {
  const [head = '', ...rest] = path;
  if (childModule(base, file, head) !== null) return descend(base, file, path);
  const crate = base.manifests.find(
    ({ ecosystem, name }) => ecosystem === 'cargo' && name.replaceAll('-', '_') === head,
  );
  const root = crate ? joinPath(crate.directory, 'src/lib.rs') : null;
  return root !== null && base.sources.has(root) ? descend(base, root, rest) : null;
}

/** Where the modules of a file are: beside it for a root or `mod.rs`, else in the directory of its name. */
function moduleDirectory(base: CodeBase, file: string): string {
  const directory = directoryOf(file);
  const name = file.slice(directory === '' ? 0 : directory.length + 1, -'.rs'.length);
  return name === 'mod' || isCrateRoot(base, file) ? directory : (joinPath(directory, name) ?? directory);
}

function childModule(base: CodeBase, file: string, name: string): string | null {
  const directory = moduleDirectory(base, file);
  const places = [joinPath(directory, `${name}.rs`), joinPath(directory, name, 'mod.rs')];
  return places.find((place) => place !== null && place !== file && base.sources.has(place)) ?? null;
}

function parentModule(base: CodeBase, file: string): string | null {
  if (isCrateRoot(base, file)) return null;
  const directory = directoryOf(file);
  const above = file.endsWith('/mod.rs') ? directoryOf(directory) : directory;
  const places = [joinPath(above, 'mod.rs'), `${above}.rs`, joinPath(above, 'lib.rs'), joinPath(above, 'main.rs')];
  return places.find((place) => place !== null && base.sources.has(place)) ?? null;
}

/** Libraries and programs, and each file directly in the directories of tests, examples, benchmarks and further programs. */
function isCrateRoot(base: CodeBase, file: string): boolean {
  const crate = manifestsAbove(base, file, 'cargo')[0];
  const inside = crate && crate.directory !== '' ? file.slice(crate.directory.length + 1) : file;
  return /^(src\/(lib|main)\.rs|(src\/bin|tests|examples|benches)\/[^/]+\.rs|build\.rs)$/.test(inside);
}

function crateRoot(base: CodeBase, file: string): string | null {
  if (isCrateRoot(base, file)) return file;
  const directory = manifestsAbove(base, file, 'cargo')[0]?.directory ?? '';
  const places = [joinPath(directory, 'src/lib.rs'), joinPath(directory, 'src/main.rs')];
  return places.find((place) => place !== null && base.sources.has(place)) ?? null;
}

function external(base: CodeBase, file: string, fact: ImportFact): ImportResolution {
  const head = pathOf(fact, fact.bindings[0]?.name ?? '*')[0] ?? '';
  const name = manifestsAbove(base, file, 'cargo')
    .flatMap(({ dependencies }) => dependencies)
    .find((dependency) => dependency.replaceAll('-', '_') === head);
  return name === undefined ? UNRESOLVED : { ...UNRESOLVED, dependency: { ecosystem: 'cargo', name } };
}
