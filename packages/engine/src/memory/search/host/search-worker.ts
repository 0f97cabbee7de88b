/** The thread that holds the hot indexes. Answers one request at a time, but for pages of a scope; looks at the cancel flag while it scores. */
import { parentPort, workerData } from 'node:worker_threads';
import { isCallCancelled } from '../../../base/threads/cancelled-calls.ts';
import { answerCalls } from '../../../base/threads/worker-calls.ts';
import { createInProcessIndexHost, type IndexRequest } from './index-requests.ts';
import type { SearchWorkerData } from './worker-index-host.ts';

const { settings, cancelled } = workerData as SearchWorkerData;
const host = createInProcessIndexHost(settings);

answerCalls(parentPort, (request, call) => {
  const { kind, args } = request as IndexRequest;
  const answer = host[kind] as (...args: readonly unknown[]) => Promise<unknown>;
  // Only a search takes more than it was sent, and looks. Nobody waits for the reason.
  const signal = {
    get aborted() {
      return isCallCancelled(cancelled, call);
    },
  };
  return answer(...args, signal);
});
