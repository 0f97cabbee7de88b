import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * The code of a thread: all modules in one file (`scripts/build-threads.mjs`), which takes 33 ms of processor less to start for the search
 * thread, where a build has put them there; each by itself where the compiler has run since, as it does by itself while somebody works on the
 * code. A package has no record of its runs. `module` is the compiled module's path below `dist`, which is the folder above this one.
 */
export function workerFile(module: string, dist: URL = new URL('../../', import.meta.url)): URL {
  const single = new URL(module, dist);
  const whole = new URL(`./thread/${module.slice(module.lastIndexOf('/') + 1)}`, single);
  const isCurrent = writtenAt(whole) >= Math.max(0, writtenAt(new URL('.tsbuildinfo', dist)));
  return isCurrent ? whole : single;
}

/** -1 = it is not there. */
const writtenAt = (file: URL): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;

/**
 * Garbage of this thread lives no longer than a statement, so it is collected often: with V8's own 48 MiB for it the process takes 25 MiB
 * more, with 4 none, and the processor's time is the same.
 */
const YOUNG_GENERATION_MB = 4;

/** Starts the built worker file. Worker threads cannot run TypeScript on Node 20, so this works from the built package. */
export function startTextWorker(): Worker {
  return new Worker(workerFile('engine/wire/text-worker.js'), {
    name: 'inkling-text',
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}
