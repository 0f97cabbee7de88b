// `npm run bench` lists the benchmarks; `npm run bench <name> [-- options]` runs bench/<name>/main.mjs on the built packages.
import { join } from 'node:path';
import { benchArguments } from '../bench/lib/bench-arguments.mjs';
import { BENCHES } from '../bench/lib/benches.mjs';
import { root } from './lib/root.mjs';
import { run, runOrExit } from './lib/run.mjs';

const [name = '--help', ...args] = process.argv.slice(2);

if (['--help', '-h'].includes(name)) {
  const lines = Object.entries(BENCHES).map(([bench, { about }]) => `  ${bench.padEnd(13)}${about}\n`);
  process.stdout.write(
    `Benchmarks:\n${lines.join('')}Run one: npm run bench <name>; its options: npm run bench <name> -- --help\n`,
  );
  process.exit(0);
}
if (!Object.hasOwn(BENCHES, name)) {
  process.stderr.write(`There is no benchmark "${name}". There are: ${Object.keys(BENCHES).join(', ')}\n`);
  process.exit(2);
}
// Before the build: whoever asks for help, or has mistyped an option, does not wait for it.
benchArguments(name, args);
runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
process.exit(run(process.execPath, [join(root, 'bench', name, 'main.mjs'), ...args]).status);
