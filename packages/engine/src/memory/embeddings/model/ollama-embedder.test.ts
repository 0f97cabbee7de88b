import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedderContract } from '../../../../test/contracts/embedder-contract.ts';
import {
  type EmbeddingServer,
  ollamaAnswer,
  sendJson,
  startEmbeddingServer,
} from '../../../../test/embedding-server.ts';
import type { Embedder } from './embedder.ts';
import { createOllamaEmbedder, type OllamaEmbedderOptions } from './ollama-embedder.ts';

const DIMENSION = 768;

let server: EmbeddingServer;
beforeAll(async () => {
  server = await startEmbeddingServer(ollamaAnswer(DIMENSION));
});
afterAll(() => server.close());

function embedderOf(options: Partial<OllamaEmbedderOptions> = {}): Embedder {
  return createOllamaEmbedder({ baseUrl: server.url, model: 'nomic-embed-text:latest', batchSize: 2, ...options });
}

embedderContract('Ollama', () => embedderOf());

test('asks for all texts of a batch at once, and the model to cut what is too long for it', async () => {
  await embedderOf().embed(['a', 'b']);
  const { path, body } = server.requests.at(-1)!;
  expect(path).toBe('/api/embed');
  expect(body).toEqual({ model: 'nomic-embed-text:latest', input: ['a', 'b'], truncate: true });
});

test('knows the dimension of common models, and needs it for others', () => {
  expect(embedderOf()).toMatchObject({ dimension: 768, modelId: 'ollama/nomic-embed-text:latest', location: 'remote' });
  expect(() => embedderOf({ model: 'mystery' })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  expect(embedderOf({ model: 'mystery', dimension: 5 }).dimension).toBe(5);
});

test('a model that was not pulled is refused, not waited for', async () => {
  server.answerNext((_, response) =>
    sendJson(response, 404, { error: 'model "mystery" not found, try pulling it first' }),
  );
  await expect(embedderOf().embed(['a'])).rejects.toMatchObject({ code: 'embedder-refused', details: { status: 404 } });
});

test.each([{ embeddings: null }, { embedding: [1] }, []])('%j is no answer', async (answer) => {
  server.answerNext((_, response) => sendJson(response, 200, answer));
  await expect(embedderOf().embed(['a'])).rejects.toMatchObject({ code: 'embedder-answer-invalid' });
});
