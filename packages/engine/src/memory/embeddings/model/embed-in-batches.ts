import { chunksOf } from '../../../base/lists.ts';
import { readVectors } from './embedder-answer.ts';
import type { VectorSpace } from '../store/vector-host.ts';
import type { EmbedOptions } from './embedder.ts';

/** Embeds one batch: as many rows as texts, not yet checked. */
export type EmbedBatch = (texts: readonly string[], signal: AbortSignal | undefined) => Promise<readonly unknown[]>;

/** Embeds the texts batch after batch and checks every vector. One at a time: the rate limit of a model is shared anyway. */
export async function embedInBatches(
  texts: readonly string[],
  batchSize: number,
  space: VectorSpace,
  embedBatch: EmbedBatch,
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const batch of chunksOf(texts, batchSize)) {
    signal?.throwIfAborted();
    const rows = await embedBatch(batch, signal);
    signal?.throwIfAborted();
    vectors.push(...readVectors(rows, batch.length, space));
  }
  return vectors;
}

/** How texts are changed before a model sees them. */
export interface TextPreparation {
  /** Put before each question, for models that were trained so: `query: `, `search_query: `. (Default: '') */
  readonly queryPrefix?: string;
  /** Put before each text that is searched: `passage: `, `search_document: `. Part of the vector space: see `modelId`. (Default: '') */
  readonly documentPrefix?: string;
  /** Longer texts are cut, prefix not counted, for models that refuse them. (Default: 8192, no observation is longer) */
  readonly maxInputCharacters?: number;
}

/** The texts as the model gets them. */
export function prepareTexts(
  texts: readonly string[],
  preparation: TextPreparation,
  kind: EmbedOptions['kind'] = 'document',
): string[] {
  const prefix = (kind === 'query' ? preparation.queryPrefix : preparation.documentPrefix) ?? '';
  const longest = preparation.maxInputCharacters ?? 8192;
  return texts.map((text) => prefix + cut(text, longest));
}

/** Never through a surrogate pair: half a character is not UTF-8. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest);
}
