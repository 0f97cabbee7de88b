import { apiAddress } from '../../../base/post-json.ts';
import { requireDimension, type Embedder } from './embedder.ts';
import { invalidAnswer } from './embedder-answer.ts';
import { createHttpEmbedder, type HttpEmbedderOptions } from './http-embedder.ts';

/** An OpenAI-compatible service: OpenAI, Azure, vLLM, llama.cpp, LM Studio, TEI, LiteLLM and others. */
export interface OpenAiEmbedderOptions extends HttpEmbedderOptions {
  /** Up to and without `/embeddings`: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Sent as bearer token; many local servers need none. */
  readonly apiKey?: string;
  /** Length of the vectors. Known of OpenAI's own models; needed for every other. */
  readonly dimension?: number;
}

/** Lengths that OpenAI documents. The third generation can be asked for shorter vectors, the second cannot. */
const KNOWN: Readonly<Record<string, { readonly dimension: number; readonly canShorten: boolean }>> = {
  'text-embedding-3-small': { dimension: 1536, canShorten: true },
  'text-embedding-3-large': { dimension: 3072, canShorten: true },
  'text-embedding-ada-002': { dimension: 1536, canShorten: false },
};

/**
 * Embeds through `POST <baseUrl>/embeddings`. Remote: recall never waits for it.
 * Fails with 'invalid-input' on a wrong setting, before any request.
 *
 * ```ts
 * const embedder = createOpenAiEmbedder({ baseUrl: 'http://127.0.0.1:8080/v1', model: 'bge-small-en-v1.5', dimension: 384 });
 * ```
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, apiKey } = options;
  const known = KNOWN[model];
  const dimension = requireDimension(model, options.dimension ?? known?.dimension);
  const modelId = options.modelId ?? `openai/${model}`;
  // Only where it is understood: other servers refuse a field that they do not know.
  const shortened = known?.canShorten && dimension !== known.dimension ? { dimensions: dimension } : {};
  return createHttpEmbedder(
    {
      modelId,
      dimension,
      url: apiAddress('an embedder', options.baseUrl, 'embeddings'),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      bodyOf: (input) => ({ model, input, encoding_format: 'float', ...shortened }),
      rowsOf: (answer) => rowsByIndex(modelId, answer),
    },
    options,
  );
}

/**
 * The API numbers its rows; servers that work on several texts at once may send them in another order. A number that comes twice
 * leaves a gap elsewhere, which is refused as a row without a vector.
 */
function rowsByIndex(modelId: string, answer: unknown): unknown[] {
  const data: unknown = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw invalidAnswer(modelId, 'did not return a list of vectors');
  const rows = Array.from<unknown>({ length: data.length });
  for (const [position, item] of (data as ({ index?: unknown; embedding?: unknown } | null)[]).entries()) {
    const index = item?.index ?? position;
    if (typeof index !== 'number' || !(index in rows))
      throw invalidAnswer(modelId, 'returned a vector that belongs to no text');
    rows[index] = item?.embedding;
  }
  return rows;
}
