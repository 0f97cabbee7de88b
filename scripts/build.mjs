// Builds the published packages: modules generated from the migrations and the policies → compiled code → migrated PGlite
// template → web app. `--code-only` leaves the last two out: type checks do not need them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { runAsideOrExit, tool } from './lib/run.mjs';

async function step(label, command, args) {
  const start = performance.now();
  const { stdout, stderr } = await runAsideOrExit(command, args);
  process.stderr.write(stderr);
  process.stdout.write(`${stdout}build: ${label} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

async function optionalScript(label, name) {
  const path = join(root, 'scripts', name);
  if (existsSync(path)) await step(label, process.execPath, [path]);
}

const isCodeOnly = process.argv.includes('--code-only');
await Promise.all([
  optionalScript('SQL module', 'build-sql.mjs'),
  optionalScript('policy module', 'build-policies.mjs'),
]);
await step('compiled @inkling/engine and inkling', tool('tsc'), ['-b', 'packages/engine', 'packages/server']);
await Promise.all([
  ...(isCodeOnly ? [] : [optionalScript('database template', 'build-template.mjs')]),
  step('inspector', process.execPath, [
    join(root, 'scripts/build-inspector.mjs'),
    ...(isCodeOnly ? ['--operations-only'] : []),
  ]),
]);
