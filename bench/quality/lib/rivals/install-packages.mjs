import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from '../../../../scripts/lib/run.mjs';

/** What npm said last about why it failed. */
function reasonIn(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error') && line.trim() !== 'npm error');
  return lines.slice(0, 3).join(' ') || output.trim().split('\n').at(-1) || 'npm said nothing';
}

function isThere(folder, wanted) {
  const at = wanted.lastIndexOf('@');
  const manifest = join(folder, 'node_modules', wanted.slice(0, at), 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted.slice(at + 1);
}

/**
 * Adds exact versions of packages to a folder, unless they are there, and answers what requires them; throws with npm's reason when that fails, and the folder is as before.
 * Install scripts run: one of them compiles SQLite where no binary can be had, which takes minutes.
 */
export function installPackages(folder, packages) {
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (packages.every((each) => isThere(folder, each))) return createRequire(manifest);
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const { status, stdout, stderr } = run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps', ...packages],
    { cwd: folder, capture: true },
  );
  if (status !== 0) throw new Error(reasonIn(`${stdout}\n${stderr}`));
  return createRequire(manifest);
}
