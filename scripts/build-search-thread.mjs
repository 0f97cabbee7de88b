// Puts the compiled modules of the search thread into one file: a thread imports its modules one after the other, and the 53 of this one took
// half of the time that it needs to start. `packages/engine/src/memory/search/worker-index-host.ts` says when the file is used.
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { runOrExit, tool } from './lib/run.mjs';

const folder = join(root, 'packages/engine/dist/memory/search');
const options = ['--outDir', join(folder, 'thread'), '--emptyOutDir', '--minify', 'false', '--logLevel', 'warn'];
runOrExit(tool('vite'), ['build', '--ssr', join(folder, 'search-worker.js'), ...options], {
  cwd: join(root, 'packages/engine'),
});
