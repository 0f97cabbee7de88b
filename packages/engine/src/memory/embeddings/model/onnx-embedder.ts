import { invalidAnswer } from './embedder-answer.ts';
import { embedInBatches, prepareTexts, type TextPreparation } from './embed-in-batches.ts';
import { type Embedder, requireDimension, requireWhole } from './embedder.ts';
import type { FeatureExtraction, OnnxModel, ThreadRequest, ModelOutput } from './onnx-pipeline.ts';
import { InklingError } from '../../../base/errors.ts';
import { startWorker } from '../../../base/threads/start-worker.ts';
import { createWorkerCalls } from '../../../base/threads/worker-calls.ts';

/** A model that runs in this process, by `@huggingface/transformers` (an optional peer). */
export interface OnnxEmbedderOptions extends OnnxModel, TextPreparation {
  /** Length of the vectors. */
  readonly dimension: number;
  /** Overrides the name of the vector space. (Default: 'onnx/' and the last part of `model`) */
  readonly modelId?: string;
  /** How the vectors of the words become one: 'mean' for MiniLM and E5, 'cls' for BGE. (Default: 'mean') */
  readonly pooling?: 'mean' | 'cls' | 'last_token';
  /** Texts in one pass; memory grows with it. (Default: 16) */
  readonly batchSize?: number;
}

/**
 * Embeds in a thread of this process, without network. The model is loaded on the first call, once; a failed load is tried again.
 * A pass cannot be interrupted: aborting rejects after the batch that is running.
 */
export function createOnnxEmbedder(options: OnnxEmbedderOptions): Embedder {
  // Only what can be sent: options may hold functions.
  const { model, allowRemoteModels = false, dtype, library } = options;
  const more = { ...(dtype === undefined ? {} : { dtype }), ...(library === undefined ? {} : { library }) };
  return createLocalEmbedder(options, createModelThread(model, { model, allowRemoteModels, ...more }));
}

/** An embedder whose vectors `extract` computes. */
export function createLocalEmbedder(options: OnnxEmbedderOptions, extract: FeatureExtraction): Embedder {
  const { model, pooling = 'mean' } = options;
  const batchSize = requireWhole('batchSize', options.batchSize ?? 16);
  const dimension = requireDimension(model, options.dimension);
  const space = { modelId: options.modelId ?? `onnx/${lastPart(model)}`, dimension };
  async function embedBatch(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { dims, data } = await extract([...texts], { pooling, normalize: true });
    return rowsOf(space.modelId, dims, data);
  }
  return {
    ...space,
    location: 'local',
    embed: (texts, { kind, signal } = {}) =>
      embedInBatches(prepareTexts(texts, options, kind), batchSize, space, embedBatch, signal),
  };
}

function rowsOf(modelId: string, dims: readonly number[], data: ArrayLike<number>): Float32Array[] {
  const [count = 0, dimension = 0] = dims;
  if (dims.length !== 2 || data.length !== count * dimension)
    throw invalidAnswer(modelId, 'did not return a table of vectors');
  const numbers = Float32Array.from(data);
  return Array.from({ length: count }, (_, row) => numbers.subarray(row * dimension, (row + 1) * dimension));
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/**
 * A model in a thread of its own, by the name that its failures tell: tokenizing and parts of its run hold the thread they are called on, and
 * recall's deadline is kept on the caller's. Started by the first call; it does not keep the process alive. Fails as `loadOnnxPipeline` does.
 */
export function createModelThread(name: string, model: ThreadRequest['model']): FeatureExtraction {
  const calls = createWorkerCalls<ThreadRequest, ModelOutput>({
    startWorker: () => startWorker('memory/embeddings/model/onnx-worker.js', { name: 'inkling-model' }),
    toError: (cause) =>
      new InklingError('embedder-unavailable', `The embedding model ${name} failed.`, {
        hint: 'Recall works on words and paths meanwhile.',
        cause,
      }),
  });
  return (texts, options) => calls.ask({ model, texts, options });
}
