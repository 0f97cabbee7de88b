import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts the thread of a compiled module, named by its path below `dist`. Worker threads cannot run TypeScript on Node 20. */
export function startWorker(module: string, options: WorkerOptions): Worker {
  return new Worker(new URL(`../../${module}`, import.meta.url), { execArgv: [], ...options });
}
