// Runs every examples/<story>/main.mjs on the built packages. An example asserts what it shows and exits non-zero when that fails.
//   npm run examples            all of them
//   npm run examples two-tenants
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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

runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
const chosen = wanted.length > 0 ? wanted : stories;
const failed = chosen.filter((name) => {
  const start = performance.now();
  const { status, stdout, stderr } = run(process.execPath, [join(folder, name, 'main.mjs')], { capture: true });
  process.stdout.write(
    `${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`,
  );
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`);
  return status !== 0;
});
if (chosen.length === 0) process.stderr.write('saw no examples\n');
process.stdout.write(`examples: ${chosen.length - failed.length} passed, ${failed.length} failed\n`);
process.exit(chosen.length > 0 && failed.length === 0 ? 0 : 1);
