import { apiAddress } from '../../../base/post-json.ts';
import { invalidAnswer } from './embedder-answer.ts';
import { type Embedder, requireDimension } from './embedder.ts';
import { createHttpEmbedder, type HttpEmbedderOptions } from './http-embedder.ts';

/** A server of Ollama, 0.3 or later. */
export interface OllamaEmbedderOptions extends HttpEmbedderOptions {
  /** (Default: 'http://127.0.0.1:11434') */
  readonly baseUrl?: string;
  /** Length of the vectors. Known of the common models; needed for every other. */
  readonly dimension?: number;
}

/** Lengths from the models' own cards, tag not counted. */
const KNOWN: Readonly<Record<string, number>> = {
  'all-minilm': 384,
  'bge-m3': 1024,
  'mxbai-embed-large': 1024,
  'nomic-embed-text': 768,
};

/**
 * Embeds through `POST <baseUrl>/api/embed`. The model must be there: nothing is pulled. Remote, also on the same machine.
 * Fails with 'invalid-input' on a wrong setting, before any request.
 *
 * ```ts
 * const embedder = createOllamaEmbedder({ model: 'nomic-embed-text', queryPrefix: 'search_query: ', documentPrefix: 'search_document: ' });
 * ```
 */
export function createOllamaEmbedder(options: OllamaEmbedderOptions): Embedder {
  const { model, baseUrl = 'http://127.0.0.1:11434' } = options;
  const [name = model] = model.split(':');
  const modelId = options.modelId ?? `ollama/${model}`;
  return createHttpEmbedder(
    {
      modelId,
      dimension: requireDimension(model, options.dimension ?? KNOWN[name]),
      url: apiAddress('an embedder', baseUrl, 'api/embed'),
      headers: {},
      bodyOf: (input) => ({ model, input, truncate: true }),
      rowsOf(answer) {
        const rows: unknown = (answer as { embeddings?: unknown } | null)?.embeddings;
        if (!Array.isArray(rows)) throw invalidAnswer(modelId, 'did not return a list of vectors');
        return rows as unknown[];
      },
    },
    options,
  );
}
