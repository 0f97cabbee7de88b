import type { DecisionFacts, Declaration, LanguageName, ManifestFacts, SourceFacts } from './file-facts.ts';
import type { CodeEdge, CodeNode, CodeNodeIdentity, FileGraph } from './graph-facts.ts';
import { type CodeBase, type DependencyRef, directoryOf } from './resolve/code-base.ts';
import type { NameResolver } from './resolve/resolve-names.ts';
import { isTestFile, stemOf, testedStem } from './test-file.ts';

/** Nodes and edges of one file, without repetition, in the order they were found. */
interface Collected {
  readonly nodes: Map<string, CodeNode>;
  readonly edges: Map<string, CodeEdge>;
}

/** What one source file gives to the graph. */
export function linkSource(base: CodeBase, names: NameResolver, file: string, facts: SourceFacts): FileGraph {
  const collected: Collected = { nodes: new Map(), edges: new Map() };
  const module = moduleNode(file, facts);
  addNode(collected, module);
  for (const declaration of facts.declarations) {
    const node = declarationNode(file, declaration, facts.language);
    addNode(collected, node);
    addEdge(collected, module, 'declares', node);
  }
  if (facts.language === 'go') joinPackage(collected, base, file, module);
  linkImports(collected, base, names, file, module);
  linkRelations(collected, base, names, file, facts);
  return graphOf(file, collected);
}

/** What a manifest gives: itself, and what it depends on. A package of the same repository is its manifest. */
export function linkManifest(base: CodeBase, file: string, facts: ManifestFacts): FileGraph {
  const collected: Collected = { nodes: new Map(), edges: new Map() };
  const manifest = manifestNode(file, facts);
  addNode(collected, manifest);
  for (const name of facts.dependencies) {
    const own = base.manifests.find((other) => other.ecosystem === facts.ecosystem && other.name === name);
    if (own) {
      addEdge(collected, manifest, 'depends_on', manifestNode(own.path, own));
      continue;
    }
    const dependency = dependencyNode({ ecosystem: facts.ecosystem, name });
    addNode(collected, dependency);
    addEdge(collected, manifest, 'depends_on', dependency);
  }
  return graphOf(file, collected);
}

/** What a decision record gives: itself, and the files that it speaks of. */
export function linkDecision(base: CodeBase, file: string, facts: DecisionFacts): FileGraph {
  const collected: Collected = { nodes: new Map(), edges: new Map() };
  const decision = decisionNode(file, facts);
  addNode(collected, decision);
  for (const mention of facts.mentions) {
    const source = base.sources.get(mention);
    if (source) addEdge(collected, decision, 'concerns', moduleNode(mention, source));
  }
  return graphOf(file, collected);
}

function graphOf(path: string, { nodes, edges }: Collected): FileGraph {
  return { path, nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** A package of Go is its directory: it is what others import. Every file of it declares it. */
function joinPackage(collected: Collected, base: CodeBase, file: string, module: CodeNode): void {
  const node = packageNode(base, directoryOf(file));
  addNode(collected, node);
  addEdge(collected, node, 'declares', module);
}

function linkImports(collected: Collected, base: CodeBase, names: NameResolver, file: string, module: CodeNode): void {
  const imported: string[] = [];
  for (const resolution of names.imports(file)) {
    imported.push(...resolution.files.filter((target) => target !== file));
    if (resolution.packageDirectory !== undefined) {
      addEdge(collected, module, 'imports', packageNode(base, resolution.packageDirectory));
    }
    if (resolution.dependency) addEdge(collected, module, 'depends_on', dependencyNode(resolution.dependency));
  }
  for (const target of imported) addEdge(collected, module, 'imports', moduleAt(base, target));
  if (!isTestFile(file)) return;
  for (const target of testedFiles(base, file, imported, names.visible(file)))
    addEdge(collected, module, 'tests', moduleAt(base, target));
}

/** The file that a test is named after, when it imports it, stands beside it or is of its package; else all code that it imports. */
function testedFiles(
  base: CodeBase,
  file: string,
  imported: readonly string[],
  visible: readonly string[],
): readonly string[] {
  const code = imported.filter((target) => !isTestFile(target));
  const beside = base.directories.get(directoryOf(file)) ?? [];
  const [stem, language] = [testedStem(file), base.sources.get(file)?.language];
  const named = [...code, ...beside, ...visible].filter(
    (target) => !isTestFile(target) && stemOf(target) === stem && base.sources.get(target)?.language === language,
  );
  return named.length > 0 ? named : code;
}

function linkRelations(
  collected: Collected,
  base: CodeBase,
  names: NameResolver,
  file: string,
  facts: SourceFacts,
): void {
  const module = moduleNode(file, facts);
  for (const { from, name, to } of facts.relations) {
    const target = names.declaration(file, to);
    if (!target) continue;
    const source = from === '' ? module : declarationAt(base, file, from);
    const node = declarationAt(base, target.file, target.name);
    if (source && node && !isSame(source, node)) addEdge(collected, source, name, node);
  }
}

function moduleAt(base: CodeBase, file: string): CodeNode {
  const facts = base.sources.get(file);
  if (!facts) throw new Error(`no facts of ${file}`);
  return moduleNode(file, facts);
}

function declarationAt(base: CodeBase, file: string, name: string): CodeNode | null {
  const facts = base.sources.get(file);
  const declaration = facts?.declarations.find((candidate) => candidate.name === name);
  return facts && declaration ? declarationNode(file, declaration, facts.language) : null;
}

function addNode({ nodes }: Collected, node: CodeNode): void {
  nodes.set(identityOf(node), node);
}

function addEdge({ edges }: Collected, source: CodeNode, relationship: string, target: CodeNode): void {
  edges.set(JSON.stringify([identityOf(source), relationship, identityOf(target)]), { source, relationship, target });
}

function isSame(a: CodeNodeIdentity, b: CodeNodeIdentity): boolean {
  return identityOf(a) === identityOf(b);
}

function identityOf({ type, name, qualifiedName }: CodeNodeIdentity): string {
  return JSON.stringify([type, name, qualifiedName]);
}

// What others build on says more about a repository than what is local to a file. The store's neutral value is 0.5.
const IMPORTANCE = { decision: 0.8, public: 0.6, module: 0.5, dependency: 0.4, local: 0.3, test: 0.2 } as const;

/** A source file. Its path says all. */
function moduleNode(file: string, { language }: SourceFacts): CodeNode {
  const importance = isTestFile(file) ? IMPORTANCE.test : IMPORTANCE.module;
  return { type: 'Module', name: file, qualifiedName: '', importance, metadata: { paths: [file], language } };
}

/** A directory that is imported as a whole, with its import path when a manifest names one. */
function packageNode(base: CodeBase, directory: string): CodeNode {
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
function declarationNode(file: string, { name, type, line, exported }: Declaration, language: LanguageName): CodeNode {
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
function dependencyNode({ ecosystem, name }: DependencyRef): CodeNode {
  const qualifiedName = `${ecosystem}:${name}`;
  return { type: 'Dependency', name, qualifiedName, importance: IMPORTANCE.dependency, metadata: { ecosystem } };
}

/** A manifest. */
function manifestNode(file: string, { ecosystem, name }: ManifestFacts): CodeNode {
  const metadata = { paths: [file], ecosystem, package: name };
  return { type: 'Config', name: file, qualifiedName: '', importance: IMPORTANCE.module, metadata };
}

/** A decision record, by its title. */
function decisionNode(file: string, { title, status }: DecisionFacts): CodeNode {
  return {
    type: 'Decision',
    name: title,
    qualifiedName: file,
    importance: IMPORTANCE.decision,
    metadata: { paths: [file], status },
  };
}
