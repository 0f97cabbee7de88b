import type { Worker } from 'node:worker_threads';
import { createTurnByTurn } from './turn-by-turn.ts';

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
