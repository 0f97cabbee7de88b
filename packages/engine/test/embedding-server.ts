import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the server got it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly model: string; readonly input: readonly string[] } & Readonly<Record<string, unknown>>;
}

/** Answers one request. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** An embedding API on the loopback interface. */
export interface EmbeddingServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** How the next requests are answered, one each; after them as the API does. */
  answerNext(...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

/** The vector that the servers give a text: the same for the same text, another for another. */
export function vectorOf(input: string, dimension: number): number[] {
  const bytes = createHash('sha256').update(input).digest();
  return Array.from({ length: dimension }, (_, at) => (bytes[at % 32]! - 127.5) / 128 + at / 1000);
}

/** Speaks as OpenAI's API does. */
export const openAiAnswer =
  (dimension: number): Answer =>
  ({ body }, response) => {
    const data = body.input.map((input, index) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(input, dimension),
    }));
    sendJson(response, 200, { object: 'list', model: body.model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
  };

/** Speaks as Ollama does. */
export const ollamaAnswer =
  (dimension: number): Answer =>
  ({ body }, response) => {
    const embeddings = body.input.map((input) => vectorOf(input, dimension));
    sendJson(response, 200, { model: body.model, embeddings, total_duration: 1 });
  };

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Starts on a free port. */
export async function startEmbeddingServer(usual: Answer): Promise<EmbeddingServer> {
  const requests: ReceivedRequest[] = [];
  const planned: Answer[] = [];
  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(incoming)) as ReceivedRequest['body'];
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    (planned.shift() ?? usual)(request, response);
  }
  const server = createServer((incoming, response) => void receive(incoming, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerNext: (...answers) => void planned.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
