import type { Context } from 'hono';
import { stream, streamSSE } from 'hono/streaming';
import type { Endpoint } from '../contract/endpoint.ts';

/** Sends what a handler gave in the endpoint's format. */
export function answerWith(context: Context, endpoint: Endpoint, answer: unknown): Response {
  // What is remembered is nobody else's: no proxy or browser keeps it.
  context.header('cache-control', 'no-store');
  if (endpoint.format === 'ndjson') return answerLines(context, answer as AsyncIterable<unknown>);
  if (endpoint.format === 'events') return answerEvents(context, answer as AsyncIterable<NumberedEvent>);
  return context.json(answer ?? {}, endpoint.status ?? 200);
}

/** One JSON value a line, written as fast as the client reads. */
function answerLines(context: Context, rows: AsyncIterable<unknown>): Response {
  context.header('content-type', 'application/x-ndjson');
  return stream(context, async (output) => {
    for await (const row of rows) {
      if (output.aborted) return;
      await output.write(`${JSON.stringify(row)}\n`);
    }
  });
}

interface NumberedEvent {
  readonly seq: number;
}

// Shorter than the minute after which proxies give up on a silent connection.
const HEARTBEAT_MS = 15_000;

/** Server-sent events whose ids are their numbers, with a comment now and then while nothing happens. */
function answerEvents(context: Context, events: AsyncIterable<NumberedEvent>): Response {
  return streamSSE(context, async (output) => {
    const heartbeat = setInterval(() => void output.write(': still here\n\n'), HEARTBEAT_MS);
    try {
      for await (const event of events) {
        if (output.aborted) return;
        await output.writeSSE({ id: String(event.seq), data: JSON.stringify(event) });
      }
    } finally {
      clearInterval(heartbeat);
    }
  });
}
