// The threads that look at texts, search and compare vectors go from one memory of this process to the next: starting one and loading its
// program took 0.2 s of processor time, and most tests need two. Each memory has the program anew. What that imports goes on: rules that
// are loaded, words that were met.
// A thread that is ended in the middle of a call is ended, and files named worker-* have threads of their own: they test how those end.
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import threads from 'node:worker_threads';
import { beforeAll, expect } from 'vitest';

const KEPT = /\/dist\/.*\/(?:text-worker|search-worker|vector-worker)\.js$/u;
/** So many of a program wait for the next memory. */
const MOST_IDLE = 3;
/** A thread never gives back what it loaded, and each program holds what it was told. */
const MOST_LIVES = 100;
const HAS_OWN_THREADS = /worker-[^/\\]*$/u;

// One for the process: each test file runs this module anew.
const kept = (globalThis.keptThreads ??= { Worker: threads.Worker, idle: new Map(), isOn: false });
const { Worker, idle } = kept;
beforeAll(() => {
  kept.isOn = !HAS_OWN_THREADS.test(expect.getState().testPath);
});

/** One life of a thread, as a `Worker`: what is asked and answered, and an end. */
class KeptWorker extends EventEmitter {
  #thread;
  #port;
  #waiting = 0;
  #hasEnded = false;

  constructor(program, options = {}) {
    super();
    this.#thread = take(program, options);
    const { port1, port2 } = new threads.MessageChannel();
    this.#port = port1;
    const { worker } = this.#thread;
    worker.on('error', this.#onError).on('exit', this.#onExit);
    worker.postMessage({ program, data: options.workerData ?? null, port: port2 }, [port2]);
    port1.on('message', (reply) => {
      this.#waiting -= 1;
      this.emit('message', reply);
    });
    port1.unref();
  }

  postMessage(call, moved) {
    this.#waiting += 1;
    this.#port.postMessage(call, moved);
  }

  ref() {
    this.#port.ref();
  }

  unref() {
    this.#port.unref();
  }

  async terminate() {
    if (this.#hasEnded) return undefined;
    this.#hasEnded = true;
    if (this.#waiting > 0 || !giveBack(this.#thread)) return this.#thread.worker.terminate();
    await nextTurn();
    this.#onExit(1);
    return 1;
  }

  #onError = (error) => void this.emit('error', error);

  #onExit = (code) => {
    this.#hasEnded = true;
    this.#thread.worker.off('error', this.#onError).off('exit', this.#onExit);
    this.#port.close();
    this.emit('exit', code);
  };
}

function take(program, options) {
  const thread = idle.get(program)?.pop() ?? {
    program,
    lives: 0,
    worker: new Worker(new URL('kept-thread.mjs', import.meta.url), { ...options, workerData: null }),
  };
  thread.lives += 1;
  thread.worker.unref();
  return thread;
}

function giveBack(thread) {
  const others = idle.get(thread.program) ?? [];
  if (others.length >= MOST_IDLE || thread.lives >= MOST_LIVES) return false;
  idle.set(thread.program, [...others, thread]);
  return true;
}

if (threads.Worker === Worker) {
  threads.Worker = class extends Worker {
    constructor(program, options) {
      if (kept.isOn && KEPT.test(program)) return new KeptWorker(String(program), options);
      super(program, options);
    }
  };
  syncBuiltinESMExports();
}
