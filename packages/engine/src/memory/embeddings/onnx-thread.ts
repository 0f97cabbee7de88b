import { Worker } from 'node:worker_threads';
import { InklingError } from '../../base/errors.ts';
import { createWorkerCalls } from '../../base/worker-calls.ts';
import type { FeatureExtraction, OnnxModel, OnnxRequest } from './onnx-pipeline.ts';

/**
 * A pipeline in a thread of its own: tokenizing and parts of the model's run hold the thread they are called on, and recall's
 * deadline is kept on the caller's. Started by the first call; it does not keep the process alive. Fails as `loadOnnxPipeline` does.
 */
export function createOnnxThread({ model, allowRemoteModels, dtype, library }: OnnxModel): FeatureExtraction {
  const calls = createWorkerCalls<OnnxRequest>({ startWorker, toError: (cause) => failed(model, cause) });
  // Only what can be sent: options may hold functions.
  const loaded: OnnxModel = {
    model,
    ...(allowRemoteModels === undefined ? {} : { allowRemoteModels }),
    ...(dtype === undefined ? {} : { dtype }),
    ...(library === undefined ? {} : { library }),
  };
  return (texts, options) => calls.ask({ model: loaded, texts, options }) as ReturnType<FeatureExtraction>;
}

/** Worker threads cannot run TypeScript on Node 20, so this works from the built package. */
function startWorker(): Worker {
  return new Worker(new URL('./onnx-worker.js', import.meta.url), { name: 'inkling-onnx', execArgv: [] });
}

function failed(model: string, cause: unknown): InklingError {
  return new InklingError('embedder-unavailable', `The ONNX model ${model} failed.`, {
    wayOut: 'Recall works on words and paths meanwhile.',
    cause,
  });
}
