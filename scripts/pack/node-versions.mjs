import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { runAside } from '../lib/run.mjs';

/** The Node majors that the packed packages are run on: the floor of `engines` and the recommended one. */
export const NODE_MAJORS = [20, 24];

const provided = new Map();

/** Path and version of a Node of that major: the running one, or the `node` package from the registry, which is kept. Rejects without it. */
export function provideNode(major) {
  if (!provided.has(major)) provided.set(major, findNode(major));
  return provided.get(major);
}

async function findNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath, version: process.versions.node };
  const home = join(root, 'node_modules/.cache', `node-${major}`);
  const path = join(home, 'node_modules/node/bin/node');
  if (!existsSync(path)) await installNode(major, home);
  const { stdout } = await runAside(path, ['--version']);
  const version = stdout.trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`node@${major} was installed but does not run`);
  return { path, version: version.slice(1) };
}

async function installNode(major, home) {
  mkdirSync(home, { recursive: true });
  // The package is a script that fetches the binary. npm 11 asks for consent to that; older ones ignore the field.
  writeFileSync(join(home, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  const { status, stdout, stderr } = await runAside('npm', ['install', '--no-save', `node@${major}`], { cwd: home });
  if (status !== 0) throw new Error(`node@${major} could not be installed: ${`${stdout}${stderr}`.trim()}`);
}
