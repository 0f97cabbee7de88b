// Builds the published packages: modules generated from the migrations and the policies → compiled code and its hash → migrated PGlite
// template → web app. `--code-only` leaves the last two out: type checks do not need them.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBuiltFiles, readText } from './lib/files.mjs';
import { root } from './lib/root.mjs';
import { runAsideOrThrow, tool } from './lib/run.mjs';
import { twoAtATime } from './lib/two-at-a-time.mjs';

async function step(label, command, args) {
  const start = performance.now();
  const { stdout, stderr } = await runAsideOrThrow(command, args);
  process.stderr.write(stderr);
  process.stdout.write(`${stdout}build: ${label} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

const script = ([label, name, ...options]) => step(label, process.execPath, [join(root, 'scripts', name), ...options]);

/** What tells two builds of one version apart: daemons and commands compare it. */
function writeBuildId() {
  const hash = createHash('sha256');
  const built = ['packages/engine', 'packages/server'].flatMap(listBuiltFiles);
  const code = built.filter((file) => file.endsWith('.js') && !file.startsWith('packages/server/dist/inspector/'));
  for (const file of code) hash.update(`${file}\0${readText(file)}\0`);
  writeFileSync(join(root, 'packages/server/dist/build-id'), `${hash.digest('hex').slice(0, 12)}\n`);
}

const isCodeOnly = process.argv.includes('--code-only');
try {
  await twoAtATime(
    [
      ['SQL module', 'build-sql.mjs'],
      ['policy module', 'build-policies.mjs'],
    ],
    script,
  );
  await step('compiled @inkling/engine and inkling', tool('tsc'), ['-b', 'packages/engine', 'packages/server']);
  writeBuildId();
  await twoAtATime(
    [
      ...(isCodeOnly ? [] : [['database template', 'build-template.mjs']]),
      ['inspector', 'build-inspector.mjs', ...(isCodeOnly ? ['--operations-only'] : [])],
    ],
    script,
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
