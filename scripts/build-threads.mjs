// Puts the compiled modules of a thread into one file, beside it in `thread/`: a thread imports its modules one after the other, and the 53 of the
// search thread took half of the time that it needs to start. `packages/engine/src/base/threads/worker-file.ts` says when the file is used.
import { dirname, join } from 'node:path';
import { root } from './lib/root.mjs';
import { runOrExit, tool } from './lib/run.mjs';

const engine = join(root, 'packages/engine');
for (const module of ['dist/memory/search/host/search-worker.js', 'dist/engine/wire/text-worker.js']) {
  const options = [
    '--outDir',
    join(dirname(module), 'thread'),
    '--emptyOutDir',
    '--minify',
    'false',
    '--logLevel',
    'warn',
  ];
  runOrExit(tool('vite'), ['build', '--ssr', module, ...options], { cwd: engine });
}
