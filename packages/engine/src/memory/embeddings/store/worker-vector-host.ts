import { Worker } from 'node:worker_threads';
import { InklingError } from '../../../base/errors.ts';
import { createWorkerCalls, type WorkerCalls } from '../../../base/threads/worker-calls.ts';
import type { VectorHost } from './vector-host.ts';
import type { VectorAnswers, VectorRequest } from './vector-store.ts';

/** How the host is set up. */
export interface VectorHostOptions {
  /** Starts the thread. A parameter so that a test can end it. (Default: the worker file beside this one) */
  readonly startWorker?: () => Worker;
}

interface HostState {
  readonly calls: WorkerCalls<VectorRequest>;
  /** Scopes that the present thread holds. */
  readonly loaded: Set<string>;
}

/**
 * Vectors in a thread of their own, started by the first call: whoever has no embedder has no thread either. If it dies, calls under
 * way reject with code `search-worker-failed`, the next call starts a new one, and every scope must be opened again.
 */
export function createVectorHost({ startWorker = startVectorWorker }: VectorHostOptions = {}): VectorHost {
  const loaded = new Set<string>();
  const calls = createWorkerCalls<VectorRequest>({ startWorker, toError, onLost: () => loaded.clear() });
  const state: HostState = { calls, loaded };
  return {
    has: (scopeKey) => loaded.has(scopeKey),
    async open(scopeKey, space) {
      await ask<'open'>(state, { kind: 'open', scopeKey, space });
      loaded.add(scopeKey);
    },
    put(scopeKey, batch) {
      const transfer = [batch.components.buffer, batch.scales.buffer];
      return ask<'put'>(state, { kind: 'put', scopeKey, batch }, { transfer });
    },
    remove: (scopeKey, ids) => ask<'remove'>(state, { kind: 'remove', scopeKey, ids }),
    match: (scopeKey, question, signal) =>
      ask<'match'>(state, { kind: 'match', scopeKey, question }, signal ? { signal } : {}),
    drop(scopeKey) {
      loaded.delete(scopeKey);
      return ask<'drop'>(state, { kind: 'drop', scopeKey });
    },
    close: () => calls.close(),
  };
}

function ask<K extends VectorRequest['kind']>(
  { calls }: HostState,
  request: Extract<VectorRequest, { kind: K }>,
  options: Parameters<WorkerCalls<VectorRequest>['ask']>[1] = {},
): Promise<VectorAnswers[K]> {
  return calls.ask(request, options) as Promise<VectorAnswers[K]>;
}

/** Worker threads cannot run TypeScript on Node 20, so this works from the built package. */
function startVectorWorker(): Worker {
  const file = new URL('./vector-worker.js', import.meta.url);
  return new Worker(file, { name: 'inkling-vectors', execArgv: [] });
}

function toError(cause: unknown): InklingError {
  return new InklingError('search-worker-failed', 'The thread that holds the vectors failed.', {
    hint: 'Words and paths answer meanwhile; the vectors are loaded again.',
    cause,
  });
}
