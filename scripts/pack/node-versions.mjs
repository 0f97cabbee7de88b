import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/run.mjs';

/** The Node majors that the packed packages are run on: the floor of `engines` and the recommended one. */
export const NODE_MAJORS = [20, 24];

const versionOf = (path) => run(path, ['--version'], { capture: true }).stdout.trim();

/** Path and version of a Node of that major: the running one, or the `node` package from the registry. Throws without it. */
export function provideNode(major, folder) {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath, version: process.versions.node };
  const home = join(folder, `node-${major}`);
  const path = join(home, 'node_modules/node/bin/node');
  if (!existsSync(path)) installNode(major, home);
  const version = versionOf(path);
  if (!version.startsWith(`v${major}.`)) throw new Error(`node@${major} was installed but does not run`);
  return { path, version: version.slice(1) };
}

function installNode(major, home) {
  mkdirSync(home, { recursive: true });
  // The package is a script that fetches the binary. npm 11 asks for consent to that; older ones ignore the field.
  writeFileSync(join(home, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  const { status, stdout, stderr } = run('npm', ['install', '--no-save', `node@${major}`], {
    cwd: home,
    capture: true,
  });
  if (status !== 0) throw new Error(`node@${major} could not be installed: ${`${stdout}${stderr}`.trim()}`);
}
