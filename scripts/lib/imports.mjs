import { posix } from 'node:path';
import { parse, walk } from './parse.mjs';

/**
 * Every import of a file: static, re-export, dynamic, `import('…')` types and `new URL('./x', import.meta.url)` (worker entries).
 * `typeOnly` is true when nothing of it is left at run time.
 */
export function importsOf(path, text) {
  const { program } = parse(path, text);
  const found = [];
  walk(program, (node) => {
    const source = moduleSpecifier(node);
    if (source !== null) found.push({ specifier: source, typeOnly: isTypeOnly(node), start: node.start });
  });
  return found;
}

function moduleSpecifier(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node.source ?? node.argument);
    case 'NewExpression':
      return node.callee.name === 'URL' && isImportMetaUrl(node.arguments[1]) ? literal(node.arguments[0]) : null;
    default:
      return null;
  }
}

function literal(node) {
  const value = node?.type === 'TSLiteralType' ? node.literal?.value : node?.value;
  return typeof value === 'string' ? value : null;
}

function isImportMetaUrl(node) {
  return node?.type === 'MemberExpression' && node.object.type === 'MetaProperty' && node.property.name === 'url';
}

function isTypeOnly(node) {
  if (node.type === 'TSImportType') return true;
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

/** Where a relative import leads, as a path of the workspace; null for a package or a Node built-in. */
export function resolveRelative(fromPath, specifier) {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(posix.dirname(fromPath), specifier)).replace(/(^|\/)src\/(.*)\.js$/, '$1src/$2.ts');
}
