import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusteredVectors, exactCosine, nearby, seededRandom } from '../../../test/clustered-vectors.ts';
import { quantize } from './quantize.ts';
import { semanticRelevance } from './semantic-relevance.ts';
import { medianOf } from './typical-similarity.ts';
import { createVectorArm } from './vector-arm.ts';

const cosine = fc.double({ min: -1, max: 1, noNaN: true });

describe('what a cosine is worth', () => {
  test('is 0 … 1, grows with the cosine, and shrinks when such cosines are usual', () => {
    fc.assert(
      fc.property(cosine, cosine, cosine, (a, b, typical) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const [less, more] = [semanticRelevance(low, typical), semanticRelevance(high, typical)];
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(1);
        expect(more).toBeGreaterThanOrEqual(less);
        expect(semanticRelevance(high, Math.max(typical, 0.5))).toBeLessThanOrEqual(more + 1e-12);
      }),
    );
  });

  test.each([
    ['identity is worth 1', 1, 0.2, 1],
    ['what is usual is worth 0', 0.75, 0.75, 0],
    ['0.4 of the way is worth 0', 0.4, 0, 0],
    ['0.7 of the way is worth half', 0.85, 0.5, 0.5],
    ['nothing is worth anything where all are the same', 1, 1, 0],
  ])('%s', (_title, similarity, typical, expected) => {
    expect(semanticRelevance(similarity, typical)).toBeCloseTo(expected, 12);
  });

  test('without vectors to compare with it is worth 0, and other bounds can be set', () => {
    expect(semanticRelevance(1, null)).toBe(0);
    expect(semanticRelevance(0.5, 0, { from: 0.3, to: 0.5 })).toBe(1);
  });
});

describe('the typical cosine', () => {
  test('of a large arm is near the median over all of its vectors', () => {
    const random = seededRandom(7);
    const vectors = clusteredVectors(3000, 64, 30, random);
    const arm = createVectorArm<number>({ modelId: 'test/model', dimension: 64 });
    for (const [id, vector] of vectors.entries()) arm.put(id, quantize(vector));
    const query = nearby(vectors[42]!, random);
    const median = medianOf(vectors.map((vector) => exactCosine(vector, query)))!;
    expect(Math.abs(arm.typical(query)! - median)).toBeLessThan(0.05);
  });

  test('of two is the larger, so that a small store makes nothing out of little; of none there is none', () => {
    const arm = createVectorArm<string>({ modelId: 'test/model', dimension: 2 });
    const query = Float32Array.of(1, 0);
    expect(arm.typical(query)).toBeNull();
    arm.put('near', quantize(Float32Array.of(1, 0)));
    arm.put('far', quantize(Float32Array.of(0, 1)));
    expect(arm.typical(query)).toBeCloseTo(1, 6);
  });
});
