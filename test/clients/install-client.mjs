import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAside } from '../../scripts/lib/run.mjs';

/** Where clients are kept between runs: 100 to 400 MB each, so outside the repository. */
export const CACHE = process.env.INKLING_CLIENTS_DIR ?? join(tmpdir(), 'inkling-clients');

/** Installs a client from the registry unless the cache has this version. It never fails: not installed is an answer. */
export async function installClient({ agent, package: name, version, bin, afterInstall }) {
  const folder = join(CACHE, `${agent}-${version}`);
  const done = join(folder, 'installed');
  const program = join(folder, 'node_modules', '.bin', bin);
  if (existsSync(done)) return { kind: 'installed', program, folder, version: readFileSync(done, 'utf8') };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-audit', '--no-fund', '--no-save', `${name}@${version}`];
  const result = await runAside('npm', install, { cwd: folder });
  if (result.status !== 0) return missing(`npm ended with ${result.status}: ${lastLines(result.stderr)}`);
  if (afterInstall) {
    const after = await runAside(process.execPath, afterInstall, { cwd: folder });
    if (after.status !== 0) return missing(`${afterInstall[0]} ended with ${after.status}: ${lastLines(after.stderr)}`);
  }
  const told = await runAside(program, ['--version'], { cwd: folder });
  if (told.status !== 0) return missing(`it does not start: ${lastLines(told.stderr)}`);
  writeFileSync(done, version);
  return { kind: 'installed', program, folder, version };
}

function missing(reason) {
  return { kind: 'not-installed', reason };
}

function lastLines(text) {
  return text.trim().split('\n').slice(-3).join(' · ');
}
