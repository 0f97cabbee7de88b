import { boundedCosine, dotProduct, type QuantizedVector } from '../src/memory/embeddings/store/quantize.ts';

/** Cosine of two quantized vectors of one dimension, in [-1, 1]; 0 when one of them is the zero vector. */
export function cosineOf(a: QuantizedVector, b: QuantizedVector): number {
  return boundedCosine(dotProduct(a.components, 0, b.components, 0, a.components.length), a.scale * b.scale);
}
