import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../base/threads/start-worker.ts';

/**
 * Garbage of this thread lives no longer than a statement, so it is collected often: with V8's own 48 MiB for it the process takes 25 MiB
 * more, with 4 none, and the processor's time is the same.
 */
const YOUNG_GENERATION_MB = 4;

/** Starts the thread that looks at texts. */
export function startTextWorker(): Worker {
  return startWorker('engine/wire/text-worker.js', {
    name: 'inkling-text',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}
