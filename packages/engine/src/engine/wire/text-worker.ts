/** The thread that looks at texts before they are stored. Nobody keeps a deadline here: nothing gives way, and the other threads have priority. */
import { parentPort } from 'node:worker_threads';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { answerCalls } from '../../base/threads/worker-calls.ts';
import { answerTextRequest, type TextRequest } from '../../memory/observations/write/prepare-observation.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';

/** A third of the processor that a thread of usual priority gets beside it, and all of it where nobody else wants it. */
const NICENESS = 5;

/**
 * Lowers the priority of the calling thread, for one that nobody with a deadline waits for. Linux alone knows a priority of a single thread.
 * False where there is none or the system does not let it: the same work is done, only with the priority of the others.
 */
function lowerOwnPriority(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    // Never raised: whoever runs the program as nice as that, or nicer, keeps it so.
    setPriority(thread, Math.max(NICENESS, getPriority(thread)));
    return true;
  } catch {
    return false; // No /proc, or a sandbox that forbids it.
  }
}

lowerOwnPriority();
answerCalls(parentPort, (request) => answerTextRequest(request as TextRequest, tokenize));
