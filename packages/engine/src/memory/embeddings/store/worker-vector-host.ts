import type { Worker } from 'node:worker_threads';
import { InklingError } from '../../../base/errors.ts';
import { startWorker } from '../../../base/threads/start-worker.ts';
import { createWorkerCalls } from '../../../base/threads/worker-calls.ts';
import type { VectorHost } from './vector-host.ts';
import type { VectorAnswers, VectorRequest } from './vector-store.ts';

/** How the host is set up. */
export interface VectorHostOptions {
  /** Starts the thread. A parameter so that a test can end it. (Default: the worker file beside this one) */
  readonly startWorker?: () => Worker;
}

/**
 * Vectors in a thread of their own, started by the first call: whoever has no embedder has no thread either. If it dies, calls under
 * way reject with code `search-worker-failed`, the next call starts a new one, and every scope must be opened again.
 */
export function createVectorHost({ startWorker: start = startVectorWorker }: VectorHostOptions = {}): VectorHost {
  /** Scopes that the present thread holds. */
  const loaded = new Set<string>();
  const calls = createWorkerCalls<VectorRequest, VectorAnswers>({
    startWorker: start,
    toError,
    onLost: () => loaded.clear(),
  });
  return {
    has: (scopeKey) => loaded.has(scopeKey),
    async open(scopeKey, space) {
      await calls.ask({ kind: 'open', scopeKey, space });
      loaded.add(scopeKey);
    },
    put: (scopeKey, stored) => calls.ask({ kind: 'put', scopeKey, stored }),
    remove: (scopeKey, ids) => calls.ask({ kind: 'remove', scopeKey, ids }),
    match: (scopeKey, question, signal) => calls.ask({ kind: 'match', scopeKey, question }, { signal }),
    drop(scopeKey) {
      loaded.delete(scopeKey);
      return calls.ask({ kind: 'drop', scopeKey });
    },
    close: () => calls.close(),
  };
}

function startVectorWorker(): Worker {
  return startWorker('memory/embeddings/store/vector-worker.js', { name: 'inkling-vectors' });
}

function toError(cause: unknown): InklingError {
  return new InklingError('search-worker-failed', 'The thread that holds the vectors failed.', {
    hint: 'Words and paths answer meanwhile; the vectors are loaded again.',
    cause,
  });
}
