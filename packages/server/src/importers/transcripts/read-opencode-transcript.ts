import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { toolCallEvents, type CaptureEvent } from '@inkling/engine/capture';
import { isRecord, parseJson, recordAt, textOf } from '../../base/record.ts';
import type { Transcript, TranscriptReader } from './transcript.ts';

/** Reads a session of opencode as `opencode export` writes it: `{ info, messages: [{ info, parts }] }`. */
export function createOpencodeReader(): TranscriptReader {
  let transcript: Transcript = { sessionId: '', directory: null, title: '', events: [], endedAt: null };
  return {
    accept(record) {
      const info = recordAt(record, 'info');
      const messages: unknown = isRecord(record) ? record['messages'] : undefined;
      // A sub-agent's user is the agent.
      const isOwn = textOf(info['parentID']) === '' && Array.isArray(messages);
      transcript = {
        sessionId: textOf(info['id']),
        directory: textOf(info['directory']) || null,
        title: textOf(info['title']).replace(/^new session - .*/iu, ''),
        events: isOwn ? messages.flatMap(messageEvents) : [],
        endedAt: timeOf(recordAt(info, 'time')['updated']) || null,
      };
    },
    finish: () => transcript,
  };
}

function messageEvents(message: unknown): CaptureEvent[] {
  const info = recordAt(message, 'info');
  const parts: unknown = isRecord(message) ? message['parts'] : undefined;
  // A summary is the client's, after a compaction.
  if (!Array.isArray(parts) || info['summary'] === true) return [];
  const type = info['role'] === 'user' ? 'prompt' : 'answer';
  const at = timeOf(recordAt(info, 'time')['created']);
  return parts.filter(isRecord).flatMap((part): CaptureEvent[] => {
    if (part['type'] === 'tool') return callEvents(part, at);
    // What is synthetic the client added: files that were named, reminders.
    const isSaid = part['type'] === 'text' && part['synthetic'] !== true && part['ignored'] !== true;
    const text = isSaid ? textOf(part['text']) : '';
    return text.trim() === '' ? [] : [{ type, text: type === 'prompt' ? typedText(text) : text, at, seq: null }];
  });
}

/** `opencode run "several words"` puts an argument with a blank in it into quotation marks, with a backslash before each that was there. */
export function typedText(prompt: string): string {
  const inner = prompt.slice(1, -1);
  const isQuoted = prompt.startsWith('"') && prompt.endsWith('"') && inner.includes(' ') && !/(?<!\\)"/u.test(inner);
  return isQuoted ? inner.replaceAll('\\"', '"') : prompt;
}

function callEvents(part: Record<string, unknown>, otherwise: string): CaptureEvent[] {
  const state = recordAt(part, 'state');
  const { status, input, output, error } = state;
  if (status !== 'completed' && status !== 'error') return [];
  const { exit } = recordAt(state, 'metadata');
  return toolCallEvents(textOf(part['tool']), input, {
    at: timeOf(recordAt(state, 'time')['end']) || otherwise,
    // A command that failed is a call that succeeded.
    succeeded: status === 'completed' && (typeof exit !== 'number' || exit === 0),
    output: textOf(output) || textOf(error),
  });
}

/** Milliseconds since 1970, as ISO-8601 UTC; '' when it is no time. */
function timeOf(value: unknown): string {
  const date = new Date(typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/**
 * The session of a file: an export as it is, or one of `storage/session/<project>/<session>.json`, whose messages lie in
 * `storage/message/<session>` and their parts in `storage/part/<message>`. Ids ascend in time. undefined = the file is no JSON.
 */
export async function readOpencodeSession(file: string): Promise<unknown> {
  const session = await readOpencodeHead(file);
  if (!isRecord(session) || 'messages' in session) return session;
  const storage = path.resolve(path.dirname(file), '..', '..');
  const infos = await readAll(path.join(storage, 'message', path.basename(file, '.json')));
  const messages = [];
  for (const info of infos) {
    messages.push({ info, parts: await readAll(path.join(storage, 'part', textOf(recordAt(info)['id']) || '-')) });
  }
  return { ...session, messages };
}

/** The same without the messages that lie in other files. */
export async function readOpencodeHead(file: string): Promise<unknown> {
  const record = await readJson(file);
  return !isRecord(record) || 'messages' in record ? record : { info: record };
}

async function readAll(directory: string): Promise<unknown[]> {
  const names = await readdir(directory).catch(() => []);
  const read = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readJson(path.join(directory, name)));
  return Promise.all(read);
}

async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file, 'utf8').catch(() => ''));
}
