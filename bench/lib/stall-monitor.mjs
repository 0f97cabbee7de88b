// How long the calling thread did not answer: the longest turn of its event loop, how much of it the thread itself computed, and how much
// of that was garbage collection. The rest was spent waiting for a processor, which says something about the machine and nothing about the program.
// So does what the host of a virtual machine takes: the kernel charges it to the thread that ran (a thread that only counts, with nothing else
// running, was charged 9.8 ms for what takes 3.3), and tells it as stolen time. Turns beside which some was stolen are told apart.
import { closeSync, openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { startIdleProcess } from './idle-process.mjs';

/** A number in a file of the kernel, read anew each time; null where there is no such file (anything but Linux). */
function openNumber(path, numberIn) {
  let file;
  try {
    file = openSync(path, 'r');
  } catch {
    return { read: () => null, close: () => undefined };
  }
  const buffer = Buffer.alloc(256);
  const read = () => numberIn(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)));
  return { read, close: () => closeSync(file) };
}

/** Milliseconds of processor this thread has had. */
function openThreadClock() {
  const { read, close } = openNumber(
    `/proc/self/task/${process.pid}/schedstat`,
    (text) => Number.parseInt(text, 10) / 1e6,
  );
  const readNow = () => {
    // While a thread runs, the kernel brings this number up to date at its ticks only, every 4 ms: what several turns computed would be one's.
    // Who asks for the times of the process has it done at once.
    process.cpuUsage();
    return read();
  };
  return { read: readNow, close };
}

/** Where the stolen time stands in the first line of `/proc/stat`. */
const STOLEN = 8;

/**
 * How often the host took a processor away, in hundredths of a second. It is asked at long turns and each so many others, because asking
 * takes as long as a short turn.
 */
const openStolenClock = () => openNumber('/proc/stat', (text) => Number(text.split(/\s+/)[STOLEN]));

const PIECES = 1000;
const COUNTS = 1_000_000;

/**
 * What to measure the turns of a run against: what this thread is charged for a piece of work that is always the same and touches no memory, as
 * a rule and at most. What the most is above the rule is the machine's, and may stand in any turn of the run, too. Null where nothing tells.
 */
export async function countingControl() {
  const clock = openThreadClock();
  const charged = [];
  if (clock.read() === null) return null;
  for (let piece = 0; piece < PIECES; piece += 1) {
    const before = clock.read();
    let sum = 0;
    for (let n = 0; n < COUNTS; n += 1) sum = (sum + n) | 0;
    if (sum === 1) throw new Error('The sum is another one.');
    charged.push(clock.read() - before);
    await setImmediate();
  }
  clock.close();
  charged.sort((a, b) => a - b);
  return { usual: charged[PIECES / 2], most: charged.at(-1) };
}

/** The {@link countingControl} as text. */
export const controlText = (control) =>
  control === null
    ? 'This machine does not tell what a thread computed.'
    : `This thread, when it only counts: ${control.usual.toFixed(1)} ms as a rule, charged with ${control.most.toFixed(1)} once in ${PIECES} times.`;

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

/** Shorter turns are no news. */
const LONG_MS = 3;

/** Between two looks at the stolen time lie as many ticks at most. */
const TICKS_BETWEEN_LOOKS = 32;

/**
 * Notes from tick to tick how much the thread computed: one turn of the event loop, and no more than a millisecond of the turn before. Answers
 * the longest beside which nothing was stolen, and what the longest of the others was charged with.
 */
function watchTurns() {
  const [clock, host] = [openThreadClock(), openStolenClock()];
  let [before, from] = [clock.read(), performance.now()];
  let [stolen, ticks] = [host.read(), 0];
  const none = { computed: before === null ? null : 0, from, to: from };
  const most = { own: none, charged: none };
  function look(computed, to) {
    const now = host.read();
    const which = now === stolen ? 'own' : 'charged';
    if (computed > most[which].computed) most[which] = { computed, from, to };
    [stolen, ticks] = [now, 0];
  }
  const timer = setInterval(() => {
    const [now, to] = [clock.read(), performance.now()];
    if (now !== null && (now - before > LONG_MS || (ticks += 1) >= TICKS_BETWEEN_LOOKS)) look(now - before, to);
    else if (now - before > most.own.computed) most.own = { computed: now - before, from, to };
    [before, from] = [now, to];
  }, 1);
  return {
    end() {
      clearInterval(timer);
      clock.close();
      host.close();
      return most;
    },
  };
}

const idleProcess = startIdleProcess();

/** Runs `work` and answers its result and, in ms, the longest stall during it, that of a process that did nothing meanwhile, the most that one turn
 * computed and how much of that was garbage, and the most that a turn was charged with beside which the host took a processor away. */
export async function watchStalls(idle, work) {
  idleProcess.begin();
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
  const { own, charged } = await end();
  const stall = Math.max(0, delay.max / 1e6 - idle);
  const beside = Math.max(0, (await idleProcess.end()) - idle);
  return { result, stall, beside, computed: own.computed, charged: charged.computed, garbage: garbage.during(own) };
}

/** The stall of {@link watchStalls} as text. */
export function stallText({ stall, beside, computed, charged, garbage }) {
  // By the clock: its other threads, and those of other programs, make a collection longer than what this thread computes for it.
  const collected = garbage > 0 ? `, up to ${Math.min(garbage, computed).toFixed(1)} of it for garbage` : '';
  const stolen = charged > computed ? `; ${charged.toFixed(1)} where the host took a processor` : '';
  const share = computed === null ? '' : ` (one turn computed ${computed.toFixed(1)} ms at most${collected}${stolen})`;
  return `longest stall ${stall.toFixed(1).padStart(5)} ms, of an idle process beside ${beside.toFixed(1).padStart(5)}${share}`;
}
