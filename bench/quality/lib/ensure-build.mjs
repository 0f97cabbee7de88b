import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/root.mjs';
import { run } from '../../../scripts/lib/run.mjs';

const ENGINE = join(root, 'packages/engine');
/** The compiler writes it at the end of every build, also of one that changed no output. */
const BUILD_STAMP = join(ENGINE, 'dist/.tsbuildinfo');

function newestChange(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

function isCurrent() {
  const built = statSync(BUILD_STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return built > Math.max(newestChange(join(ENGINE, 'src')), newestChange(join(ENGINE, 'sql')));
}

/** Builds the packages when there is no build or an older one: 20 s in a fresh clone. Silent unless it fails. */
export function ensureBuild() {
  if (isCurrent()) return;
  const { status, stdout, stderr } = run(process.execPath, [join(root, 'scripts/build.mjs')], { capture: true });
  // A compiler that reports an error has still written its output, which may be all that is missing.
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
}
