import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { Endpoint } from '../contract/endpoint.ts';

/** Sends what a handler gave in the endpoint's format. */
export function answerWith(context: Context, endpoint: Endpoint, answer: unknown): Response {
  // What is remembered is nobody else's: no proxy or browser keeps it.
  context.header('cache-control', 'no-store');
  if (endpoint.format === 'ndjson') return answerLines(context, answer as AsyncIterable<unknown>);
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
