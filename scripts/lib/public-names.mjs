import { resolveRelative } from './imports.mjs';
import { parse } from './parse.mjs';

/**
 * The names that an entry file exports, each with the file that declares it and whether a doc comment stands before the declaration.
 * Follows re-exports. An export-star is refused: a public entry writes every name out.
 */
export function publicNames(entry, sources) {
  return [...exportsOf(entry, sources)].map(([name, target]) => describe(name, target, sources));
}

function describe(name, target, sources) {
  const { path, declared } = followReexports(target, sources);
  const text = sources.get(path) ?? '';
  return { name, path, documented: hasDocComment(text, path, declared) };
}

function followReexports(target, sources) {
  let here = target;
  for (let hops = 0; hops < 10; hops += 1) {
    const next = sources.has(here.path) ? exportsOf(here.path, sources).get(here.declared) : undefined;
    if (!next || (next.path === here.path && next.declared === here.declared)) return here;
    here = next;
  }
  throw new Error(`${target.path}: more than 10 re-exports of ${target.declared}`);
}

function exportsOf(path, sources) {
  const text = sources.get(path);
  if (text === undefined) throw new Error(`${path} is exported from but does not exist`);
  const { program } = parse(path, text);
  const imported = importedNames(path, program);
  const names = new Map();
  for (const node of program.body) {
    if (node.type === 'ExportAllDeclaration') throw new Error(`${path}: export-star hides what is public`);
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const [name, target] of namesOf(node, path, imported)) names.set(name, target);
  }
  return names;
}

function namesOf(node, path, imported) {
  if (node.declaration) return declaredNames(node.declaration).map((name) => [name, { path, declared: name }]);
  return node.specifiers.map(({ local, exported }) => {
    const from = node.source ? resolveRelative(path, node.source.value) : null;
    const target = from
      ? { path: from, declared: local.name }
      : (imported.get(local.name) ?? { path, declared: local.name });
    return [exported.name, target];
  });
}

function declaredNames(declaration) {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => id.name);
  return [declaration.id.name];
}

function importedNames(path, program) {
  const imports = program.body.filter((node) => node.type === 'ImportDeclaration');
  return new Map(
    imports.flatMap((node) => {
      const from = resolveRelative(path, node.source.value);
      if (!from) return [];
      const named = node.specifiers.filter((one) => one.type === 'ImportSpecifier');
      return named.map(({ local, imported }) => [local.name, { path: from, declared: imported.name }]);
    }),
  );
}

function hasDocComment(text, path, name) {
  const { program, comments } = parse(path, text);
  return program.body.some((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    const isIt =
      declaration?.id?.name === name ||
      (declaration?.type === 'VariableDeclaration' && declaredNames(declaration).includes(name));
    return isIt && comments.some((comment) => isDocOf(comment, node, text));
  });
}

function isDocOf(comment, node, text) {
  const isDoc = comment.type === 'Block' && comment.value.startsWith('*');
  return isDoc && comment.end <= node.start && text.slice(comment.end, node.start).trim() === '';
}
