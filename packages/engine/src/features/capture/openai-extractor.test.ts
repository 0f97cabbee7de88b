import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers, says, startChatServer, type ChatAnswer, type ChatServer } from '../../../test/chat-server.ts';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createOpenAiExtractor, type OpenAiExtractorOptions } from './openai-extractor.ts';
import type { StatementExtractor } from './statement-extractor.ts';

const ANSWER = { statements: [] };
const DIGEST = 'user: hello';

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer(says(ANSWER));
});
afterAll(() => server.close());

const extractorOf = (options: Partial<OpenAiExtractorOptions> = {}): StatementExtractor =>
  createOpenAiExtractor({ baseUrl: server.url, model: 'm', ...options });
const ended = async (answer: ChatAnswer): Promise<unknown> => {
  server.answerNext(answer);
  return extractorOf()
    .extract(DIGEST)
    .catch((error: unknown) => error);
};

describe('the request', () => {
  test('carries model, digest, limit and key', async () => {
    const extractor = extractorOf({ apiKey: 'secret-key', headers: { 'x-team': 'blue' }, maxAnswerTokens: 300 });
    expect(await extractor.extract(DIGEST)).toEqual({ answer: ANSWER, tokens: 120 });
    const { path, headers, body } = server.requests.at(-1)!;
    expect(path).toBe('/v1/chat/completions');
    expect(headers).toMatchObject({ authorization: 'Bearer secret-key', 'x-team': 'blue' });
    expect(body).toMatchObject({ model: 'm', max_tokens: 300, temperature: 0 });
    expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(body.messages[1]?.content).toBe(DIGEST);
  });

  test('has more fields where a service wants them, and never another limit than what was reserved', async () => {
    const parameters = { temperature: 1, max_completion_tokens: 99_999, messages: [], model: 'other' };
    await extractorOf({ answerLimit: 'max_completion_tokens', parameters }).extract(DIGEST);
    const { body } = server.requests.at(-1)!;
    expect(body).toMatchObject({ model: 'm', temperature: 1, max_completion_tokens: 1000 });
    expect(body.messages).toHaveLength(2);
    expect(body).not.toHaveProperty('max_tokens');
  });

  test('can take no more tokens than are reserved: a token has a byte at least', () => {
    const sent = server.requests
      .at(-1)!
      .body.messages.map(({ content }) => content)
      .join('');
    expect(extractorOf().mostTokens(DIGEST)).toBeGreaterThanOrEqual(Buffer.byteLength(sent) + 1000);
    expect(extractorOf().mostTokens('漢'.repeat(100)) - extractorOf().mostTokens('')).toBe(300);
  });
});

test.each([
  ['a fence around it', says('```json\n{"statements":[]}\n```'), 120],
  ['no count of tokens', says(ANSWER, null), null],
  ['a count that is none', says(ANSWER, -5), null],
])('%s is understood', async (_what, answer, tokens) => {
  expect(await ended(answer)).toEqual({ answer: ANSWER, tokens });
});

test.each([
  [
    'status 429',
    answers(429, '{"error":{"code":"rate_limit_exceeded","message":"secret"}}', { 'retry-after': '1' }),
    'extractor-unavailable',
  ],
  ['status 500', answers(500, 'oops'), 'extractor-unavailable'],
  ['status 401', answers(401, '{"error":{"message":"wrong key secret"}}'), 'extractor-refused'],
  ['a page', answers(200, '<html>login</html>'), 'extractor-answer-invalid'],
  ['half a JSON', answers(200, '{"choices":['), 'extractor-answer-invalid'],
  ['no message', answers(200, '{"choices":[]}'), 'extractor-answer-invalid'],
  ['choices that are none', answers(200, '{"choices":"x"}'), 'extractor-answer-invalid'],
  ['prose', says('Sure! Here is what I learned.'), 'extractor-answer-invalid'],
  ['10 MB', says('x'.repeat(10_000_000)), 'extractor-answer-invalid'],
  ['another address', answers(302, '', { location: 'http://127.0.0.1:1/' }), 'extractor-unavailable'],
  ['a connection that breaks', (_request, response) => response.destroy(), 'extractor-unavailable'],
] as readonly (readonly [string, ChatAnswer, string])[])(
  '%s fails with its code, after one attempt',
  async (_what, answer, code) => {
    const before = server.requests.length;
    const error = await ended(answer);
    expect(error).toMatchObject({ code, details: { modelId: 'openai/m' } });
    expect((error as Error).message).not.toContain('secret');
    expect(server.requests).toHaveLength(before + 1);
  },
);

test('a service that does not answer is given up in time, and at once when nobody waits any more', async () => {
  const clock = createManualClock();
  server.answerNext(() => undefined);
  const late = extractorOf({ clock, timeoutMs: 5_000 })
    .extract(DIGEST)
    .catch((error: unknown) => error);
  clock.advance(5_000);
  expect(await late).toMatchObject({ code: 'extractor-unavailable' });
  server.answerNext(() => undefined);
  const controller = new AbortController();
  const left = extractorOf().extract(DIGEST, { signal: controller.signal });
  controller.abort(new Error('nobody waits'));
  await expect(left).rejects.toThrow('nobody waits');
});

test('settings that cannot work are refused before any request', () => {
  expect(() => extractorOf({ baseUrl: 'localhost' })).toThrow(/http or https/);
  expect(() => extractorOf({ baseUrl: 'http://key@host/v1' })).toThrow(/without a user name/);
  expect(() => extractorOf({ maxAnswerTokens: 0 })).toThrow(/whole number/);
  expect(() => extractorOf({ timeoutMs: 1.5 })).toThrow(/whole number/);
});
