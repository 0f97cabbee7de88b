import { setFlagsFromString } from 'node:v8';

/**
 * How V8 uses processor and memory in a process that has two threads beside the first. Its defaults are made for one busy program with the
 * machine to itself: they cost a command that opens the store 0.4 of 1.6 s of processor time, the start of a daemon on 100,000 observations
 * 0.8 of 3.2 s, and after 4,000 tool calls 60 of 500 MiB; a tool call takes as long. Node 20 and 24 know them all; of one that it does not know a V8 complains on standard error.
 */
export const V8_FLAGS: readonly string[] = [
  // Each function of PostgreSQL that ran for 2 ms was compiled anew by the optimizing compiler, most of them once, during the start, on four
  // threads of which each keeps what its largest function took. Those that go on being asked for still are, one at a time.
  '--wasm-tiering-budget=100000000',
  '--wasm-num-compilation-tasks=1',
  // The heaps of the two threads: each kept 32 MiB for what lives a moment.
  '--max-semi-space-size=4',
  // The heap of this thread: of 35 MiB in use it made 130 before it looked for what is not.
  '--heap-growing-percent=40',
];

/**
 * glibc gives each thread that allocates an arena of its own, and gives back what stands at an arena's end only: of 495 MiB that a daemon with a dozen
 * threads and 100,000 observations held after 4,000 tool calls, 27 were due to that. And the first large block that is given back makes it keep
 * all that are smaller: with blocks from 256 KiB on apart, as they begin, 3,000 tool calls leave 267 MiB and not 291 on a server, 396 and not 422
 * embedded, in the same time. It reads these once, when a process starts.
 */
export const START_ENVIRONMENT: NodeJS.ProcessEnv = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

/** Sets {@link V8_FLAGS}. To be called before threads are started: a heap keeps what it begins with. */
export function spareResources(): void {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
}
