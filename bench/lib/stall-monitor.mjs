// How long the calling thread did not answer: the longest turn of its event loop, how much of it the thread itself computed, and how much
// of that was garbage collection. The rest was spent waiting for a processor, which says something about the machine and nothing about the program.
import { closeSync, openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of processor this thread has had; null where the system does not tell (anything but Linux). */
function openThreadClock() {
  let file;
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return { read: () => null, close: () => undefined };
  }
  const buffer = Buffer.alloc(64);
  function read() {
    // While a thread runs, the kernel brings this number up to date at its ticks only, every 4 ms: what several turns computed would be one's.
    // Who asks for the times of the process has it done at once.
    process.cpuUsage();
    return Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6;
  }
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

/** Collections of garbage on this thread, as they are told: some turns after they were. */
function watchGarbage() {
  const collections = [];
  const take = (entries) => collections.push(...entries.map(({ startTime, duration }) => ({ startTime, duration })));
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    async end() {
      for (let turns = 0; turns < 3; turns += 1) await setImmediate();
      take(observer.takeRecords());
      observer.disconnect();
    },
    during: ({ from, to }) =>
      collections
        .filter(({ startTime, duration }) => startTime + duration > from && startTime < to)
        .reduce((sum, { duration }) => sum + duration, 0),
  };
}

/** Notes from tick to tick how much the thread computed: one turn of the event loop, and no more than a millisecond of the turn before. */
function watchTurns() {
  const clock = openThreadClock();
  let [before, from] = [clock.read(), performance.now()];
  let most = { computed: before === null ? null : 0, from, to: from };
  const timer = setInterval(() => {
    const [now, to] = [clock.read(), performance.now()];
    if (now !== null && now - before > most.computed) most = { computed: now - before, from, to };
    [before, from] = [now, to];
  }, 1);
  return {
    end() {
      clearInterval(timer);
      clock.close();
      return most;
    },
  };
}

/** Runs `work` and answers its result and, in ms, the longest stall during it, the most that one turn computed and how much of that was garbage. */
export async function watchStalls(idle, work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const garbage = watchGarbage();
  const turns = watchTurns();
  delay.enable();
  const end = async () => {
    delay.disable();
    const most = turns.end();
    await garbage.end();
    return most;
  };
  const result = await work().catch(async (error) => {
    await end();
    throw error;
  });
  const most = await end();
  const stall = Math.max(0, delay.max / 1e6 - idle);
  return { result, stall, computed: most.computed, garbage: garbage.during(most) };
}

/** The stall of {@link watchStalls} as text. */
export function stallText({ stall, computed, garbage }) {
  // By the clock: its other threads, and those of other programs, make a collection longer than what this thread computes for it.
  const collected = garbage > 0 ? `, up to ${Math.min(garbage, computed).toFixed(1)} of it for garbage` : '';
  const share = computed === null ? '' : ` (one turn computed ${computed.toFixed(1)} ms at most${collected})`;
  return `longest stall ${stall.toFixed(1).padStart(5)} ms${share}`;
}
