import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOnnxEmbedder, type OnnxEmbedderOptions } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedderContract } from '../contracts/embedder-contract.ts';

/** Answers as the library does; a text 'burn' holds its thread, 'break' fails, and a model folder is loaded once. */
const LIBRARY = `
  let loads = 0;
  export async function pipeline(task, model, options) {
    loads += 1;
    if (task !== 'feature-extraction' || !options.local_files_only) throw new Error('unexpected call');
    return async (texts, { pooling, normalize }) => {
      if (texts.includes('break')) throw new Error('session is broken');
      const end = performance.now() + (texts.includes('burn') ? 300 : 0);
      while (performance.now() < end);
      if (pooling !== 'mean' || !normalize) throw new Error('unexpected pooling');
      const rows = texts.map((text) => [text.length, text.charCodeAt(0) || 0, text.charCodeAt(1) || 0, loads]);
      return { dims: [texts.length, 4], data: Float32Array.from(rows.flat()) };
    };
  }`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-onnx-'));
  await writeFile(join(folder, 'library.mjs'), LIBRARY);
});
afterAll(() => rm(folder, { recursive: true }));

const embedderOf = (options: Partial<OnnxEmbedderOptions> = {}) =>
  createOnnxEmbedder({
    model: folder,
    dimension: 4,
    batchSize: 3,
    modelId: 'onnx/test',
    library: pathToFileURL(join(folder, 'library.mjs')).href,
    ...options,
  });

embedderContract('ONNX in its thread', () => embedderOf());

test('the model is loaded once, and the calling thread stays free while it computes', async () => {
  const embedder = embedderOf();
  await embedder.embed(['first']);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const [vector] = await embedder.embed(['burn']);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(5);
  expect(vector?.[3]).toBe(1);
});

test('a pass that fails is embedder-unavailable, and the next one loads the model anew', async () => {
  const embedder = embedderOf();
  await expect(embedder.embed(['break'])).rejects.toMatchObject({ code: 'embedder-unavailable' });
  expect((await embedder.embed(['again']))[0]?.[3]).toBe(2);
});

test('codes survive the way between the threads', async () => {
  const missing = embedderOf({ library: pathToFileURL(join(folder, 'nothing.mjs')).href });
  await expect(missing.embed(['a'])).rejects.toMatchObject({ code: 'dependency-missing' });
  const nowhere = embedderOf({ model: join(folder, 'nowhere') });
  await expect(nowhere.embed(['a'])).rejects.toMatchObject({ code: 'invalid-input' });
});
