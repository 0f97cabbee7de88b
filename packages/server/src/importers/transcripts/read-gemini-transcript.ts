import { toolCallEvents, type CaptureEvent } from '@inkling/engine/capture';
import { isRecord, recordAt, textOf } from '../../base/record.ts';
import { contentText, type TranscriptReader } from './transcript.ts';

/**
 * Reads a recording of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.json`, one object with all messages, or `.jsonl`, a log of
 * changes: a message is written again when it grows, `$rewindTo` takes back what came from a message on, `$set` changes the head.
 */
export function createGeminiReader(): TranscriptReader {
  let head: Record<string, unknown> = {};
  const messages = new Map<string, Record<string, unknown>>();
  const add = (value: unknown): void => {
    if (isRecord(value)) messages.set(textOf(value['id']) || String(messages.size), value);
  };
  return {
    accept(record) {
      if (!isRecord(record)) return;
      if (typeof record['$rewindTo'] === 'string') return rewind(messages, record['$rewindTo']);
      if (typeof record['id'] === 'string') return add(record);
      const patch = isRecord(record['$set']) ? record['$set'] : record;
      head = { ...head, ...patch };
      // A compression replaces the model's messages; what was said before was said all the same.
      for (const message of Array.isArray(patch['messages']) ? patch['messages'] : []) add(message);
    },
    finish() {
      const all = [...messages.values()];
      const directories: unknown = head['directories'];
      return {
        sessionId: textOf(head['sessionId']),
        directory: Array.isArray(directories) ? textOf(directories[0]) || null : null,
        title: textOf(head['summary']),
        // A sub-agent's user is the agent.
        events: head['kind'] === 'subagent' ? [] : all.flatMap(eventsOf),
        endedAt: textOf(all.at(-1)?.['timestamp']) || textOf(head['lastUpdated']) || null,
      };
    },
  };
}

function rewind(messages: Map<string, unknown>, id: string): void {
  const ids = [...messages.keys()];
  const from = ids.indexOf(id);
  for (const later of from < 0 ? [] : ids.slice(from)) messages.delete(later);
}

/** A path begins like one. */
const SLASH_COMMAND = /^\/[\w:-]+(?:\s|$)/u;

function eventsOf(message: Record<string, unknown>): CaptureEvent[] {
  const at = textOf(message['timestamp']);
  const text = contentText(message['content']);
  // A slash command is the client's.
  const isPrompt = message['type'] === 'user' && text !== '' && !SLASH_COMMAND.test(text);
  if (isPrompt) return [{ type: 'prompt', text, at, seq: null }];
  if (message['type'] !== 'gemini') return [];
  const calls: unknown = message['toolCalls'];
  const events = Array.isArray(calls) ? calls.flatMap((call) => (isRecord(call) ? callEvents(call, at) : [])) : [];
  return text.trim() === '' ? events : [{ type: 'answer', text, at, seq: null }, ...events];
}

function callEvents(call: Record<string, unknown>, otherwise: string): CaptureEvent[] {
  const { status, args, name } = call;
  if (status !== 'success' && status !== 'error') return [];
  const output = resultText(call);
  // A command that failed is a call that succeeded: its exit code stands in the text.
  const code = /^exit code: (\d+)/imu.exec(output)?.[1];
  const succeeded = status === 'success' && (code === undefined || code === '0');
  return toolCallEvents(textOf(name), args, { at: textOf(call['timestamp']) || otherwise, succeeded, output });
}

function resultText({ result, resultDisplay }: Record<string, unknown>): string {
  const parts = Array.isArray(result) ? result : [result];
  const outputs = parts.map((part) => textOf(recordAt(part, 'functionResponse', 'response')['output']));
  const text = outputs.filter(Boolean).join('\n') || textOf(resultDisplay);
  return text.replaceAll(/^(?:output|stdout|stderr): /gimu, '');
}
