import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const IGNORED = new Set(['node_modules', 'dist', 'coverage', 'generated', '.git', '.inkling', 'results']);

/** Every file of the workspace that people wrote, as sorted paths relative to the root with `/` between segments. */
export function listFiles(under = '.') {
  const entries = readdirSync(join(root, under), { withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    if (IGNORED.has(entry.name)) return [];
    const path = under === '.' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
  return paths.toSorted();
}

/** The text of a file of the workspace. */
export function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** The workspace's TypeScript and JavaScript as `Map<path, text>`. */
export function readSources(under = '.') {
  const paths = listFiles(under).filter((path) => /\.(ts|mts|mjs|js)$/.test(path));
  return new Map(paths.map((path) => [path, readText(path)]));
}
