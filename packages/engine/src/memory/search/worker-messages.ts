import type { IndexAnswer, IndexRequest } from './index-requests.ts';
import type { SearchSettings } from './search-settings.ts';

/** What the worker is born with. */
export interface SearchWorkerData {
  readonly settings: SearchSettings;
  /** Cancelled calls: the number of a call, at its number modulo the length. Shared, so a busy worker sees it. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

export interface SearchWorkerCall {
  readonly call: number;
  readonly request: IndexRequest;
}

export type SearchWorkerReply =
  | { readonly call: number; readonly answer: IndexAnswer }
  | { readonly call: number; readonly failure: string };

/** Calls that can be cancelled apart from one another. More under way at once would share a cell, and one is missed. */
const CELLS = 1024;

export function createCancelledCalls(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
}

export function cancelCall(cancelled: Int32Array<SharedArrayBuffer>, call: number): void {
  Atomics.store(cancelled, call % CELLS, call);
}

export function isCallCancelled(cancelled: Int32Array<SharedArrayBuffer>, call: number): boolean {
  return Atomics.load(cancelled, call % CELLS) === call;
}
