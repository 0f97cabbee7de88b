import type { Worker } from 'node:worker_threads';
import { InklingError } from '../../base/errors.ts';
import { createWorkerCalls } from '../../base/worker-calls.ts';
import { createTextPreparer, type TextPreparer } from './text-preparer.ts';
import type { TextRequest } from './text-requests.ts';

/**
 * Texts are looked at in a thread of their own, started by the first one: it takes 0.1 ms of processor for a short statement, and the rules
 * are a megabyte of code. If the thread dies, calls under way reject with code `redaction-failed`, so nothing is stored that was not looked
 * at, and the next call starts a new one.
 */
export function createWorkerTextPreparer(startWorker: () => Worker): TextPreparer {
  return createTextPreparer(createWorkerCalls<TextRequest>({ startWorker, toError }));
}

function toError(cause: unknown): InklingError {
  return new InklingError('redaction-failed', 'The thread that takes secrets out of text failed; nothing was stored.', {
    wayOut: 'Write it again: a new thread is started.',
    cause,
  });
}
