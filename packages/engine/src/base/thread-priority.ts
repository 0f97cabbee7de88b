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

/**
 * Has the threads that this process has beside its first go behind that one, and behind all others, for a processor. To be called as the first
 * thing in a program, when there are none but V8's and Node's own: they compile, collect garbage and read files, four at a time, and on two
 * processors the event loop waits for up to 4 ms for each of them. Threads that are started later keep the usual priority.
 *
 * Linux alone knows a priority of a single thread. False where there is none or the system does not let it; nothing has changed then, or not for all.
 */
export function lowerHelperPriority(): boolean {
  return onLinux(() => {
    const helpers = readdirSync('/proc/self/task').map(Number);
    for (const thread of helpers) if (thread !== process.pid) lower(thread);
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
