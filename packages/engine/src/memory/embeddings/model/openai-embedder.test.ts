import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedderContract } from '../../../../test/contracts/embedder-contract.ts';
import {
  type EmbeddingServer,
  openAiAnswer,
  sendJson,
  startEmbeddingServer,
  vectorOf,
} from '../../../../test/embedding-server.ts';
import { createManualClock } from '../../../../test/manual-clock.ts';
import type { Embedder } from './embedder.ts';
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts';

const DIMENSION = 8;
const TIMEOUT_MS = 7777;

let server: EmbeddingServer;
beforeAll(async () => {
  server = await startEmbeddingServer(openAiAnswer(DIMENSION));
});
afterAll(() => server.close());

/** Waits between attempts take no time; a timeout fires when the clock is moved. */
const quickClock = () => createManualClock((ms) => ms !== TIMEOUT_MS);

function embedderOf(options: Partial<OpenAiEmbedderOptions> = {}): Embedder {
  return createOpenAiEmbedder({
    baseUrl: `${server.url}/v1/`,
    model: 'test-model',
    dimension: DIMENSION,
    batchSize: 3,
    timeoutMs: TIMEOUT_MS,
    clock: quickClock(),
    random: () => 1,
    ...options,
  });
}

embedderContract('OpenAI-compatible', () => embedderOf());

describe('the request', () => {
  test('carries model, texts and key, in batches', async () => {
    const from = server.requests.length;
    await embedderOf({ apiKey: 'secret-key', headers: { 'x-team': 'blue' } }).embed(['a', 'b', 'c', 'd']);
    const sent = server.requests.slice(from);
    expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/v1/embeddings', body: { model: 'test-model', input: ['a', 'b', 'c'], encoding_format: 'float' } },
      { path: '/v1/embeddings', body: { model: 'test-model', input: ['d'], encoding_format: 'float' } },
    ]);
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer secret-key', 'x-team': 'blue' });
  });

  test('has no key where none is set', async () => {
    await embedderOf().embed(['a']);
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test('has the prefix of its kind, and long texts cut between characters', async () => {
    const embedder = embedderOf({ queryPrefix: 'query: ', documentPrefix: 'passage: ', maxInputCharacters: 4 });
    await embedder.embed(['abc😀'], { kind: 'query' });
    expect(server.requests.at(-1)?.body.input).toEqual(['query: abc']);
    await embedder.embed(['abcdef']);
    expect(server.requests.at(-1)?.body.input).toEqual(['passage: abcd']);
  });

  test('asks for shorter vectors where the model is known to give them', async () => {
    server.answerNext(openAiAnswer(256), openAiAnswer(1536));
    await embedderOf({ model: 'text-embedding-3-small', dimension: 256 }).embed(['a']);
    expect(server.requests.at(-1)?.body).toMatchObject({ dimensions: 256 });
    await createOpenAiEmbedder({ baseUrl: server.url, model: 'text-embedding-3-small' }).embed(['a']);
    expect(server.requests.at(-1)?.body).not.toHaveProperty('dimensions');
  });

  test('keeps the query of the base address', async () => {
    await embedderOf({ baseUrl: `${server.url}/deployments/x?api-version=1` }).embed(['a']);
    expect(server.requests.at(-1)?.path).toBe('/deployments/x/embeddings?api-version=1');
  });
});

describe('settings that cannot work are refused before any request', () => {
  test.each([
    ['an address without a scheme', { baseUrl: 'localhost:8080' }],
    ['an address that is no http', { baseUrl: 'file:///etc' }],
    ['an address with a password', { baseUrl: 'http://user:secret-key@localhost/v1' }],
    ['a batch of none', { batchSize: 0 }],
    ['a dimension that is no whole number', { dimension: 1.5 }],
    ['no time', { timeoutMs: 0 }],
  ])('%s', (_, options) => {
    expect(() => embedderOf(options)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });

  test('an unknown model without a dimension', () => {
    expect(() => createOpenAiEmbedder({ baseUrl: server.url, model: 'mystery' })).toThrow(/Set `dimension`/);
  });
});

describe('answers that cannot be used', () => {
  const rows = (...embeddings: unknown[]) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) });
  const good = vectorOf('a', DIMENSION);
  test.each([
    ['too few vectors', rows(good)],
    ['too many vectors', rows(good, good, good)],
    ['a shorter vector', rows(good, good.slice(1))],
    ['a longer vector', rows(good, [...good, 1])],
    ['null for NaN', rows(good, good.with(2, null as never))],
    ['numbers as text', rows(good, good.map(String))],
    ['a number too large for Float32', rows(good, good.with(0, 1e300))],
    ['base64 instead of numbers', rows(good, 'AACAPw==')],
    ['no vector in a row', { data: [{ index: 0, embedding: good }, null] }],
    [
      'the same number twice',
      {
        data: [
          { index: 0, embedding: good },
          { index: 0, embedding: good },
        ],
      },
    ],
    [
      'a number out of range',
      {
        data: [
          { index: 0, embedding: good },
          { index: 2, embedding: good },
        ],
      },
    ],
    ['no list', { data: 'none' }],
    ['null', null],
  ])('%s', async (_, answer) => {
    const from = server.requests.length;
    server.answerNext((__, response) => sendJson(response, 200, answer));
    await expect(embedderOf().embed(['a', 'b'])).rejects.toMatchObject({ code: 'embedder-answer-invalid' });
    expect(server.requests.length).toBe(from + 1);
  });

  test.each(['{"data":[{"index":0,"embedding":[NaN', '<html>', ''])('%j, which is no JSON', async (body) => {
    server.answerNext((_, response) => response.end(body));
    await expect(embedderOf().embed(['a'])).rejects.toMatchObject({ code: 'embedder-answer-invalid' });
  });

  test('more bytes than vectors can have', async () => {
    server.answerNext((_, response) => response.end(' '.repeat(100_000)));
    await expect(embedderOf().embed(['a'])).rejects.toThrow(/more than \d+ bytes/);
  });

  test('vectors in another order are put in order', async () => {
    server.answerNext((_, response) =>
      sendJson(response, 200, {
        data: [
          { index: 1, embedding: vectorOf('b', DIMENSION) },
          { index: 0, embedding: vectorOf('a', DIMENSION) },
        ],
      }),
    );
    const expected = ['a', 'b'].map((each) => Float32Array.from(vectorOf(each, DIMENSION)));
    expect(await embedderOf().embed(['a', 'b'])).toEqual(expected);
  });
});

describe('a server in trouble', () => {
  const status =
    (code: number, headers: Record<string, string> = {}) =>
    (_: unknown, response: Parameters<typeof sendJson>[0]): void =>
      sendJson(
        response,
        code,
        { error: { message: 'Wrong key: secret-key', type: 'some_type', code: 'some_code' } },
        headers,
      );

  test.each([429, 500, 502, 503, 408])('status %d is tried again, later each time', async (code) => {
    const clock = quickClock();
    server.answerNext(status(code), status(code), status(code));
    const [vector] = await embedderOf({ clock }).embed(['a']);
    expect(vector).toHaveLength(DIMENSION);
    expect(clock.scheduled.filter((ms) => ms !== TIMEOUT_MS)).toEqual([500, 1000, 2000]);
  });

  test('chance halves a wait at most', async () => {
    const clock = quickClock();
    server.answerNext(status(500));
    await embedderOf({ clock, random: () => 0 }).embed(['a']);
    expect(clock.scheduled.filter((ms) => ms !== TIMEOUT_MS)).toEqual([250]);
  });

  test('Retry-After is kept, as seconds and as a date', async () => {
    const clock = quickClock();
    const date = new Date(clock.now() + 9000).toUTCString();
    server.answerNext(status(429, { 'retry-after': '12' }), status(503, { 'retry-after': date }));
    await embedderOf({ clock }).embed(['a']);
    expect(clock.scheduled.filter((ms) => ms !== TIMEOUT_MS)).toEqual([12_000, 9000]);
  });

  test('a longer wait than a minute is the caller’s to decide', async () => {
    const from = server.requests.length;
    server.answerNext(status(429, { 'retry-after': '3600' }));
    await expect(embedderOf().embed(['a'])).rejects.toMatchObject({
      code: 'embedder-unavailable',
      details: { status: 429 },
    });
    expect(server.requests.length).toBe(from + 1);
  });

  test('after the last attempt the failure is told, without key, text and prose', async () => {
    server.answerNext(status(500), status(500), status(500));
    const error = await embedderOf({ maxRetries: 2, apiKey: 'secret-key' }).embed(['private text']).catch(String);
    expect(error).toContain('answered with status 500 (some_code)');
    expect(error).not.toMatch(/secret-key|private text/);
  });

  test.each([400, 401, 403, 404, 413, 422])('status %d is not tried again', async (code) => {
    const from = server.requests.length;
    server.answerNext(status(code));
    await expect(embedderOf().embed(['a'])).rejects.toMatchObject({
      code: 'embedder-refused',
      details: { status: code },
    });
    expect(server.requests.length).toBe(from + 1);
  });

  test('a redirection is not followed: the key stays with the address that was set', async () => {
    server.answerNext((_, response) => response.writeHead(307, { location: `${server.url}/elsewhere` }).end());
    const refused = embedderOf({ maxRetries: 0 }).embed(['a']);
    await expect(refused).rejects.toMatchObject({ code: 'embedder-unavailable' });
    expect(server.requests.at(-1)?.path).toBe('/v1/embeddings');
  });

  test('a broken connection is tried again', async () => {
    server.answerNext((_, response) => response.destroy());
    expect(await embedderOf().embed(['a'])).toHaveLength(1);
  });

  test('a server that hangs is given up after the timeout and tried again', async () => {
    const clock = quickClock();
    server.answerNext(() => clock.advance(TIMEOUT_MS));
    expect(await embedderOf({ clock }).embed(['a'])).toHaveLength(1);
  });

  test('one that hangs for good is said to hang', async () => {
    const clock = quickClock();
    server.answerNext(() => clock.advance(TIMEOUT_MS));
    const refused = embedderOf({ clock, maxRetries: 0 }).embed(['a']);
    await expect(refused).rejects.toThrow(/gave no answer within 7777 ms.*Try later/);
  });

  test('aborting ends a request that hangs, with the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('given up');
    server.answerNext(() => controller.abort(reason));
    await expect(embedderOf().embed(['a'], { signal: controller.signal })).rejects.toBe(reason);
  });

  test('aborting ends a wait between attempts', async () => {
    const controller = new AbortController();
    const reason = new Error('given up');
    const clock = createManualClock();
    server.answerNext(status(500));
    const aborting: typeof clock = {
      ...clock,
      schedule(callback, ms) {
        if (ms !== TIMEOUT_MS) queueMicrotask(() => controller.abort(reason));
        return clock.schedule(callback, ms);
      },
    };
    const embedding = embedderOf({ clock: aborting }).embed(['a'], { signal: controller.signal });
    await expect(embedding).rejects.toBe(reason);
  });

  test('a server that is not there is unavailable', async () => {
    const gone = await startEmbeddingServer(openAiAnswer(DIMENSION));
    await gone.close();
    const refused = embedderOf({ baseUrl: gone.url, maxRetries: 1 }).embed(['a']);
    await expect(refused).rejects.toMatchObject({ code: 'embedder-unavailable' });
  });
});
