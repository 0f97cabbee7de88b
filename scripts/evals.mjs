// Claude Code's own plugin evals, with Inkling's plugin and without: `claude plugin eval` on the cases of evals/ (evals/README.md).
//   npm run evals                       with the `claude` that is on the path, and its account
//   npm run evals -- --scripted         against a scripted model on this machine, with the version that the client tests use
//   npm run evals -- --no-build …       on the packages as they are built; other options are handed to `claude plugin eval`
// Ends with what `claude plugin eval` ends with. With --scripted: 0 when memory reached the sessions with the plugin and no other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installClient } from '../test/clients/install-client.mjs';
import { claudeCode } from '../test/clients/recipes/claude-code.mjs';
import { root } from './lib/root.mjs';
import { runOrExit } from './lib/run.mjs';

const OURS = ['--scripted', '--no-build'];
/** What was settled, as the memory has it and as the model then says it. Without it the model guesses. */
const ANSWERS = [
  ['cuts every call at 8 seconds', 'Less than 8 seconds: the provider cuts every call there and charges twice.'],
  ['semicolon between columns', 'A semicolon, since the accountants open it in a German Excel.'],
  ['How many bits has a byte?', '8'],
];
const GUESS = 'I would say 30, or a comma.';
/** What each case scores with the plugin and without, when memory arrives where it should and nowhere else. */
const WANTED = { 'limit-from-a-commit': [1, 0], 'rule-from-a-talk': [1, 0], 'nothing-known': [1, 1] };

const say = (line) => process.stdout.write(`${line}\n`);
const given = process.argv.slice(2);
const passedOn = given.filter((argument) => !OURS.includes(argument));
const isScripted = given.includes('--scripted');
if (!given.includes('--no-build')) runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);

const folder = mkdtempSync(join(tmpdir(), 'inkling-evals-'));
try {
  process.exitCode = isScripted ? await runScripted() : await evaluate('claude', {});
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Writes the plugin with its cases, and runs them. */
async function evaluate(program, environment) {
  const main = join(root, 'packages/server/dist/cli/main.js');
  const plugin = join(folder, 'plugin');
  runOrExit(process.execPath, [main, 'init', '--plugin', plugin], { capture: true });
  cpSync(join(root, 'evals'), join(plugin, 'evals'), { recursive: true });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'inkling'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(join(bin, 'inkling'), 0o755);
  const results = ['--json', join(folder, 'result.json'), '--output-dir', join(folder, 'results'), '--no-publish'];
  const child = spawn(program, ['plugin', 'eval', plugin, '--scaffold', '--trust-plugin', ...results, ...passedOn], {
    cwd: folder,
    env: { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH}` },
    stdio: 'inherit',
  });
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    say(`${program} did not start: ${error.message}. Install Claude Code, or run with --scripted.`);
    return 2;
  }
}

async function runScripted() {
  const { startScriptedModel } = await import('../packages/server/dist/scripted-model/scripted-model.js');
  const installed = await installClient(claudeCode);
  if (installed.kind === 'not-installed') throw new Error(`Claude Code is not installed: ${installed.reason}`);
  const model = await startScriptedModel([{ say: answerTo }]);
  try {
    const home = join(folder, 'home');
    mkdirSync(home);
    await evaluate(installed.program, { HOME: home, ...claudeCode.run({ modelUrl: model.url }, '').environment });
  } finally {
    await model.close();
  }
  return judge(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')));
}

function answerTo({ parts }) {
  const sent = parts.map(({ text }) => text).join('\n');
  return ANSWERS.find(([known]) => sent.includes(known))?.[1] ?? GUESS;
}

/** Ends with 0 when each case scored what memory in its place makes it score. */
function judge({ cases }) {
  const scores = cases.map(({ name, aggregates: { score, scoreWithout } }) => [name, [score, scoreWithout]]);
  const wrong = Object.entries(WANTED).filter(([name, wanted]) => {
    const [, found = []] = scores.find(([each]) => each === name) ?? [];
    return found.join() !== wanted.join();
  });
  for (const [name, wanted] of wrong)
    say(`FAIL ${name}: should score ${wanted[0]} with memory and ${wanted[1]} without`);
  const arms = scores.map(([name, [given, without]]) => `${name} ${given} with memory, ${without} without`).join('; ');
  say(
    `evals: ${Object.keys(WANTED).length - wrong.length} of ${Object.keys(WANTED).length} as they should be (${arms})`,
  );
  return wrong.length === 0 ? 0 : 1;
}
