import { recordsOf, textOf } from '../base/record.ts';
import type { ModelReply } from './model-script.ts';
import type { ModelRequest } from './model-request.ts';

/** A JSON object, seen from outside: nothing about its fields is known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** One answer on the wire. */
export interface WireAnswer {
  readonly contentType: 'application/json' | 'text/event-stream';
  readonly body: string;
}

/** How one family of clients speaks to a model. */
export interface ModelDialect {
  readonly name: 'anthropic' | 'openai-responses' | 'openai-chat' | 'gemini';
  /** Whether a POST to this path, without its query, asks the model. */
  asks(path: string): boolean;
  read(body: JsonRecord, path: string): ModelRequest;
  write(reply: ModelReply, request: ModelRequest): WireAnswer;
}

/** Tokens that every answer says it has. */
export const OUTPUT_TOKENS = 10;

/** An answer in one piece. */
export function jsonAnswer(value: unknown): WireAnswer {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

/** An answer as server-sent events; one that has a `type` is named by it. */
export function eventAnswer(events: readonly unknown[], end = ''): WireAnswer {
  const frames = events.map((event) => {
    const named =
      typeof event === 'object' && event !== null && 'type' in event ? `event: ${String(event.type)}\n` : '';
    return `${named}data: ${JSON.stringify(event)}\n\n`;
  });
  return { contentType: 'text/event-stream', body: `${frames.join('')}${end}` };
}

/** The text of a content that is a text or a list of parts with a `text` each. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map((part) => textOf(part['text']))
    .join('\n');
}
