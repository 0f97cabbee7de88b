import { countBits } from '../../../base/count-bits.ts';
import { InklingError } from '../../../base/errors.ts';

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

const WORD = 32;
/** 256 bits: the length that was measured (0.97 to 0.99 recall@10 with a re-rank of 200), and 32 bytes for each observation. */
const FEWEST_WORDS = 8;

/** 32-bit words of a sign code: one bit for each component, padded with zeros to whole words and to 256 bits at least. */
export function signCodeWords(dimension: number): number {
  return Math.max(FEWEST_WORDS, Math.ceil(dimension / WORD));
}

/**
 * Writes one bit for each component, set where it is positive, into `target` from word `at`. Vectors in nearly the same direction
 * have nearly the same bits, so the Hamming distance pre-selects what is worth a cosine.
 */
export function writeSignCode(components: Int8Array, target: Int32Array, at = 0): void {
  target.fill(0, at, at + signCodeWords(components.length));
  for (let index = 0; index < components.length; index++) {
    if (components[index]! > 0) target[at + (index >>> 5)]! |= 1 << (index & 31);
  }
}

/** How many bits differ between `words` words of two codes. */
export function signCodeDistance(a: Int32Array, aFrom: number, b: Int32Array, bFrom: number, words: number): number {
  let distance = 0;
  for (let word = 0; word < words; word++) distance += countBits(a[aFrom + word]! ^ b[bFrom + word]!);
  return distance;
}
