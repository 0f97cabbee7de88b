// Runs the real clients from npm against a scripted model on this machine, and looks at what their models were sent.
//   npm run test:clients                       all of them
//   npm run test:clients -- claude-code codex  some of them
//   npm run test:clients -- --no-build codex   on the packages as they are built
//   npm run test:clients -- --installed <folder>  in a project that has Inkling: that of `pack-check --into <folder>`
//   npm run test:clients -- --load 12          `inkling doctor --live` beside twelve programs that compute
// Clients are kept between runs in INKLING_CLIENTS_DIR (default: inkling-clients in the temporary directory), 100 to 400 MB each.
// Ends with 0 when all passed, 1 when one failed, 2 when one could not be installed: that is no pass.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CACHE, installClient } from '../test/clients/install-client.mjs';
import { installInkling } from '../test/clients/install-inkling.mjs';
import { RECIPES } from '../test/clients/recipes/recipes.mjs';
import { root } from './lib/root.mjs';
import { runOrExit } from './lib/run.mjs';
import { scriptArguments } from './lib/script-arguments.mjs';

const { values, positionals } = scriptArguments(import.meta.url, {
  options: {
    'no-build': { type: 'boolean', default: false },
    installed: { type: 'string' },
    load: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !RECIPES.some(({ agent }) => agent === name));
if (unknown.length > 0) {
  const known = RECIPES.map(({ agent }) => agent).join(', ');
  process.stderr.write(`There is no client ${unknown.join(', ')}. There are: ${known}\n`);
  process.exit(2);
}
if (!values['no-build']) runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
// After the build: it uses the built scripted model.
const { runClient } = await import('../test/clients/run-client.mjs');
const { runTalks } = await import('../test/clients/run-talks.mjs');

const say = (line) => process.stdout.write(`${line}\n`);
const chosen = RECIPES.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent));
const folder = mkdtempSync(join(tmpdir(), 'inkling-clients-run-'));
const endings = [];
try {
  const started = performance.now();
  const project = resolve(values.installed ?? folder);
  if (values.installed === undefined) await installInkling(project);
  say(`inkling is installed (${seconds(started)}); clients are kept in ${CACHE}`);
  const inklingProgram = join(project, 'node_modules/inkling/bin/inkling.js');
  for (const recipe of chosen) endings.push(await test(recipe, inklingProgram));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const count = (ending) => endings.filter((one) => one === ending).length;
say(`clients: ${count('passed')} passed, ${count('failed')} failed, ${count('not installed')} not installed`);
process.exitCode = count('failed') > 0 ? 1 : count('not installed') > 0 ? 2 : 0;

async function test(recipe, inklingProgram) {
  const { agent, version } = recipe;
  const installing = performance.now();
  const installed = await installClient(recipe);
  if (installed.kind === 'not-installed') {
    say(`not installed  ${agent} ${version}: ${installed.reason}`);
    return 'not installed';
  }
  const running = performance.now();
  const runs = [];
  for (const run of [runClient, runTalks]) {
    runs.push(
      await run(recipe, installed, inklingProgram, values.load).catch(({ stack }) => ({
        problems: [stack],
        details: [],
        blocks: [],
      })),
    );
  }
  const [problems, details, blocks] = ['problems', 'details', 'blocks'].map((part) => runs.flatMap((run) => run[part]));
  const times = `installed in ${seconds(installing, running)}, ran in ${seconds(running)}`;
  const arrived = blocks.map(({ role, tokens }) => `${role} ${tokens} tokens`).join(', ') || 'no block';
  say(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${agent} ${version}: ${arrived}; ${times}`);
  for (const line of [...problems, ...details]) say(`     ${line}`);
  return problems.length === 0 ? 'passed' : 'failed';
}

function seconds(from, to = performance.now()) {
  return `${((to - from) / 1000).toFixed(1)} s`;
}
