import type { ImportFact } from '../file-facts.ts';
import {
  type CodeBase,
  type ImportResolution,
  type ImportResolver,
  manifestsAbove,
  resolutionOf,
  UNRESOLVED,
} from './code-base.ts';

/** Imports of classes, of their members, and of whole packages. */
export function createJavaResolver(base: CodeBase): ImportResolver {
  const names = collectNames(base);
  return {
    resolve: (file, fact) => resolve(names, fact) ?? external(base, file, fact),
    visible: (file) =>
      (names.packages.get(base.sources.get(file)?.namespace ?? '') ?? []).filter((other) => other !== file),
  };
}

/** Java's names by package, whatever directory the files are in. */
function collectNames(base: CodeBase) {
  // The file of each class and its name there, by package and name.
  const classes = new Map<string, { file: string; name: string }>();
  const packages = new Map<string, string[]>();
  for (const [file, { language, namespace, declarations }] of base.sources) {
    if (language !== 'java') continue;
    const files = packages.get(namespace) ?? [];
    files.push(file);
    packages.set(namespace, files);
    for (const { name } of declarations) {
      if (!classes.has(`${namespace}.${name}`)) classes.set(`${namespace}.${name}`, { file, name });
    }
  }
  return { classes, packages };
}

function resolve(names: ReturnType<typeof collectNames>, fact: ImportFact): ImportResolution | null {
  const [binding] = fact.bindings;
  const ofPackage = names.packages.get(fact.specifier);
  // Which classes of a package a file uses is not in `import package.*`: the names are found, no file is said to be imported.
  if (binding?.as === '*' && ofPackage) return { files: [], bindings: new Map(), stars: ofPackage };
  const written = binding && binding.as !== '*' ? `${fact.specifier}.${binding.name}` : fact.specifier;
  for (let path = written; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const found = names.classes.get(path);
    // A member of a class stands for its class.
    if (found)
      return resolutionOf([found.file], {
        ...fact,
        bindings: [{ name: found.name, as: written.split('.').at(-1) ?? '' }],
      });
  }
  return null;
}

/** A manifest names groups, an import packages. Where one group alone begins the package's name, it is that one. */
function external(base: CodeBase, file: string, fact: ImportFact): ImportResolution {
  const found = manifestsAbove(base, file, 'maven')
    .flatMap(({ dependencies }) => dependencies)
    .filter((dependency) => `${fact.specifier}.`.startsWith(`${dependency.split(':')[0]}.`));
  const [name] = found;
  return name !== undefined && new Set(found).size === 1
    ? { ...UNRESOLVED, dependency: { ecosystem: 'maven', name } }
    : UNRESOLVED;
}
