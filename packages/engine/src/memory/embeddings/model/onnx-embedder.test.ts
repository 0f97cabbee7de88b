import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedderContract } from '../../../../test/contracts/embedder-contract.ts';
import { vectorOf } from '../../../../test/embedding-server.ts';
import { createLocalEmbedder, type OnnxEmbedderOptions } from './onnx-embedder.ts';
import { type FeatureExtraction, loadOnnxPipeline } from './onnx-pipeline.ts';

const DIMENSION = 6;

const extract: FeatureExtraction = async (texts) => ({
  dims: [texts.length, DIMENSION],
  data: Float32Array.from(texts.flatMap((text) => vectorOf(text, DIMENSION))),
});

const embedderOf = (options: Partial<OnnxEmbedderOptions> = {}, by: FeatureExtraction = extract) =>
  createLocalEmbedder({ model: '/models/test-mini/', dimension: DIMENSION, batchSize: 3, ...options }, by);

embedderContract('ONNX', () => embedderOf());

test('is local, and named after the model’s folder', () => {
  expect(embedderOf()).toMatchObject({ location: 'local', modelId: 'onnx/test-mini', dimension: DIMENSION });
});

test('passes the pooling on and asks for unit length', async () => {
  const asked: unknown[] = [];
  const recording: FeatureExtraction = (texts, options) => {
    asked.push(options);
    return extract(texts, options);
  };
  await embedderOf({ pooling: 'cls' }, recording).embed(['a']);
  expect(asked).toEqual([{ pooling: 'cls', normalize: true }]);
});

test.each([
  ['words instead of texts', [1, 4, DIMENSION], 4 * DIMENSION],
  ['another dimension', [1, DIMENSION + 1], DIMENSION + 1],
  ['fewer numbers than said', [1, DIMENSION], DIMENSION - 1],
])('%s is refused', async (_, dims, length) => {
  const embedder = embedderOf({}, async () => ({ dims, data: new Float32Array(length) }));
  await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'embedder-answer-invalid' });
});

describe('loading', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-model-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const library = (calls: unknown[][]) => async () => ({
    pipeline: async (...call: unknown[]) => {
      calls.push(call);
      return extract;
    },
  });

  test('gives the library an absolute folder and forbids the network', async () => {
    const calls: unknown[][] = [];
    await loadOnnxPipeline({ model: relative(process.cwd(), folder) }, library(calls));
    expect(calls).toEqual([['feature-extraction', folder, { local_files_only: true, dtype: 'q8' }]]);
  });

  test('allows the network when that was set, and takes the name as it is', async () => {
    const calls: unknown[][] = [];
    await loadOnnxPipeline({ model: 'some/mini', allowRemoteModels: true, dtype: 'fp32' }, library(calls));
    expect(calls).toEqual([['feature-extraction', 'some/mini', { local_files_only: false, dtype: 'fp32' }]]);
  });

  test('a folder that is not there is refused before the library is loaded', async () => {
    const calls: unknown[][] = [];
    const refused = loadOnnxPipeline({ model: join(folder, 'none') }, library(calls));
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input' });
    expect(calls).toEqual([]);
  });

  test('a missing package is named with the way out', async () => {
    const refused = loadOnnxPipeline({ model: folder });
    await expect(refused).rejects.toMatchObject({
      code: 'dependency-missing',
      message: expect.stringContaining('npm install @huggingface/transformers') as string,
    });
  });

  test('a folder without a model says what belongs there', async () => {
    const broken = async () => ({
      pipeline: async () => {
        throw new Error('file was not found locally');
      },
    });
    await expect(loadOnnxPipeline({ model: folder }, broken)).rejects.toMatchObject({
      code: 'embedder-unavailable',
      message: expect.stringContaining('config.json') as string,
    });
  });
});
