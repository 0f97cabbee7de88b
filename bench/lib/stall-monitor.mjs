// How long the calling thread did not answer: the longest turn of its event loop, and how much of it the thread itself computed.
// The rest was spent waiting for a processor, which says something about the machine and nothing about the program.
import { closeSync, openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of processor this thread has had; null where the system does not tell (anything but Linux). */
function openThreadClock() {
  let file;
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return { read: () => null, close: () => undefined };
  }
  const buffer = Buffer.alloc(64);
  const read = () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6;
  return { read, close: () => closeSync(file) };
}

/** What the monitor reports of a thread that does nothing: its own resolution. Ask it once, before any work. */
export async function idleDelay() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await pause(500);
  delay.disable();
  return delay.percentile(50) / 1e6;
}

/** Runs `work` and answers its result and, in ms, the longest stall during it and the most that one turn computed. */
export async function watchStalls(idle, work) {
  const clock = openThreadClock();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let before = clock.read();
  let computed = before === null ? null : 0;
  const timer = setInterval(() => {
    const now = clock.read();
    if (now !== null) computed = Math.max(computed, now - before);
    before = now;
  }, 1);
  delay.enable();
  try {
    const result = await work();
    return { result, stall: Math.max(0, delay.max / 1e6 - idle), computed };
  } finally {
    delay.disable();
    clearInterval(timer);
    clock.close();
  }
}

/** The stall of {@link watchStalls} as text. */
export function stallText({ stall, computed }) {
  const share = computed === null ? '' : ` (one turn computed ${computed.toFixed(1)} ms at most)`;
  return `longest stall ${stall.toFixed(1).padStart(5)} ms${share}`;
}
