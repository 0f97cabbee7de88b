// Runs every examples/<story>/main.mjs on the built packages, two at a time. An example asserts what it shows and exits non-zero when that fails.
//   npm run examples            all of them
//   npm run examples two-tenants
//   npm run examples -- --no-build  on the packages as they are built
// A story with a package.json of its own has its packages installed beside it first, and runs on the Node that it asks for. One whose packages
// cannot be had has shown nothing: it is reported as not run, and the command fails.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { provideStory } from './lib/provide-story.mjs';
import { root } from './lib/root.mjs';
import { runAside, runOrExit } from './lib/run.mjs';
import { scriptArguments } from './lib/script-arguments.mjs';
import { twoAtATime } from './lib/two-at-a-time.mjs';

const folder = join(root, 'examples');
const stories = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')));
const { values, positionals: wanted } = scriptArguments(import.meta.url, {
  options: { 'no-build': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = wanted.filter((name) => !stories.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no example ${unknown.join(', ')}. There are: ${stories.join(', ')}\n`);
  process.exit(2);
}

/** 'passed', 'failed', or 'not run' with the reason. */
async function play(name) {
  const start = performance.now();
  const print = (mark, note) => process.stdout.write(`${mark} ${name} ${note}\n`);
  const { node, problem } = await provideStory(join(folder, name));
  if (problem) {
    print('----', `not run: ${problem}`);
    return 'not run';
  }
  const { status, stdout, stderr } = await runAside(node, [join(folder, name, 'main.mjs')]);
  print(status === 0 ? 'ok  ' : 'FAIL', `(${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`);
  return status === 0 ? 'passed' : 'failed';
}

if (!values['no-build']) runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
const endings = await twoAtATime(wanted.length > 0 ? wanted : stories, play);
if (endings.length === 0) process.stderr.write('saw no examples\n');
const count = (ending) => endings.filter((one) => one === ending).length;
process.stdout.write(`examples: ${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run\n`);
process.exit(endings.length > 0 && count('passed') === endings.length ? 0 : 1);
