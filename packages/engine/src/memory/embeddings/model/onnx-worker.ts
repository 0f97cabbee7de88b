/** The thread that runs a model. */
import { parentPort } from 'node:worker_threads';
import { answerCalls } from '../../../base/threads/worker-calls.ts';
import { loadMiniLm } from './load-minilm.ts';
import { type FeatureExtraction, loadOnnxPipeline, type ThreadRequest } from './onnx-pipeline.ts';

let loading: Promise<FeatureExtraction> | null = null;

answerCalls(parentPort, async (request) => {
  const { model, texts, options } = request as ThreadRequest;
  loading ??= model === 'minilm' ? loadMiniLm() : loadOnnxPipeline(model);
  try {
    const extract = await loading;
    const { dims, data } = await extract(texts, options);
    // The library's tensors cannot be sent to another thread.
    return { dims: [...dims], data: Float32Array.from(data) };
  } catch (error) {
    // A failed load is tried again; a failed pass loads anew, which a broken session needs.
    loading = null;
    throw error;
  }
});
