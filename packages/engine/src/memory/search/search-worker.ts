/** The thread that holds the hot indexes. Answers one request at a time; looks at the cancel flag while it scores. */
import { parentPort, workerData } from 'node:worker_threads';
import { createIndexShelf } from './index-requests.ts';
import {
  isCallCancelled,
  type SearchWorkerCall,
  type SearchWorkerData,
  type SearchWorkerReply,
} from './worker-messages.ts';

const { settings, cancelled } = workerData as SearchWorkerData;
const shelf = createIndexShelf(settings);

parentPort?.on('message', ({ call, request }: SearchWorkerCall) => {
  parentPort?.postMessage(reply(call, request));
});

function reply(call: number, request: SearchWorkerCall['request']): SearchWorkerReply {
  try {
    return { call, answer: shelf.answer(request, () => isCallCancelled(cancelled, call)) };
  } catch (error) {
    return { call, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
