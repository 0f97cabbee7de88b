import type { Worker } from 'node:worker_threads';

/** What is heard of a worker thread. */
export interface WorkerListener<Reply> {
  readonly onReply: (reply: Reply) => void;
  /** The thread has ended, by an error or by itself; every reply that came before has been handed on. May be called twice. */
  readonly onEnd: (cause?: unknown) => void;
}

/** Listens to a thread, a reply a turn of the event loop. */
export function listenToWorker<Reply>(worker: Worker, { onReply, onEnd }: WorkerListener<Reply>): void {
  const replies = createTurnByTurn(onReply);
  const end = (cause?: unknown): void => {
    replies.finish();
    onEnd(cause);
  };
  worker.on('message', (reply: Reply) => replies.add(reply));
  worker.on('error', end);
  worker.on('exit', () => end());
}

/** Handles what arrives, in its order, one thing a turn of the event loop. */
export interface TurnByTurn<Item> {
  add(item: Item): void;
  /** Handles now what still waits. */
  finish(): void;
}

/**
 * Another thread's answers come in bunches, and a port hands out a whole bunch in one turn: sixteen recalls that end together then keep every
 * timer of this thread waiting for the work behind each of them. So one is handled, and the timers get their turn before the next.
 * One that comes alone is handled at once.
 */
export function createTurnByTurn<Item>(handle: (item: Item) => void): TurnByTurn<Item> {
  const waiting: Item[] = [];
  let isTurnTaken = false;

  function next(): void {
    isTurnTaken = waiting.length > 0;
    if (!isTurnTaken) return;
    setImmediate(next);
    handleFirst();
  }
  function handleFirst(): void {
    for (const item of waiting.splice(0, 1)) handle(item);
  }
  return {
    add(item) {
      waiting.push(item);
      if (isTurnTaken) return;
      isTurnTaken = true;
      // What arrives is told in the middle of a turn: the end of that one is no other.
      setImmediate(() => setImmediate(next));
      handleFirst();
    },
    finish() {
      for (const item of waiting.splice(0)) handle(item);
    },
  };
}
