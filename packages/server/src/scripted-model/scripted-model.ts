import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { anthropicMessages } from './dialects/anthropic-messages.ts';
import { geminiContent } from './dialects/gemini-content.ts';
import { openaiChat, openaiResponses } from './dialects/openai.ts';
import { recordAt } from '../base/record.ts';
import {
  jsonAnswer,
  type ModelDialect,
  type ModelRequest,
  replyTo,
  type ScriptStep,
  type WireAnswer,
} from './model-dialect.ts';

/** A request that reached the scripted model, in the order in which they came. */
export interface RecordedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** What was asked of the model; null = something else was asked for. */
  readonly asked: ModelRequest | null;
}

/** A model on the loopback interface that does what a script says. It needs no key and no network. */
export interface ScriptedModel {
  /** Without a slash at its end. */
  readonly url: string;
  /** Grows while clients ask. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

const DIALECTS: readonly ModelDialect[] = [anthropicMessages, openaiResponses, openaiChat, geminiContent];

/** What happens beside a script. */
export interface ScriptedModelOptions {
  /** Hears of each request before it is answered; the answer waits for it. What it throws is the answer. */
  readonly beforeAnswer?: (asked: ModelRequest) => Promise<void> | void;
  /** Whether a request is none of the conversation, though it declares tools: it is answered with a few words. (Default: none is) */
  readonly isAside?: (asked: ModelRequest) => boolean;
  /** How many tokens the answer says that the request had: a client compacts when they are many. (Default: 100) */
  readonly inputTokens?: (asked: ModelRequest) => number | undefined;
}

/** Starts the model on any free port. Every client that speaks one of the four dialects gets the same script. */
export async function startScriptedModel(
  steps: readonly ScriptStep[],
  options: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, { steps, requests, ...options }).then(
      ({ status, ...wire }) => send(response, status, wire),
      (error: unknown) => send(response, 400, jsonAnswer({ error: { message: String(error) } })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a server that listens has an address');
  return { url: `http://127.0.0.1:${address.port}`, requests, close: () => close(server) };
}

interface Playing extends ScriptedModelOptions {
  readonly steps: readonly ScriptStep[];
  readonly requests: RecordedRequest[];
}

async function answer(
  request: IncomingMessage,
  { steps, requests, beforeAnswer, isAside, inputTokens }: Playing,
): Promise<WireAnswer & { readonly status: number }> {
  const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method ?? 'GET';
  const dialect = method === 'POST' ? DIALECTS.find((one) => one.asks(path)) : undefined;
  const body = await readText(request);
  if (!dialect) {
    requests.push({ method, path, asked: null });
    return onTheSide(path);
  }
  const asked = dialect.read(recordAt(JSON.parse(body)), path);
  requests.push({ method, path, asked });
  await beforeAnswer?.(asked);
  const played = isAside?.(asked) ? { ...asked, tools: [] } : asked;
  return { status: 200, ...dialect.write(replyTo(played, steps, inputTokens?.(asked)), asked) };
}

/** Clients count tokens and list models; whatever else they look for (a package, an update) is not there. */
function onTheSide(path: string): WireAnswer & { readonly status: number } {
  if (path.endsWith('/count_tokens')) return { status: 200, ...jsonAnswer({ input_tokens: 100 }) };
  if (path.endsWith(':countTokens')) return { status: 200, ...jsonAnswer({ totalTokens: 100 }) };
  return { status: 404, ...jsonAnswer({ error: { message: `nothing is at ${path}` } }) };
}

function send(response: ServerResponse, status: number, { contentType, body }: WireAnswer): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
