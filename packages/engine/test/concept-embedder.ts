import type { EmbedOptions, Embedder } from '../src/memory/embeddings/model/embedder.ts';
import { seededRandom } from './clustered-vectors.ts';

const DIMENSION = 64;

/** Words that mean the same. Every other word means only itself. */
const CONCEPTS: readonly (readonly string[])[] = [
  ['payment', 'billing', 'invoice', 'charge', 'charged'],
  ['retry', 'again', 'repeat', 'twice'],
  ['login', 'signin', 'authentication', 'session'],
  ['slow', 'latency', 'sluggish'],
  ['crash', 'panic', 'abort'],
];

/** What the test embedder does beside embedding. */
export interface ConceptEmbedderOptions {
  readonly modelId?: string;
  readonly location?: Embedder['location'];
  /** Called before each embedding; what it throws or waits for is how the call goes. */
  readonly before?: (texts: readonly string[], options: EmbedOptions) => void | Promise<void>;
}

/** A local model that knows a few synonyms: a text is the sum of its concepts, so a paraphrase without a common word lies near. */
export function createConceptEmbedder(options: ConceptEmbedderOptions = {}): Embedder {
  return {
    modelId: options.modelId ?? 'test/concepts',
    dimension: DIMENSION,
    location: options.location ?? 'local',
    async embed(texts, embedOptions = {}) {
      await options.before?.(texts, embedOptions);
      return texts.map(conceptVector);
    },
  };
}

/** The vector that the embedder gives a text. */
export function conceptVector(text: string): Float32Array {
  const sum = new Float32Array(DIMENSION);
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
    const random = seededRandom(seedOf(CONCEPTS.find((words) => words.includes(word))?.[0] ?? word));
    for (let at = 0; at < DIMENSION; at += 1) sum[at]! += random() - 0.5;
  }
  return sum;
}

function seedOf(word: string): number {
  return [...word].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7);
}
