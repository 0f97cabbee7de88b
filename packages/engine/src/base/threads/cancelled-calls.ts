/**
 * Calls to another thread that nobody waits for any more: the number of a call, at its number modulo the length. Shared, so that a busy thread
 * sees it, and one for all calls: shared memory for each of them was a buffer more for the collector, 300 a second.
 */
export type CancelledCalls = Int32Array;

/** The largest number of a call; then counting starts again at 1. */
const LAST_CALL = 2 ** 31 - 1;

/** Calls that can be cancelled apart from one another. More under way at once would share a cell, and one is missed. */
const CELLS = 1024;

/** Creates the shared memory, in which no call is cancelled. */
export function createCancelledCalls(): CancelledCalls {
  return new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
}

/** The number of the call behind this one. When counting starts again, no call of the first round may look cancelled. */
export function nextCall(cancelled: CancelledCalls | undefined, call: number): number {
  if (call < LAST_CALL) return call + 1;
  cancelled?.fill(0);
  return 1;
}

export function cancelCall(cancelled: CancelledCalls, call: number): void {
  Atomics.store(cancelled, call % CELLS, call);
}

export function isCallCancelled(cancelled: CancelledCalls, call: number): boolean {
  return Atomics.load(cancelled, call % CELLS) === call;
}
