import type { ImportFact } from '../file-facts.ts';
import {
  type CodeBase,
  directoryOf,
  type ImportResolution,
  type ImportResolver,
  joinPath,
  resolutionOf,
  UNRESOLVED,
} from './code-base.ts';

/** Import paths below the path of a module of this repository are its directories; a package is read as a whole. */
export function createGoResolver(base: CodeBase): ImportResolver {
  const modules = base.manifests
    .filter(({ ecosystem, name }) => ecosystem === 'go' && name !== '')
    .toSorted((a, b) => b.name.length - a.name.length);
  return {
    resolve(_file, fact) {
      const module = modules.find(({ name }) => isBelow(fact.specifier, name));
      if (!module) return external(base, fact);
      const directory = joinPath(module.directory, fact.specifier.slice(module.name.length + 1));
      const files = directory === null ? [] : packageFiles(base, directory);
      if (directory === null || files.length === 0) return UNRESOLVED;
      return { ...resolutionOf(files, fact), files: [], packageDirectory: directory };
    },
    visible: (file) => samePackage(base, file),
  };
}

/** The files of a Go package that others see. */
function packageFiles(base: CodeBase, directory: string): string[] {
  return (base.directories.get(directory) ?? []).filter(
    (file) => base.sources.get(file)?.language === 'go' && !file.endsWith('_test.go'),
  );
}

function samePackage(base: CodeBase, file: string): string[] {
  const namespace = base.sources.get(file)?.namespace;
  return (base.directories.get(directoryOf(file)) ?? []).filter((other) => {
    const facts = base.sources.get(other);
    return other !== file && facts?.language === 'go' && facts.namespace === namespace;
  });
}

function isBelow(specifier: string, module: string): boolean {
  return specifier === module || specifier.startsWith(`${module}/`);
}

function external(base: CodeBase, fact: ImportFact): ImportResolution {
  const name = base.manifests
    .filter(({ ecosystem }) => ecosystem === 'go')
    .flatMap(({ dependencies }) => dependencies)
    .filter((dependency) => isBelow(fact.specifier, dependency))
    .toSorted((a, b) => b.length - a.length)[0];
  return name === undefined ? UNRESOLVED : { ...UNRESOLVED, dependency: { ecosystem: 'go', name } };
}
