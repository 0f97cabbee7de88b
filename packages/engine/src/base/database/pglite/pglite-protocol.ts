import type { CancelledCalls } from '../../threads/cancelled-calls.ts';
import type { Statement } from '../database.ts';

/**
 * What an acknowledged commit survives. `process`: the end of the process (kill -9, crash). `power`: also a power cut or
 * a crash of the operating system, for one fsync for each commit that writes.
 */
export type Durability = 'process' | 'power';

/** What the main thread gives the worker when it starts. */
export interface WorkerSettings {
  /** Absolute path; null = in memory. */
  readonly dataDir: string | null;
  readonly durability: Durability;
  /** The requests that have been given up. */
  readonly cancelled: CancelledCalls;
  /** One cell, which is set when the database is closed: a thread that ends cannot wait for an answer. */
  readonly closed: Int32Array;
}

/** Main thread to worker; the answer to `run` is an `EncodedAnswer`, or null where there was nothing to run. */
export type WorkerRequest =
  | {
      readonly type: 'run';
      readonly orgId: string | null;
      readonly statements: readonly Statement[];
      /** Everything that is written is taken back at the end. */
      readonly isWarmUp: boolean;
      /** It goes before those that are not. */
      readonly isUrgent: boolean;
    }
  /** Comes first, and is answered when the database is open. */
  | { readonly type: 'open' }
  | { readonly type: 'close' };

/** Requests that wait for the one connection of an embedded database. */
export interface RequestQueue<Request> {
  add(request: Request): void;
  /** The next to run, or undefined when none waits. */
  take(): Request | undefined;
  isEmpty(): boolean;
}

/** So many urgent ones in a row, then one of the others: a stream of tool calls does not keep a log from being written. */
const URGENT_IN_A_ROW = 16;

/**
 * Those first whose caller has a deadline, each kind in the order of arrival: a tool call does not wait for the writes that other calls left
 * behind. Callers that need an order wait for their answer first, as they must with a server's many connections.
 */
export function createRequestQueue<Request>(isUrgent: (request: Request) => boolean): RequestQueue<Request> {
  const urgent: Request[] = [];
  const others: Request[] = [];
  let inARow = 0;
  return {
    add: (request) => void (isUrgent(request) ? urgent : others).push(request),
    take() {
      if (urgent.length > 0 && (others.length === 0 || inARow < URGENT_IN_A_ROW)) {
        inARow += 1;
        return urgent.shift();
      }
      inARow = 0;
      return others.shift();
    },
    isEmpty: () => urgent.length + others.length === 0,
  };
}
