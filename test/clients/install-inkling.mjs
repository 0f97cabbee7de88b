import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED } from '../../scripts/lib/packages.mjs';
import { runAsideOrThrow } from '../../scripts/lib/run.mjs';
import { twoAtATime } from '../../scripts/lib/two-at-a-time.mjs';
import { packPackage } from '../../scripts/pack/pack-package.mjs';

/** Packs both packages as npm would publish them and installs them into a folder. */
export async function installInkling(folder) {
  mkdirSync(folder, { recursive: true });
  const packed = await twoAtATime(PUBLISHED, (directory) => packPackage(directory, folder));
  const tarballs = packed.map(({ tarball }) => tarball);
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty-project", "private": true }\n');
  await runAsideOrThrow('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
}
