// `npm run bench` lists the benchmarks; `npm run bench <name> [arguments]` runs bench/<name>/main.mjs on the built packages.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { run, runOrExit } from './lib/run.mjs';

const folder = join(root, 'bench');
const names = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')))
  : [];
const [name, ...args] = process.argv.slice(2);

if (name === undefined) {
  process.stdout.write(`Benchmarks: ${names.join(', ') || 'none yet'}\nRun one: npm run bench <name>\n`);
  process.exit(0);
}
if (!names.includes(name)) {
  process.stderr.write(`There is no benchmark "${name}". There are: ${names.join(', ') || 'none yet'}\n`);
  process.exit(2);
}
runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
process.exit(run(process.execPath, [join(folder, name, 'main.mjs'), ...args]).status);
