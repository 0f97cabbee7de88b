import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles, readText } from '../lib/files.mjs';
import { root } from '../lib/root.mjs';

const LINK = /\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g;

/** Links between documents and to files of the workspace lead somewhere. */
export function links() {
  const documents = listFiles().filter((path) => path.endsWith('.md'));
  const found = documents.flatMap((path) => [...readText(path).matchAll(LINK)].map(([, target]) => ({ path, target })));
  const problems = found
    .filter(({ path, target }) => !existsSync(join(root, posix.dirname(path), target)))
    .map(({ path, target }) => `${path} links to ${target}, which does not exist`);
  return { saw: found.length, unit: 'links', problems, note: `in ${documents.length} documents` };
}
