import { createParser } from 'eventsource-parser';
import { send } from './call.ts';

/** A stream of server-sent events. */
export interface EventStream {
  readonly address: string;
  /** The number of the last event that is known. */
  readonly after: number;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onEvent: (data: unknown) => void;
}

// The daemon sends a comment every 15 s while nothing happens: a connection that was silent for longer is dead, though nobody said so.
const SILENCE_MS = 40_000;

/**
 * Reads a stream until it ends. The browser's own EventSource cannot send an Authorization header, and a token in the address would land in
 * logs. Resolves when the server ends it; rejects when it breaks or falls silent.
 */
export async function followEvents({ address, after, signal, onOpen, onEvent }: EventStream): Promise<void> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENCE_MS);
  const headers = { accept: 'text/event-stream', ...(after > 0 ? { 'last-event-id': String(after) } : {}) };
  try {
    const response = await send(address, { headers, signal: AbortSignal.any([signal, silent.signal]) });
    onOpen();
    const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data)) });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
      parser.feed(chunk.value);
    }
  } finally {
    clearTimeout(timer);
  }
}
