import { readText } from './files.mjs';

/** The two packages that are published, in the order in which they are built. */
export const PUBLISHED = ['packages/engine', 'packages/server'];

/** A package's manifest. */
export function manifestOf(directory) {
  return JSON.parse(readText(`${directory}/package.json`));
}

/** The TypeScript sources of a package's public entries: `{ subpath, source }`, assets left out. */
export function publicEntries(directory) {
  const { exports = {} } = manifestOf(directory);
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([subpath, target]) => ({
      subpath,
      source: `${directory}/${target.default.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')}`,
    }));
}
