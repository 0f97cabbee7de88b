import type { LanguageName } from '../file-facts.ts';
import type { CodeBase, ImportResolution, ImportResolver, NameTarget } from './code-base.ts';
import { createGoResolver } from './go-resolver.ts';
import { createJavaResolver } from './java-resolver.ts';
import { createPythonResolver } from './python-resolver.ts';
import { createRustResolver } from './rust-resolver.ts';
import { createTypescriptResolver } from './typescript-resolver.ts';

export interface DeclaredName {
  readonly file: string;
  readonly name: string;
}

/** Finds what imports and names of files stand for. */
export interface NameResolver {
  /** What each import of a file leads to, in the order of its facts. */
  imports(file: string): readonly ImportResolution[];
  /** Files whose names a file sees without an import. */
  visible(file: string): readonly string[];
  /** The declaration that a name, or names joined by points, stands for in a file; null = none that is known. */
  declaration(file: string, reference: string): DeclaredName | null;
}

export function createNameResolver(base: CodeBase): NameResolver {
  const resolvers: Record<LanguageName, ImportResolver> = {
    typescript: createTypescriptResolver(base),
    python: createPythonResolver(base),
    go: createGoResolver(base),
    rust: createRustResolver(base),
    java: createJavaResolver(base),
  };
  const scopes = new Map<string, Scope>();
  const scopeOf = (file: string): Scope => {
    const found = scopes.get(file) ?? createScope(base, resolvers, file);
    scopes.set(file, found);
    return found;
  };
  return {
    imports: (file) => scopeOf(file).imports,
    visible: (file) => scopeOf(file).visible,
    declaration: (file, reference) => findReference(scopeOf, file, reference),
  };
}

interface Scope {
  readonly file: string;
  readonly declared: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly imports: readonly ImportResolution[];
  readonly bindings: ReadonlyMap<string, NameTarget>;
  readonly stars: readonly string[];
  /** Of the bindings and stars, those that others can import from here. */
  readonly offered: ReadonlyMap<string, NameTarget>;
  readonly offeredStars: readonly string[];
  readonly visible: readonly string[];
}

type ScopeOf = (file: string) => Scope;

function createScope(base: CodeBase, resolvers: Record<LanguageName, ImportResolver>, file: string): Scope {
  const facts = base.sources.get(file);
  const resolver = facts ? resolvers[facts.language] : undefined;
  const imports = facts?.imports.map((fact) => resolver?.resolve(file, fact)) ?? [];
  const resolved = imports.filter((found): found is ImportResolution => found !== undefined);
  const offered = resolved.filter((_found, index) => facts?.imports[index]?.reexport);
  return {
    file,
    declared: new Set(facts?.declarations.map(({ name }) => name)),
    aliases: new Map(facts?.aliases.map(({ as, name }) => [as, name])),
    imports: resolved,
    bindings: new Map(resolved.flatMap(({ bindings }) => [...bindings])),
    stars: resolved.flatMap(({ stars }) => stars),
    offered: new Map(offered.flatMap(({ bindings }) => [...bindings])),
    offeredStars: offered.flatMap(({ stars }) => stars),
    visible: resolver?.visible?.(file) ?? [],
  };
}

/** In a file itself everything it declares and imports is known by its name. */
function findReference(scopeOf: ScopeOf, file: string, reference: string): DeclaredName | null {
  const scope = scopeOf(file);
  const own = longestDeclared(scope, reference);
  if (own !== null) return { file, name: own };
  const seen = new Set<string>();
  // The longest prefix first: Python's `import a.b` binds the dotted name.
  for (const [head, rest] of splits(reference)) {
    const target = scope.bindings.get(head);
    if (target) return findTarget(scopeOf, target, rest, seen);
  }
  for (const other of [...scope.visible, ...scope.stars]) {
    const found = findOffered(scopeOf, other, reference, seen);
    if (found) return found;
  }
  return null;
}

function findTarget(scopeOf: ScopeOf, target: NameTarget, rest: string, seen: Set<string>): DeclaredName | null {
  const wanted = [target.name, rest].filter((part) => part !== '').join('.');
  if (wanted === '') return null;
  for (const file of target.files) {
    const found = findOffered(scopeOf, file, wanted, seen);
    if (found) return found;
  }
  return null;
}

/** What a file offers to others under a name: its declarations, and what it passes on. Modules may pass on in a circle. */
function findOffered(scopeOf: ScopeOf, file: string, name: string, seen: Set<string>): DeclaredName | null {
  const key = `${file}\0${name}`;
  if (seen.has(key)) return null;
  seen.add(key);
  const scope = scopeOf(file);
  const own = longestDeclared(scope, name);
  if (own !== null) return { file, name: own };
  for (const [head, rest] of splits(name)) {
    const alias = scope.aliases.get(head);
    if (alias !== undefined && alias !== head) return findReference(scopeOf, file, joined(alias, rest));
    const target = scope.offered.get(head) ?? (alias === undefined ? undefined : scope.bindings.get(head));
    if (target) return findTarget(scopeOf, target, rest, seen);
  }
  for (const other of scope.offeredStars) {
    const found = findOffered(scopeOf, other, name, seen);
    if (found) return found;
  }
  return null;
}

/** The longest beginning of a reference that the file declares: what follows is a member. */
function longestDeclared(scope: Scope, reference: string): string | null {
  return splits(reference).find(([head]) => scope.declared.has(head))?.[0] ?? null;
}

/** Every way to part a dotted name in a head and a rest, the longest head first. */
function splits(reference: string): [head: string, rest: string][] {
  const parts = reference.split('.');
  return parts.map((_part, index) => {
    const end = parts.length - index;
    return [parts.slice(0, end).join('.'), parts.slice(end).join('.')];
  });
}

function joined(head: string, rest: string): string {
  return rest === '' ? head : `${head}.${rest}`;
}
