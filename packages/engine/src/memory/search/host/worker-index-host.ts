import type { Worker } from 'node:worker_threads';
import { type CancelledCalls, createCancelledCalls } from '../../../base/threads/cancelled-calls.ts';
import { InklingError } from '../../../base/errors.ts';
import { createWorkerCalls } from '../../../base/threads/worker-calls.ts';
import { startWorker } from '../../../base/threads/start-worker.ts';
import type { IndexHost } from './index-host.ts';
import type { IndexAnswers, IndexRequest } from './index-requests.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from '../search-settings.ts';

/** What the thread is born with. */
export interface SearchWorkerData {
  readonly settings: SearchSettings;
  readonly cancelled: CancelledCalls;
}

/** How the worker host is set up. Everything has a default. */
export interface IndexHostOptions {
  readonly settings?: SearchSettings;
  /** Starts the thread. A parameter so that a test can end it. (Default: the worker file beside this one) */
  readonly startWorker?: (data: SearchWorkerData) => Worker;
}

/**
 * Indexes in a worker thread of their own, started by the first call. The thread keeps the process alive only while a
 * call is under way. If it dies, calls under way reject with code `search-worker-failed`, the next call starts a new
 * one, and every scope is not loaded until it is opened again.
 */
export function createIndexHost(options: IndexHostOptions = {}): IndexHost {
  const { settings = DEFAULT_SEARCH_SETTINGS, startWorker: start = startSearchWorker } = options;
  const cancelled = createCancelledCalls();
  /** Scopes that the present worker holds. */
  const loaded = new Set<string>();
  const calls = createWorkerCalls<IndexRequest, IndexAnswers>({
    startWorker: () => start({ settings, cancelled }),
    toError,
    onLost: () => loaded.clear(),
    cancelled,
  });
  return {
    has: (scopeKey) => loaded.has(scopeKey),
    async open(scopeKey) {
      // Before the answer: a thread that dies behind it has lost the scope again.
      loaded.add(scopeKey);
      await calls.ask({ kind: 'open', args: [scopeKey] }).catch((error: unknown) => {
        loaded.delete(scopeKey);
        throw error;
      });
    },
    put: (scopeKey, documents) => calls.ask({ kind: 'put', args: [scopeKey, documents] }),
    fill: (scopeKey, page) => calls.ask({ kind: 'fill', args: [scopeKey, page] }),
    remove: (scopeKey, ids) => calls.ask({ kind: 'remove', args: [scopeKey, ids] }),
    search: (scopeKey, query, signal) => calls.ask({ kind: 'search', args: [scopeKey, query] }, { signal }),
    drop(scopeKey) {
      loaded.delete(scopeKey);
      return calls.ask({ kind: 'drop', args: [scopeKey] });
    },
    stats: () => calls.ask({ kind: 'stats', args: [] }),
    close: () => calls.close(),
  };
}

function startSearchWorker(data: SearchWorkerData): Worker {
  return startWorker('memory/search/host/search-worker.js', { name: 'inkling-search', workerData: data });
}

function toError(cause: unknown): InklingError {
  return new InklingError('search-worker-failed', 'The thread that searches failed.', {
    hint: 'Open the scope again and put its documents.',
    cause,
  });
}
