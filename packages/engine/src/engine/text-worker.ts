/** The thread that looks at texts before they are stored. Nobody keeps a deadline here: nothing gives way, and the other threads have priority. */
import { parentPort } from 'node:worker_threads';
import { lowerOwnPriority } from '../base/thread-priority.ts';
import { answerCalls } from '../base/worker-calls.ts';
import { answerTextRequest, type TextRequest } from '../memory/observations/text-requests.ts';
import { tokenize } from '../memory/search/tokenize.ts';

lowerOwnPriority();
answerCalls(parentPort, (request) => answerTextRequest(request as TextRequest, tokenize));
