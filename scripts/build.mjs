// Builds the published packages: modules generated from the migrations and the policies → compiled code → migrated PGlite
// template → web app. `--code-only` leaves the last two out: type checks do not need them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { runOrExit, tool } from './lib/run.mjs';

function step(label, command, args) {
  const start = performance.now();
  runOrExit(command, args);
  process.stdout.write(`build: ${label} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

function optionalScript(label, name) {
  const path = join(root, 'scripts', name);
  if (existsSync(path)) step(label, process.execPath, [path]);
}

optionalScript('SQL module', 'build-sql.mjs');
optionalScript('policy module', 'build-policies.mjs');
step('compiled @inkling/engine and inkling', tool('tsc'), ['-b', 'packages/engine', 'packages/server']);
const isCodeOnly = process.argv.includes('--code-only');
if (!isCodeOnly) optionalScript('database template', 'build-template.mjs');
step('inspector', process.execPath, [
  join(root, 'scripts/build-inspector.mjs'),
  ...(isCodeOnly ? ['--operations-only'] : []),
]);
