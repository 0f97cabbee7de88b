import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a directory as `Map<path, bytes>`, modes included; `leftOut` names paths that are not looked into. */
export function snapshotTree(directory, leftOut = [], under = '') {
  const files = new Map();
  for (const name of readdirSync(join(directory, under)).toSorted()) {
    const path = under === '' ? name : `${under}/${name}`;
    if (leftOut.includes(path)) continue;
    const absolute = join(directory, path);
    const status = lstatSync(absolute);
    if (status.isDirectory()) {
      files.set(`${path}/`, 'a directory');
      for (const [inner, bytes] of snapshotTree(directory, leftOut, path)) files.set(inner, bytes);
    } else {
      const content = status.isSymbolicLink() ? readlinkSync(absolute) : readFileSync(absolute).toString('base64');
      files.set(path, `${(status.mode & 0o777).toString(8)} ${content}`);
    }
  }
  return files;
}

/** What differs between two snapshots, one sentence each. */
export function treeDifferences(before, after) {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => `${path} is gone`);
  const fresh = [...after.keys()].filter((path) => !before.has(path)).map((path) => `${path} was left behind`);
  const changed = [...before]
    .filter(([path, bytes]) => after.has(path) && after.get(path) !== bytes)
    .map(([path]) => `${path} differs`);
  return [...gone, ...fresh, ...changed];
}
