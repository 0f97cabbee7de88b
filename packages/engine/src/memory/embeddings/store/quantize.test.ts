import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusteredVectors, exactCosine, seededRandom } from '../../../../test/clustered-vectors.ts';
import { cosineOf } from '../../../../test/cosine-of.ts';
import { quantize, signCodeDistance, signCodeWords, writeSignCode } from './quantize.ts';

const component = fc.float({ min: -1000, max: 1000, noNaN: true, noDefaultInfinity: true });
const pairOfVectors = fc.integer({ min: 1, max: 600 }).chain((length) => fc.tuple(vectorOf(length), vectorOf(length)));

function vectorOf(length: number): fc.Arbitrary<Float32Array> {
  return fc.array(component, { minLength: length, maxLength: length }).map((values) => Float32Array.from(values));
}

/** Half a rounding step for each component, as the length of the whole error, for both vectors: from the formula alone. */
function errorBound(a: Float32Array, b: Float32Array): number {
  const step = (vector: Float32Array): number => Math.max(...vector.map(Math.abs)) / Math.hypot(...vector) / 127;
  return Math.sqrt(a.length / 2) * (step(a) + step(b)) + 1e-6;
}

test('a cosine of quantized vectors is within the bound of the exact one', () => {
  fc.assert(
    fc.property(pairOfVectors, ([a, b]) => {
      fc.pre(a.some((value) => Math.abs(value) > 1e-30) && b.some((value) => Math.abs(value) > 1e-30));
      const difference = Math.abs(cosineOf(quantize(a), quantize(b)) - exactCosine(a, b));
      expect(difference).toBeLessThanOrEqual(errorBound(a, b));
    }),
    { numRuns: 200 },
  );
});

test('on clustered vectors of 256 dimensions the largest error is below 0.003', () => {
  const vectors = clusteredVectors(200, 256, 10, seededRandom(1));
  const quantized = vectors.map(quantize);
  const errors = vectors.flatMap((a, i) =>
    vectors.map((b, j) => Math.abs(cosineOf(quantized[i]!, quantized[j]!) - exactCosine(a, b))),
  );
  expect(Math.max(...errors)).toBeLessThan(0.003);
});

test('the length of a vector does not count', () => {
  const whole = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(whole, fc.integer({ min: -20, max: 20 }), (values, power) => {
      const vector = Float32Array.from(values);
      expect(quantize(vector.map((value) => value * 2 ** power))).toEqual(quantize(vector));
    }),
  );
});

test('a vector is as similar to itself as can be, and its opposite as little', () => {
  const vector = Float32Array.of(0.1, -0.7, 0.3);
  const opposite = vector.map((value) => -value);
  expect(cosineOf(quantize(vector), quantize(vector))).toBeCloseTo(1, 6);
  expect(cosineOf(quantize(vector), quantize(opposite))).toBeCloseTo(-1, 6);
});

test('the zero vector is similar to nothing', () => {
  const zero = quantize(new Float32Array(4));
  expect(zero).toEqual({ components: new Int8Array(4), scale: 0 });
  expect(cosineOf(zero, quantize(Float32Array.of(1, 0, 0, 0)))).toBe(0);
});

test.each([Number.NaN, Infinity, -Infinity])('a vector with %d is refused', (value) => {
  expect(() => quantize(Float32Array.of(0, value))).toThrow(expect.objectContaining({ code: 'invalid-input' }));
});

const pair = fc.integer({ min: 1, max: 700 }).chain((length) => {
  const components = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: length, maxLength: length });
  return fc.tuple(components, components);
});

test('the distance counts the components that are positive in one of the two only', () => {
  fc.assert(
    fc.property(pair, fc.nat(3), ([a, b], at) => {
      const words = signCodeWords(a.length);
      const codes = new Int32Array(at + 2 * words).fill(-1);
      writeSignCode(Int8Array.from(a), codes, at);
      writeSignCode(Int8Array.from(b), codes, at + words);
      const expected = a.filter((value, index) => value > 0 !== b[index]! > 0).length;
      expect(signCodeDistance(codes, at, codes, at + words, words)).toBe(expected);
    }),
  );
});

test.each([
  [1, 8],
  [256, 8],
  [257, 9],
  [384, 12],
  [1536, 48],
])('%d dimensions need %d words', (dimension, words) => {
  expect(signCodeWords(dimension)).toBe(words);
});
