import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from '../../../../scripts/lib/run.mjs';

/** What npm said last about why it failed. */
function reasonIn(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error') && line.trim() !== 'npm error');
  return lines.slice(0, 3).join(' ') || output.trim().split('\n').at(-1) || 'npm said nothing';
}

/**
 * Adds packages to a folder and answers what requires them; throws with npm's reason when that fails, and the folder is as before.
 * Install scripts run: one of them compiles SQLite where no binary can be had, which takes minutes.
 */
export function installPackages(folder, packages) {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const { status, stdout, stderr } = run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps', ...packages],
    { cwd: folder, capture: true },
  );
  if (status !== 0) throw new Error(reasonIn(`${stdout}\n${stderr}`));
  return createRequire(manifest);
}
