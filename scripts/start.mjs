// `npm start [-- <repository>]`: builds, then shows the whole path on a real history: import → recall → block.
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { run, runOrExit } from './lib/run.mjs';

runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
const { status } = run(process.execPath, [
  join(root, 'packages/server/dist/cli/main.js'),
  'demo',
  ...process.argv.slice(2),
]);
process.exit(status);
