import type { MessagePort, Worker } from 'node:worker_threads';
import { untilAborted } from '../deadline.ts';
import { type CancelledCalls, cancelCall, nextCall } from './cancelled-calls.ts';
import { type ErrorParts, errorFromParts, InklingError, partsOfError } from '../errors.ts';
import { listenToWorker } from './listen-to-worker.ts';

/** The answer to a request: by its `kind`, where `Answers` has one for each; else `Answers` itself. */
type AnswerTo<Request, Answers> = Request extends { readonly kind: infer Kind extends keyof Answers }
  ? Answers[Kind]
  : Answers;

/** Requests to a worker thread and their answers. One thread, started by the first call. */
export interface WorkerCalls<Request, Answers> {
  /**
   * Sends a request. Rejects with the signal's reason as soon as it aborts (the
   * thread goes on and its late answer is dropped), with the Inkling error that the thread answered, or with what `toError` makes.
   */
  ask<Asked extends Request>(request: Asked, options?: AskOptions): Promise<AnswerTo<Asked, Answers>>;
  /** Ends the thread; calls under way and later ones reject with code `closed`. Idempotent. */
  close(): Promise<void>;
}

/** How one request is sent. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The thread that is asked. */
export interface WorkerCallsOptions {
  readonly startWorker: () => Worker;
  /** The error of a call that failed in the thread, or whose thread stopped. */
  readonly toError: (cause: unknown) => Error;
  /** Told why a thread stopped, and all it held with it. The next call asks `startWorker` again. */
  readonly onLost?: (cause: unknown) => void;
  /** Where a thread that looks finds the calls whose signal has aborted. */
  readonly cancelled?: CancelledCalls;
  /** The thread keeps the process alive until it is closed. (Default: while a call is under way) */
  readonly keepsProcess?: boolean;
}

/** A request as it arrives in the thread. */
export interface Call<Request> {
  readonly call: number;
  readonly request: Request;
}

/** What the thread says to a call; `failure` is a text where the error was not Inkling's own. */
export type Reply =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly failure: ErrorParts | string };

interface PendingCall {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface CallsState {
  readonly options: WorkerCallsOptions;
  readonly pending: Map<number, PendingCall>;
  worker: Worker | null;
  lastCall: number;
  isClosed: boolean;
}

/** Calls to one worker thread. */
export function createWorkerCalls<Request, Answers>(options: WorkerCallsOptions): WorkerCalls<Request, Answers> {
  const toError = (cause: unknown): Error => programMissing(cause) ?? options.toError(cause);
  const whole = { ...options, toError };
  const state: CallsState = { options: whole, pending: new Map(), worker: null, lastCall: 0, isClosed: false };
  return {
    ask: <Asked extends Request>(request: Asked, { signal }: AskOptions = {}) =>
      ask(state, request, signal) as Promise<AnswerTo<Asked, Answers>>,
    async close() {
      state.isClosed = true;
      // At once: an answer that is on its way may come before the thread's end or behind it.
      for (const { reject } of state.pending.values()) reject(closedError());
      await state.worker?.terminate();
    },
  };
}

/** The thread's side: answers every call of its parent, one after the other unless `answer` waits. */
export function answerCalls(port: MessagePort | null, answer: (request: unknown, call: number) => unknown): void {
  port?.on('message', (message: Call<unknown>) => {
    void replyTo(message, answer).then((reply) => port.postMessage(reply));
  });
}

async function replyTo(
  { call, request }: Call<unknown>,
  answer: (request: unknown, call: number) => unknown,
): Promise<Reply> {
  try {
    return { call, answer: await answer(request, call) };
  } catch (error) {
    // An error loses its class on the way between threads.
    if (InklingError.isInstance(error)) return { call, failure: partsOfError(error) };
    return { call, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function ask(state: CallsState, request: unknown, signal?: AbortSignal): Promise<unknown> {
  signal?.throwIfAborted();
  if (state.isClosed) throw closedError();
  const worker = (state.worker ??= attachWorker(state));
  const call = (state.lastCall = nextCall(state.options.cancelled, state.lastCall));
  const answer = new Promise<unknown>((resolve, reject) => {
    state.pending.set(call, { resolve, reject });
    worker.ref();
    worker.postMessage({ call, request } satisfies Call<unknown>);
  });
  try {
    return await untilAborted(
      answer,
      signal,
      () => state.options.cancelled && cancelCall(state.options.cancelled, call),
    );
  } finally {
    state.pending.delete(call);
    // One that is being closed keeps the process alive until it has ended.
    const isIdle = state.pending.size === 0 && !state.isClosed;
    if (isIdle && !state.options.keepsProcess) worker.unref();
  }
}

function attachWorker(state: CallsState): Worker {
  const worker = startWorker(state.options);
  listenToWorker<Reply>(worker, {
    onReply: (reply) => settle(state, reply),
    onEnd: (cause) => loseWorker(state, worker, cause),
  });
  return worker;
}

function startWorker({ startWorker: start, toError }: WorkerCallsOptions): Worker {
  try {
    return start();
  } catch (cause) {
    throw toError(cause);
  }
}

/** A bundle has the code that starts a thread at another place than before, or, as CommonJS, does not know its own. Another thread would not start either. */
function programMissing(cause: unknown): InklingError | null {
  const { code, requireStack } = (cause ?? {}) as {
    readonly code?: unknown;
    readonly requireStack?: readonly string[];
  };
  // A package that the program asks for has a stack, or a code for modules.
  const isGone = code === 'MODULE_NOT_FOUND' && requireStack?.length === 0;
  if (!isGone && code !== 'ERR_INVALID_URL') return null;
  return new InklingError('dependency-missing', 'The program of a thread of @inkling/engine is not there.', {
    hint: 'Bundlers must leave @inkling/engine out, as esbuild does with --packages=external.',
    cause,
  });
}

function settle(state: CallsState, reply: Reply): void {
  const pending = state.pending.get(reply.call);
  if ('answer' in reply) pending?.resolve(reply.answer);
  else if (typeof reply.failure === 'string') pending?.reject(state.options.toError(new Error(reply.failure)));
  else pending?.reject(errorFromParts(reply.failure));
}

function loseWorker(state: CallsState, worker: Worker, cause: unknown): void {
  if (state.worker !== worker) return;
  state.worker = null;
  state.options.onLost?.(cause);
  for (const { reject } of state.pending.values()) reject(state.options.toError(cause));
}

function closedError(): InklingError {
  return new InklingError('closed', 'The memory was closed.');
}
