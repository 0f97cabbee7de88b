import type { Clock } from '../../../base/clock.ts';
import { contentHash } from '../../../base/text/stored-text.ts';
import {
  createDeadline,
  type Deadline,
  DEADLINE_EXCEEDED,
  untilAborted,
  withinDeadline,
} from '../../../base/deadline.ts';
import { InklingError } from '../../../base/errors.ts';
import { keepNewest } from '../../../base/read-cache.ts';
import { readVectors } from './embedder-answer.ts';
import type { Embedder } from './embedder.ts';

/** The vectors of questions, ready or on their way. Answers are shared: do not change them. */
export interface QueryVectorCache {
  /** The text's vector when it is there. Never waits: else null, and the vector is made in the background for the next time. */
  get(text: string): Float32Array | null;
  /** As `get`, but a local embedder is waited for until the deadline. A remote one never is. */
  getWithin(text: string, deadline: Deadline): Promise<Float32Array | null>;
  /** Ends what runs in the background. Afterwards nothing new is started. */
  close(): void;
}

/** What the cache stands on, and its bounds. */
export interface QueryVectorCacheOptions {
  readonly embedder: Embedder;
  readonly clock: Clock;
  /** Vectors kept, those used last. (Default: 1000: 1.5 MB at 384 dimensions) */
  readonly maxEntries?: number;
  /** Calls of the embedder at once. (Default: 2) */
  readonly maxConcurrent?: number;
  /** Texts waiting for a call; the oldest is dropped first, its moment has passed. (Default: 32) */
  readonly maxWaiting?: number;
  /** Told of each failed call. Must not throw: it is called in the background. */
  readonly onError?: (error: unknown) => void;
}

const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 300_000;
/** A question's moment has passed long before; without an end, two calls that hang would be the last ones. */
const LONGEST_CALL_MS = 30_000;
/** Half of what an in-session recall has for everything. */
const LONGEST_HOLD_MS = 50;

interface CacheState {
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly bounds: Readonly<Record<'maxEntries' | 'maxConcurrent' | 'maxWaiting', number>>;
  readonly onError: (error: unknown) => void;
  readonly closing: AbortController;
  /** By hash, because a question may be long. A map keeps the order of insertion, so its first entry is the one used longest ago. */
  readonly vectors: Map<string, Float32Array>;
  readonly running: Map<string, Promise<Float32Array | null>>;
  readonly waiting: Map<string, string>;
  failuresInRow: number;
  /** No call begins before it, by the monotonic clock. */
  restUntil: number;
}

/**
 * A cache in front of an embedder, so that recall never waits for a network. One call for each text, however often it is asked for
 * meanwhile. After a failure no call is made for 1 s, after the next for 2 s, and so on to 5 minutes; a success ends that. A call that
 * ends after 30 s counts as a failure, and so does one of a local embedder that keeps the calling thread for more than 50 ms at a stretch.
 */
export function createQueryVectorCache(options: QueryVectorCacheOptions): QueryVectorCache {
  const { embedder, clock, maxEntries = 1000, maxConcurrent = 2, maxWaiting = 32, onError = () => undefined } = options;
  const state: CacheState = {
    embedder,
    clock,
    bounds: { maxEntries, maxConcurrent, maxWaiting },
    onError,
    closing: new AbortController(),
    vectors: new Map(),
    running: new Map(),
    waiting: new Map(),
    failuresInRow: 0,
    restUntil: -Infinity,
  };
  return {
    get: (text) => lookUp(state, contentHash(text), text),
    getWithin: (text, deadline) => lookUpWithin(state, text, deadline),
    close() {
      state.waiting.clear();
      state.closing.abort();
    },
  };
}

function lookUp(state: CacheState, key: string, text: string): Float32Array | null {
  const vector = state.vectors.get(key);
  if (vector === undefined) {
    request(state, key, text);
    return null;
  }
  keepNewest(state.vectors, key, vector, state.bounds.maxEntries);
  return vector;
}

async function lookUpWithin(state: CacheState, text: string, deadline: Deadline): Promise<Float32Array | null> {
  const key = contentHash(text);
  const vector = lookUp(state, key, text);
  const running = state.running.get(key);
  if (vector !== null || state.embedder.location === 'remote' || running === undefined) return vector;
  const outcome = await withinDeadline(deadline, () => running);
  return outcome === DEADLINE_EXCEEDED ? null : outcome;
}

function request(state: CacheState, key: string, text: string): void {
  const { running, waiting, bounds, clock, closing } = state;
  if (closing.signal.aborted || running.has(key) || clock.monotonic() < state.restUntil) return;
  if (running.size < bounds.maxConcurrent) start(state, key, text);
  else keepNewest(waiting, key, text, bounds.maxWaiting);
}

function start(state: CacheState, key: string, text: string): void {
  const { running, waiting } = state;
  const call = fetchVector(state, key, text).finally(() => {
    running.delete(key);
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next[0]);
    request(state, next[0], next[1]);
  });
  running.set(key, call);
}

async function fetchVector(state: CacheState, key: string, text: string): Promise<Float32Array | null> {
  const { embedder, clock, closing } = state;
  const deadline = createDeadline(clock, LONGEST_CALL_MS, closing.signal);
  // Whoever holds the thread while a remote one answers is somebody else.
  const watch = embedder.location === 'local' ? watchThread(clock) : null;
  try {
    const { signal } = deadline;
    const answer = await untilAborted(embedder.embed([text], { kind: 'query', signal }), signal);
    const [vector = null] = readVectors(answer, 1, embedder);
    if (vector) keepNewest(state.vectors, key, vector, state.bounds.maxEntries);
    const heldMs = watch?.stop() ?? 0;
    if (heldMs > LONGEST_HOLD_MS) rest(state, heldTheThread(embedder, heldMs));
    else state.failuresInRow = 0;
    return vector;
  } catch (error) {
    if (!closing.signal.aborted) rest(state, deadline.expired() ? gaveNoAnswer(embedder, error) : error);
    return null;
  } finally {
    watch?.stop();
    deadline.clear();
  }
}

/** Nothing can interrupt it, so it is asked less and less often; one recall in minutes is late instead of each. */
function heldTheThread({ modelId }: Embedder, heldMs: number): InklingError {
  return new InklingError(
    'embedder-unavailable',
    `The embedding model ${modelId} blocked the thread for ${heldMs} ms.`,
    {
      hint: 'Compute in a worker thread, as createOnnxEmbedder does: recall has 100 ms in total.',
    },
  );
}

function gaveNoAnswer({ modelId }: Embedder, cause: unknown): InklingError {
  const problem = `The embedding model ${modelId} gave no answer within ${LONGEST_CALL_MS} ms.`;
  return new InklingError('embedder-unavailable', problem, {
    hint: 'Recall works on words and paths meanwhile.',
    cause,
  });
}

function rest(state: CacheState, error: unknown): void {
  const ms = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** state.failuresInRow);
  state.failuresInRow += 1;
  state.restUntil = state.clock.monotonic() + ms;
  state.waiting.clear();
  state.onError(error);
}

/** Shorter than what matters, and cheap: a timer only while a call is under way. */
const TICK_MS = 20;

/** Watches whether the calling thread is free. */
interface ThreadWatch {
  /** Ends it and answers for how many ms at a stretch no timer came, at most. */
  stop(): number;
}

/** Starts to watch the calling thread: how late a timer comes tells how long somebody held the thread. */
export function watchThread(clock: Clock): ThreadWatch {
  let heldMs = 0;
  let startedAt = clock.monotonic();
  let cancel = clock.schedule(tick, TICK_MS);
  function measure(): void {
    heldMs = Math.max(heldMs, Math.round(clock.monotonic() - startedAt - TICK_MS));
  }
  function tick(): void {
    measure();
    startedAt = clock.monotonic();
    cancel = clock.schedule(tick, TICK_MS);
  }
  return {
    stop() {
      cancel();
      measure();
      startedAt = Number.POSITIVE_INFINITY;
      return heldMs;
    },
  };
}
