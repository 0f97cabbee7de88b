// Runs every examples/<story>/main.mjs on the built packages. An example asserts what it shows and exits non-zero when that fails.
//   npm run examples            all of them
//   npm run examples two-tenants
// A story with a package.json of its own has its packages installed beside it first, and runs on the Node that it asks for. One whose packages
// cannot be had has shown nothing: it is reported as not run, and the command fails.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { provideStory } from './lib/provide-story.mjs';
import { root } from './lib/root.mjs';
import { run, runOrExit } from './lib/run.mjs';

const folder = join(root, 'examples');
const stories = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !stories.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no example ${unknown.join(', ')}. There are: ${stories.join(', ')}\n`);
  process.exit(2);
}

/** 'passed', 'failed', or 'not run' with the reason. */
function play(name) {
  const start = performance.now();
  const print = (mark, note) => process.stdout.write(`${mark} ${name} ${note}\n`);
  const { node, problem } = provideStory(join(folder, name));
  if (problem) {
    print('----', `not run: ${problem}`);
    return 'not run';
  }
  const { status, stdout, stderr } = run(node, [join(folder, name, 'main.mjs')], { capture: true });
  print(status === 0 ? 'ok  ' : 'FAIL', `(${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`);
  return status === 0 ? 'passed' : 'failed';
}

runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
const endings = (wanted.length > 0 ? wanted : stories).map(play);
if (endings.length === 0) process.stderr.write('saw no examples\n');
const count = (ending) => endings.filter((one) => one === ending).length;
process.stdout.write(`examples: ${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run\n`);
process.exit(endings.length > 0 && count('passed') === endings.length ? 0 : 1);
