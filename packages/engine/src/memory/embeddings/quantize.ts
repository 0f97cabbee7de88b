import { InklingError } from '../../base/errors.ts';

const LARGEST = 127;

/** A vector's direction in one byte for each component: a quarter of Float32, and integer arithmetic to compare. */
export interface QuantizedVector {
  /** -127 … 127 each. */
  readonly components: Int8Array;
  /** 1 / length of `components`, as Float32: components × scale has length 1. 0 for the zero vector. */
  readonly scale: number;
}

/**
 * Rounds the direction of a vector to int8. Its length is dropped: only cosines are compared.
 * With s = largest |component| of the unit vector / 127, a cosine of two rounded vectors differs from the exact one by at most
 * √(d/2) × (s₁ + s₂). Measured on clustered vectors of 256 dimensions: 0.0027 at most. Fails with 'invalid-input' on NaN or ∞.
 */
export function quantize(vector: Float32Array): QuantizedVector {
  const largest = largestMagnitude(vector);
  const components = new Int8Array(vector.length);
  if (largest === 0) return { components, scale: 0 };
  const factor = LARGEST / largest;
  for (let index = 0; index < vector.length; index++) components[index] = Math.round(vector[index]! * factor);
  return { components, scale: scaleOf(components) };
}

/** Cosine of two quantized vectors of one dimension, in [-1, 1]; 0 when one of them is the zero vector. */
export function cosineOf(a: QuantizedVector, b: QuantizedVector): number {
  return boundedCosine(dotProduct(a.components, 0, b.components, 0, a.components.length), a.scale * b.scale);
}

/** Rounding of the two scales may leave a product a hair outside of [-1, 1]. */
export function boundedCosine(dot: number, scale: number): number {
  return Math.max(-1, Math.min(1, dot * scale));
}

/** Integer dot product of `length` components from two offsets. Exact: 127² × 16384 is below 2³¹. */
export function dotProduct(a: Int8Array, aFrom: number, b: Int8Array, bFrom: number, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index++) sum += a[aFrom + index]! * b[bFrom + index]!;
  return sum;
}

function scaleOf(components: Int8Array): number {
  return Math.fround(1 / Math.sqrt(dotProduct(components, 0, components, 0, components.length)));
}

function largestMagnitude(vector: Float32Array): number {
  let largest = 0;
  for (const component of vector) {
    if (!Number.isFinite(component))
      throw new InklingError('invalid-input', 'A vector holds a number that is not finite.');
    largest = Math.max(largest, Math.abs(component));
  }
  return largest;
}
