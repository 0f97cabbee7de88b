import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED } from '../../scripts/lib/packages.mjs';
import { runOrExit } from '../../scripts/lib/run.mjs';
import { packPackage } from '../../scripts/pack/pack-package.mjs';

/** Packs both packages as npm would publish them and installs them. Returns the path of the `inkling` program. */
export function installInkling(folder) {
  mkdirSync(folder, { recursive: true });
  const tarballs = PUBLISHED.map((directory) => packPackage(directory, folder).tarball);
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty-project", "private": true }\n');
  runOrExit('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: folder, capture: true });
  return join(folder, 'node_modules', 'inkling', 'bin', 'inkling.js');
}
