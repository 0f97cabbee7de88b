import { setFlagsFromString } from 'node:v8';

/**
 * How V8 uses processor and memory in a process that stays and has two threads beside the first. Its defaults are made for one busy program
 * with the machine to itself: on 100,000 observations they cost a start 1.4 of 3.9 s of processor time, and 130 of 570 MiB after a thousand
 * tool calls. Node 20 and 24 know them all; one that it does not know a V8 complains of on standard error and goes on.
 */
export const V8_FLAGS: readonly string[] = [
  // Each function of PostgreSQL that ran for 2 ms was compiled anew by the optimizing compiler, most of them once, during the start, on four
  // threads of which each keeps what its largest function took. Those that go on being asked for still are, one at a time.
  '--wasm-tiering-budget=100000000',
  '--wasm-num-compilation-tasks=1',
  // The heaps of the two threads: each kept 32 MiB for what lives a moment.
  '--max-semi-space-size=4',
  // The heap of this thread: 35 MiB that are in use grew to 130 before anybody looked for what is not. It costs no time that can be measured.
  '--heap-growing-percent=40',
];

/** Sets the flags. To be called before threads are started: a heap keeps what it begins with. */
export function spareResources(): void {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
}
