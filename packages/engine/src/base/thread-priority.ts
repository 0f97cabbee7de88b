import { readdirSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A tenth of the processor that a thread of usual priority gets beside it, and all of it where nobody else wants it. */
const NICENESS = 10;

/**
 * Has the calling thread wait for a processor behind the others of its process, and of the machine. Linux alone knows a priority of a single
 * thread. False where there is none or the system does not let it: the same work is done, only beside the others and not behind them.
 */
export function lowerOwnPriority(): boolean {
  return onLinux(() => lower(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));
}

/** Node starts V8's threads before all others of a process: one that hands tasks on, and four for them (`--v8-pool-size`). */
const V8_THREADS = 5;

/**
 * Has V8's helper threads go behind all other threads, of the process and of the machine, for a processor. They compile and collect garbage,
 * four at a time, and on two processors the event loop waits for up to 4 ms for each of them. Node's other threads, and the program's own, keep
 * the priority they have. To be called once, at any time.
 *
 * Linux alone knows a priority of a single thread. False where there is none or the system does not let it; nothing has changed then, or not for all.
 */
export function lowerHelperPriority(): boolean {
  return onLinux(() => {
    const threads = readdirSync('/proc/self/task').map(Number);
    const helpers = threads.filter((thread) => thread !== process.pid).toSorted((a, b) => a - b);
    for (const thread of helpers.slice(0, V8_THREADS)) lower(thread);
  });
}

/** Never raises one: whoever runs the program as nice as that, or nicer, keeps it so. */
function lower(thread: number): void {
  setPriority(thread, Math.max(NICENESS, getPriority(thread)));
}

function onLinux(work: () => void): boolean {
  if (process.platform !== 'linux') return false;
  try {
    work();
    return true;
  } catch {
    return false; // No /proc, or a sandbox that forbids it.
  }
}
