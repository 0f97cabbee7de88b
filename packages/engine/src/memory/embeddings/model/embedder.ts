import { InklingError } from '../../../base/errors.ts';

/** The embedding port: texts to vectors. None is the default, so nothing is downloaded, no key is needed and no network is used. */

/** What a caller may add to one call of {@link Embedder.embed}. */
export interface EmbedOptions {
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Some models expect a different prefix for a question and for what is searched. (Default: 'document') */
  readonly kind?: 'query' | 'document';
}

/** A model that turns texts into vectors. Contract section 4 (Embeddings). */
export interface Embedder {
  /** Names the vector space. Vectors whose ids or dimensions differ are never compared. */
  readonly modelId: string;
  /** Components in each vector. */
  readonly dimension: number;
  /**
   * 'local' computes inside this process, so recall may wait for it within a deadline. Everything behind a socket is 'remote',
   * a server on the same machine too: a cold model answers after seconds, and recall has 100 ms for everything.
   */
  readonly location: 'local' | 'remote';
  /**
   * One finite vector for each text, in order; its length says nothing.
   * Fails with 'embedder-unavailable' (try again later), 'embedder-refused' (the request is wrong), 'embedder-answer-invalid'
   * (wrong count, dimension or numbers) or 'dependency-missing'. Nothing is embedded in part: it answers for all texts or fails.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
}

/** Far above every model in use. */
const MAX_DIMENSION = 16_000;

/** Fails with 'invalid-input' unless the value is a whole number from 1 to `largest`. */
export function requireWhole(name: string, value: number, largest: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 1 && value <= largest) return value;
  throw new InklingError('invalid-input', `${name} of an embedder must be a whole number from 1 to ${largest}.`);
}

/** The dimension that was set, or the one that is known of the model. Fails with 'invalid-input' when there is neither. */
export function requireDimension(model: string, dimension: number | undefined): number {
  if (dimension !== undefined) return requireWhole('dimension', dimension, MAX_DIMENSION);
  throw new InklingError('invalid-input', `The dimension of the embedding model ${model} is not known.`, {
    hint: 'Set `dimension` to the length of its vectors.',
  });
}
