import type { Declaration, DecisionFacts, LanguageName, ManifestFacts, SourceFacts } from './file-facts.ts';
import type { CodeNode } from './graph-facts.ts';
import type { CodeBase } from './resolve/code-base.ts';
import type { DependencyRef } from './resolve/resolution.ts';
import { isTestFile } from './test-file.ts';

// What others build on says more about a repository than what is local to a file. The store's neutral value is 0.5.
const IMPORTANCE = { decision: 0.8, public: 0.6, module: 0.5, dependency: 0.4, local: 0.3, test: 0.2 } as const;

/** A source file. Its path says all. */
export function moduleNode(file: string, { language }: SourceFacts): CodeNode {
  const importance = isTestFile(file) ? IMPORTANCE.test : IMPORTANCE.module;
  return { type: 'Module', name: file, qualifiedName: '', importance, metadata: { paths: [file], language } };
}

/** A directory that is imported as a whole, with its import path when a manifest names one. */
export function packageNode(base: CodeBase, directory: string): CodeNode {
  const module = base.manifests
    .filter(
      (found) =>
        found.ecosystem === 'go' && (found.directory === '' || `${directory}/`.startsWith(`${found.directory}/`)),
    )
    .toSorted((a, b) => b.directory.length - a.directory.length)[0];
  const inside = module ? directory.slice(module.directory.length).replace(/^\//, '') : directory;
  const importPath = [module?.name ?? '', inside].filter((part) => part !== '').join('/');
  const metadata = { paths: base.directories.get(directory)?.slice(0, MAX_PATHS) ?? [], language: 'go', importPath };
  return {
    type: 'Module',
    name: directory === '' ? '.' : directory,
    qualifiedName: '',
    importance: IMPORTANCE.module,
    metadata,
  };
}

// A node's metadata has a bound in the store, and a directory may hold thousands of files.
const MAX_PATHS = 20;

/** Something that a file declares. */
export function declarationNode(
  file: string,
  { name, type, line, exported }: Declaration,
  language: LanguageName,
): CodeNode {
  const importance = isTestFile(file) ? IMPORTANCE.test : exported ? IMPORTANCE.public : IMPORTANCE.local;
  return {
    type,
    name,
    qualifiedName: `${file}#${name}`,
    importance,
    metadata: { paths: [file], line, language, exported },
  };
}

/** A package from outside. The same name in two ecosystems is two packages. */
export function dependencyNode({ ecosystem, name }: DependencyRef): CodeNode {
  const qualifiedName = `${ecosystem}:${name}`;
  return { type: 'Dependency', name, qualifiedName, importance: IMPORTANCE.dependency, metadata: { ecosystem } };
}

/** A manifest. */
export function manifestNode(file: string, { ecosystem, name }: ManifestFacts): CodeNode {
  const metadata = { paths: [file], ecosystem, package: name };
  return { type: 'Config', name: file, qualifiedName: '', importance: IMPORTANCE.module, metadata };
}

/** A decision record, by its title. */
export function decisionNode(file: string, { title, status }: DecisionFacts): CodeNode {
  return {
    type: 'Decision',
    name: title,
    qualifiedName: file,
    importance: IMPORTANCE.decision,
    metadata: { paths: [file], status },
  };
}
