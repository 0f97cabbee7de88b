import type { QuantizedVector } from './quantize.ts';

/** What a scope's vectors have in common: those of other models or dimensions are never compared with them. */
export interface VectorSpace {
  readonly modelId: string;
  readonly dimension: number;
}

/** One observation's stored vector. */
export interface StoredEmbedding {
  readonly observationId: string;
  readonly vector: QuantizedVector;
}

/** What is compared with a question. */
export interface VectorQuestion {
  readonly vector: Float32Array;
  /** How many of the nearest. */
  readonly nearest: number;
  /** Ids whose similarity is wanted whether or not they are near. */
  readonly ids: readonly string[];
}

/** The answer to a question. */
export interface VectorMatch {
  /** Cosines of the nearest, and of those asked for that have a vector. */
  readonly similarities: ReadonlyMap<string, number>;
  /** The cosine of a vector of this scope that has nothing to do with the question; null = there are no vectors. */
  readonly typical: number | null;
}

/** Holds the vectors of many scopes, wherever they live. A scope is loaded from `open` until `drop`, or until its thread is lost. */
export interface VectorHost {
  /** Whether the scope is loaded, as far as this thread knows. */
  has(scopeKey: string): boolean;
  /** Starts an empty scope in place of what was there. */
  open(scopeKey: string, space: VectorSpace): Promise<void>;
  /** Adds or replaces vectors and answers how many there are now; null when the scope is not loaded. */
  put(scopeKey: string, stored: readonly StoredEmbedding[]): Promise<number | null>;
  /** Unknown ids are no error. False when the scope is not loaded. */
  remove(scopeKey: string, ids: readonly string[]): Promise<boolean>;
  /** Null when the scope is not loaded. Rejects with the signal's reason as soon as it aborts. */
  match(scopeKey: string, question: VectorQuestion, signal?: AbortSignal): Promise<VectorMatch | null>;
  /** Forgets a scope. */
  drop(scopeKey: string): Promise<void>;
  /** Forgets everything; calls under way and later ones reject with code `closed`. Idempotent. */
  close(): Promise<void>;
}
