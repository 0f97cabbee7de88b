import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the service got it. */
export interface ReceivedChat {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>> & {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

/** Answers one request. */
export type ChatAnswer = (request: ReceivedChat, response: ServerResponse) => void;

/** A chat service on the loopback interface, in place of one that costs. */
export interface ChatServer {
  readonly url: string;
  readonly requests: readonly ReceivedChat[];
  /** How the next requests are answered, one each; after them as usual. */
  answerNext(...answers: readonly ChatAnswer[]): void;
  close(): Promise<void>;
}

/** Says a text, as the services do. */
export function says(content: unknown, tokens: number | null = 120): ChatAnswer {
  return (_request, response) => {
    const message = { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) };
    const usage = tokens === null ? {} : { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: tokens } };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, message }], ...usage }));
  };
}

/** Answers with a status and any body. */
export function answers(status: number, body: string, headers: Record<string, string> = {}): ChatAnswer {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

/** Starts on a free port. */
export async function startChatServer(usual: ChatAnswer): Promise<ChatServer> {
  const requests: ReceivedChat[] = [];
  const planned: ChatAnswer[] = [];
  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(incoming)) as ReceivedChat['body'];
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    (planned.shift() ?? usual)(request, response);
  }
  const server = createServer((incoming, response) => void receive(incoming, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerNext: (...next) => void planned.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
