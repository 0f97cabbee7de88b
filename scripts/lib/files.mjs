import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const NEVER = new Set(['node_modules', '.git', 'coverage', '.inkling', 'results']);
const WRITTEN_BY_TOOLS = new Set([...NEVER, 'dist', 'generated']);

/** Every file of the workspace that people wrote, as sorted paths relative to the root with `/` between segments. */
export function listFiles(under = '.', ignored = WRITTEN_BY_TOOLS) {
  const entries = readdirSync(join(root, under), { withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const path = under === '.' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(path, ignored);
    return entry.isFile() ? [path] : [];
  });
  return paths.toSorted();
}

/** Every file below a package's dist. */
export function listBuiltFiles(directory) {
  return existsSync(join(root, directory, 'dist')) ? listFiles(`${directory}/dist`, NEVER) : [];
}

/** The text of a file of the workspace. */
export function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** The workspace's TypeScript and JavaScript as `Map<path, text>`; generated modules only when asked for. */
export function readSources(under = '.', { generated = false } = {}) {
  const paths = listFiles(under, generated ? NEVER : WRITTEN_BY_TOOLS).filter((path) =>
    /\.(tsx?|mts|mjs|js)$/.test(path),
  );
  return new Map(paths.map((path) => [path, readText(path)]));
}
