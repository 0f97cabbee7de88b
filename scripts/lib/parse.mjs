import { parseSync } from 'oxc-parser';

/** Parses TypeScript or JavaScript. Throws on a syntax error, so that no gate passes on a file it could not read. */
export function parse(path, text) {
  const parsed = parseSync(path, text, { sourceType: 'module' });
  const [error] = parsed.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return parsed;
}

/** Calls `visit` for each node of a syntax tree, parents first. */
export function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') visit(node);
  for (const key of Object.keys(node)) {
    if (key !== 'parent') walk(node[key], visit);
  }
}

/** The 1-based line of an offset. */
export function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length;
}
