import { Worker } from 'node:worker_threads';
import { cancelCall, createCancelledCalls, nextCall } from '../../base/cancelled-calls.ts';
import { InklingError } from '../../base/errors.ts';
import { listenToWorker } from '../../base/listen-to-worker.ts';
import { workerFile } from '../../base/worker-file.ts';
import type { IndexHost } from './index-host.ts';
import type { IndexAnswer, IndexAnswers, IndexRequest } from './index-requests.ts';
import type { SearchDocument } from './search-document.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from './search-settings.ts';
import type { SearchWorkerCall, SearchWorkerData, SearchWorkerReply } from './worker-messages.ts';

/** Documents sent at once: about 10 ms of work, so a search that comes meanwhile waits no longer than that. */
const DOCUMENTS_PER_CALL = 200;

/** How the worker host is set up. Everything has a default. */
export interface IndexHostOptions {
  readonly settings?: SearchSettings;
  /** Starts the thread. A parameter so that a test can end it. (Default: the worker file beside this one) */
  readonly startWorker?: (data: SearchWorkerData) => Worker;
}

interface PendingCall {
  readonly resolve: (answer: IndexAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

interface HostState {
  readonly settings: SearchSettings;
  readonly startWorker: (data: SearchWorkerData) => Worker;
  readonly cancelled: SearchWorkerData['cancelled'];
  readonly pending: Map<number, PendingCall>;
  /** Scopes that the present worker holds. */
  readonly loaded: Set<string>;
  worker: Worker | null;
  lastCall: number;
  isClosed: boolean;
}

/**
 * Indexes in a worker thread of their own, started by the first call. The thread keeps the process alive only while a
 * call is under way. If it dies, calls under way reject with code `search-worker-failed`, the next call starts a new
 * one, and every scope is not loaded until it is opened again.
 */
export function createIndexHost(options: IndexHostOptions = {}): IndexHost {
  const state: HostState = {
    settings: options.settings ?? DEFAULT_SEARCH_SETTINGS,
    startWorker: options.startWorker ?? startSearchWorker,
    cancelled: createCancelledCalls(),
    pending: new Map(),
    loaded: new Set(),
    worker: null,
    lastCall: 0,
    isClosed: false,
  };
  return {
    has: (scopeKey) => state.loaded.has(scopeKey),
    open: (scopeKey) => openScope(state, scopeKey),
    put: (scopeKey, documents) => putInParts(state, scopeKey, documents),
    fill: (scopeKey, page) => ask<'fill'>(state, { kind: 'fill', scopeKey, page }),
    remove: (scopeKey, ids) => ask<'remove'>(state, { kind: 'remove', scopeKey, ids }),
    search: (scopeKey, query, signal) => ask<'search'>(state, { kind: 'search', scopeKey, query }, signal),
    drop(scopeKey) {
      state.loaded.delete(scopeKey);
      return ask<'drop'>(state, { kind: 'drop', scopeKey });
    },
    stats: () => ask<'stats'>(state, { kind: 'stats' }),
    close: () => closeHost(state),
  };
}

/** Starts the built worker file. Worker threads cannot run TypeScript on Node 20, so this works from the built package. */
function startSearchWorker(data: SearchWorkerData): Worker {
  return new Worker(workerFile('memory/search/search-worker.js'), {
    workerData: data,
    name: 'inkling-search',
    execArgv: [],
  });
}

async function openScope(state: HostState, scopeKey: string): Promise<void> {
  await ask<'open'>(state, { kind: 'open', scopeKey });
  if (state.worker !== null) state.loaded.add(scopeKey);
}

/** Parts follow one another through the main thread, so that searches get in between. */
async function putInParts(state: HostState, scopeKey: string, documents: readonly SearchDocument[]): Promise<boolean> {
  let isLoaded = true;
  for (let at = 0; at === 0 || (isLoaded && at < documents.length); at += DOCUMENTS_PER_CALL) {
    const part = documents.slice(at, at + DOCUMENTS_PER_CALL);
    isLoaded = await ask<'put'>(state, { kind: 'put', scopeKey, documents: part });
  }
  return isLoaded;
}

async function ask<K extends IndexRequest['kind']>(
  state: HostState,
  request: Extract<IndexRequest, { kind: K }>,
  signal?: AbortSignal,
): Promise<IndexAnswers[K]> {
  signal?.throwIfAborted();
  if (state.isClosed) throw closedError();
  const worker = (state.worker ??= attachWorker(state));
  const call = (state.lastCall = nextCall(state.cancelled, state.lastCall));
  const onAbort = (): void => abandonCall(state, call, signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return (await sendCall(state, worker, { call, request })) as IndexAnswers[K];
  } finally {
    signal?.removeEventListener('abort', onAbort);
    state.pending.delete(call);
    if (state.pending.size === 0) worker.unref();
  }
}

function sendCall(state: HostState, worker: Worker, message: SearchWorkerCall): Promise<IndexAnswer> {
  return new Promise((resolve, reject) => {
    state.pending.set(message.call, { resolve, reject });
    worker.ref();
    worker.postMessage(message);
  });
}

/** The caller is told at once; the worker sees the flag within microseconds and its late answer is dropped. */
function abandonCall(state: HostState, call: number, reason: unknown): void {
  cancelCall(state.cancelled, call);
  state.pending.get(call)?.reject(reason);
}

function attachWorker(state: HostState): Worker {
  const worker = state.startWorker({ settings: state.settings, cancelled: state.cancelled });
  listenToWorker<SearchWorkerReply>(worker, {
    onReply: (reply) => settle(state, reply),
    onEnd: (cause) => loseWorker(state, worker, cause),
  });
  return worker;
}

function settle(state: HostState, reply: SearchWorkerReply): void {
  const pending = state.pending.get(reply.call);
  if ('answer' in reply) pending?.resolve(reply.answer);
  else pending?.reject(workerError(`The search failed: ${reply.failure}`, undefined));
}

function loseWorker(state: HostState, worker: Worker, cause: unknown): void {
  if (state.worker !== worker) return;
  state.worker = null;
  state.loaded.clear();
  for (const { reject } of state.pending.values()) {
    reject(state.isClosed ? closedError() : workerError('The search thread stopped.', cause));
  }
}

async function closeHost(state: HostState): Promise<void> {
  state.isClosed = true;
  await state.worker?.terminate();
}

function workerError(message: string, cause: unknown): InklingError {
  return new InklingError('search-worker-failed', message, {
    wayOut: 'Open the scope again and put its documents.',
    cause,
  });
}

function closedError(): InklingError {
  return new InklingError('closed', 'The index host is closed.');
}
