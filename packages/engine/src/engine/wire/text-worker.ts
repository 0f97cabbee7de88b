/** The thread that looks at texts before they are stored. Nobody keeps a deadline here: nothing gives way. */
import { parentPort } from 'node:worker_threads';
import { answerCalls } from '../../base/threads/worker-calls.ts';
import { answerTextRequest, type TextRequest } from '../../memory/observations/write/prepare-observation.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';

answerCalls(parentPort, (request) => answerTextRequest(request as TextRequest, tokenize));
