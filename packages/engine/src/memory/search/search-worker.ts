/** The thread that holds the hot indexes. Answers one request at a time, but for those that read and write files; looks
 * at the cancel flag while it scores. */
import { parentPort, workerData } from 'node:worker_threads';
import { isCallCancelled } from '../../base/cancelled-calls.ts';
import { createIndexShelf } from './index-requests.ts';
import type { SearchWorkerCall, SearchWorkerData, SearchWorkerReply } from './worker-messages.ts';

const { settings, cancelled } = workerData as SearchWorkerData;
const shelf = createIndexShelf(settings);

parentPort?.on('message', ({ call, request }: SearchWorkerCall) => {
  const send = (reply: SearchWorkerReply): void => parentPort?.postMessage(reply);
  const fail = (error: unknown): void => send({ call, failure: describe(error) });
  try {
    const answer = shelf.answer(request, () => isCallCancelled(cancelled, call));
    if (answer instanceof Promise) answer.then((late) => send({ call, answer: late })).catch(fail);
    else send({ call, answer });
  } catch (error) {
    fail(error);
  }
});

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
