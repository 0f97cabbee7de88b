import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { pause } from '@inkling/engine/operator';
import { parseJson, recordAt, textOf } from '../../base/record.ts';
import { type AwaitedTranscript, type Payload, textIn } from './hook-event.ts';

/** Copilot CLI writes 0.1 s after the last thing that happened, and right after it has ended. */
const LOOK_EVERY_MS = 200;
const MOST_LOOKS = 30;

/** The end of the file that is read, in bytes: a record has a tool's whole output. */
const TAIL_BYTES = 262_144;

/** The transcript that an event names; null unless it is the session's own under Copilot's own name, since a payload may name any file. */
export function copilotTranscript(payload: Payload, sessionId: string): AwaitedTranscript | null {
  const file = textIn(payload, 'transcript_path');
  const stoppedAtMs = Date.parse(textIn(payload, 'timestamp') ?? '');
  const own = path.join('session-state', sessionId, 'events.jsonl');
  if (file === null || Number.isNaN(stoppedAtMs) || sessionId.includes('/')) return null;
  return path.isAbsolute(file) && path.normalize(file).endsWith(path.sep + own) ? { file, stoppedAtMs } : null;
}

/** What the agent told its user at the end of the turn; null when the transcript does not say within six seconds. */
export async function awaitCopilotAnswer(
  { file, stoppedAtMs }: AwaitedTranscript,
  clock: Clock,
): Promise<string | null> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const found = answerIn(await readTail(file), stoppedAtMs);
    if (found.isWritten) return found.text;
    await pause(clock, LOOK_EVERY_MS);
  }
  return null;
}

/** `isWritten`: the transcript has what happened up to the turn's end. */
function answerIn(tail: string, stoppedAtMs: number) {
  let text: string | null = null;
  for (const line of tail.split('\n')) {
    // The first line of a tail, and one that is being written, are no records.
    const { type, timestamp, data } = recordAt(parseJson(line));
    const said = recordAt(data);
    const at = Date.parse(textOf(timestamp));
    const isAnswer = type === 'assistant.message';
    if (at > stoppedAtMs || (at === stoppedAtMs && !isAnswer)) return { isWritten: true, text };
    if (type === 'user.message') text = null;
    // A sub-agent's words are in the same file.
    if (isAnswer && said['parentToolCallId'] === undefined) text = textOf(said['content']).trim() || text;
  }
  return { isWritten: false, text };
}

/** '' when there is no such file yet, or what is there is none. */
async function readTail(file: string): Promise<string> {
  // Neither a link to another file nor a pipe that nobody writes to.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => null);
  if (handle === null) return '';
  try {
    const status = await handle.stat();
    if (!status.isFile()) return '';
    const length = Math.min(status.size, TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, status.size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
