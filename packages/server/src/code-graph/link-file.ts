import { graphNodeId } from '@inkling/engine/building-blocks';
import type { GraphEdgeInput, GraphNodeInput } from '@inkling/engine/types';
import type { DecisionFacts, Declaration, FileFacts, LanguageName, ManifestFacts, SourceFacts } from './file-facts.ts';
import type { FileGraph, GraphPlace } from './graph-facts.ts';
import { type CodeBase, type DependencyRef, directoryOf } from './resolve/code-base.ts';
import type { NameResolver } from './resolve/resolve-names.ts';
import { isTestFile, stemOf, testedStem } from './test-file.ts';

/** A node, wherever it is written. */
type CodeNode = Omit<GraphNodeInput, 'projectId'>;

/** The graph of one file while it is made: without repetition, in the order things were found. */
interface Collected extends FileGraph {
  readonly place: GraphPlace;
  readonly nodes: Map<string, GraphNodeInput>;
  readonly edges: Map<string, GraphEdgeInput>;
}

/** What one file gives to the graph; nothing when it has no facts, or such that are only about others. */
export function linkFile(
  place: GraphPlace,
  base: CodeBase,
  names: NameResolver,
  path: string,
  facts: FileFacts | undefined,
): FileGraph {
  const collected: Collected = { place, path, nodes: new Map(), edges: new Map() };
  if (facts?.kind === 'source') linkSource(collected, base, names, facts);
  else if (facts?.kind === 'manifest') linkManifest(collected, base, facts);
  else if (facts?.kind === 'decision') linkDecision(collected, base, facts);
  return collected;
}

function linkSource(collected: Collected, base: CodeBase, names: NameResolver, facts: SourceFacts): void {
  const file = collected.path;
  const module = moduleNode(file, facts);
  addNode(collected, module);
  for (const declaration of facts.declarations) {
    const node = declarationNode(file, declaration, facts.language);
    addNode(collected, node);
    addEdge(collected, module, 'declares', node);
  }
  if (facts.language === 'go') joinPackage(collected, base, module);
  linkImports(collected, base, names, module);
  linkRelations(collected, base, names, module, facts);
}

/** A manifest gives itself, and what it depends on. A package of the same repository is its manifest. */
function linkManifest(collected: Collected, base: CodeBase, facts: ManifestFacts): void {
  const manifest = manifestNode(collected.path, facts);
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
}

/** A decision record gives itself, and the files that it speaks of. */
function linkDecision(collected: Collected, base: CodeBase, facts: DecisionFacts): void {
  const decision = decisionNode(collected.path, facts);
  addNode(collected, decision);
  for (const mention of facts.mentions) {
    const source = base.sources.get(mention);
    if (source) addEdge(collected, decision, 'concerns', moduleNode(mention, source));
  }
}

/** A package of Go is its directory: it is what others import. Every file of it declares it. */
function joinPackage(collected: Collected, base: CodeBase, module: CodeNode): void {
  const node = packageNode(base, directoryOf(collected.path));
  addNode(collected, node);
  addEdge(collected, node, 'declares', module);
}

function linkImports(collected: Collected, base: CodeBase, names: NameResolver, module: CodeNode): void {
  const file = collected.path;
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
  module: CodeNode,
  facts: SourceFacts,
): void {
  const file = collected.path;
  for (const { from, name, to } of facts.relations) {
    const target = names.declaration(file, to);
    // What refers to itself says nothing.
    if (!target || (target.file === file && target.name === from)) continue;
    const source = from === '' ? module : declarationAt(base, file, from);
    const node = declarationAt(base, target.file, target.name);
    if (source && node) addEdge(collected, source, name, node);
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

function addNode(collected: Collected, node: CodeNode): void {
  collected.nodes.set(idOf(collected, node), { ...node, projectId: collected.place.projectId });
}

function addEdge(collected: Collected, source: CodeNode, relationshipName: string, target: CodeNode): void {
  const [sourceId, targetId] = [idOf(collected, source), idOf(collected, target)];
  const edge = { sourceId, relationshipName, targetId, sourceFile: collected.path };
  collected.edges.set(`${sourceId} ${relationshipName} ${targetId}`, edge);
}

function idOf({ place: { orgId, projectId } }: Collected, node: CodeNode): string {
  return graphNodeId(orgId, { ...node, projectId });
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

function manifestNode(file: string, { ecosystem, name }: ManifestFacts): CodeNode {
  const metadata = { paths: [file], ecosystem, package: name };
  return { type: 'Config', name: file, qualifiedName: '', importance: IMPORTANCE.module, metadata };
}

function decisionNode(file: string, { title, status }: DecisionFacts): CodeNode {
  return {
    type: 'Decision',
    name: title,
    qualifiedName: file,
    importance: IMPORTANCE.decision,
    metadata: { paths: [file], status },
  };
}
