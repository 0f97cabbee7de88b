import fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import { fuseConvex, semanticRelevance } from './fuse-convex.ts';
import { clusteredVectors, exactCosine, nearby, seededRandom } from '../../../../test/clustered-vectors.ts';
import { quantize } from './quantize.ts';
import { createVectorTable, medianOf, putVector, typicalSimilarity } from './search-vectors.ts';

const hitsWithSimilarities = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 6 }),
    score: fc.double({ min: 0, max: 3, noNaN: true }),
    similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
);

test('each score is the given one plus weight × the cosine on the scale of the hits, or the median without one', () => {
  fc.assert(
    fc.property(hitsWithSimilarities, fc.double({ min: 0, max: 1, noNaN: true }), (rows, weight) => {
      const known = rows.flatMap(({ similarity }) => (similarity === null ? [] : [similarity]));
      const [lowest, highest] = [Math.min(...known), Math.max(...known)];
      const similarities = new Map(rows.flatMap((row) => (row.similarity === null ? [] : [[row.id, row.similarity]])));
      const shareOf = ({ similarity }: { similarity: number | null }): number | null => {
        if (similarity === null) return null;
        return highest === lowest ? 0 : (similarity - lowest) / (highest - lowest);
      };
      const byWords = rows.filter(({ score, similarity }) => score > 0 && similarity !== null).map(shareOf);
      const neutral = known.length === 0 ? 0 : (byWords.toSorted((a, b) => a! - b!)[byWords.length >> 1] ?? 0);
      const { hits } = fuseConvex(rows, similarities, weight);
      expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
      for (const hit of hits) {
        const row = rows.find(({ id }) => id === hit.id)!;
        const share = shareOf(row);
        expect(hit.score).toBeCloseTo(row.score + weight * (share ?? neutral), 11);
        expect(hit.semantic).toEqual(share);
      }
      const inOrder = hits.every((hit, at) => at === 0 || hits[at - 1]!.score >= hit.score);
      expect(inOrder || known.length === 0).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('without similarities order and scores stay, and the result says so', () => {
  fc.assert(
    fc.property(hitsWithSimilarities, (rows) => {
      const result = fuseConvex(rows, null);
      expect(result.semantic).toBeNull();
      expect(result.hits).toEqual(rows.map((row) => ({ ...row, semantic: null })));
    }),
  );
});

test('a weight of 0 only sorts', () => {
  const hits = [
    { id: 'a', score: 1 },
    { id: 'b', score: 2 },
  ];
  const similarities = new Map([
    ['a', 0.9],
    ['b', 0.1],
  ]);
  expect(fuseConvex(hits, similarities, 0).hits.map(({ id, score }) => [id, score])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});

test('by default the nearest gains 0.3 on the farthest, and ids that are no hit do not stretch the scale', () => {
  const hits = [
    { id: 'words', score: 0.5, relevance: 0.6 },
    { id: 'meaning', score: 0.3, relevance: 0.1 },
    { id: 'neither', score: 0.3, relevance: 0.1 },
  ];
  const similarities = new Map([
    ['words', 0.2],
    ['meaning', 0.8],
    ['neither', 0.2],
    ['elsewhere', -1],
  ]);
  expect(fuseConvex(hits, similarities)).toEqual({
    hits: [
      { id: 'meaning', score: 0.6, relevance: 0.1, semantic: 1 },
      { id: 'words', score: 0.5, relevance: 0.6, semantic: 0 },
      { id: 'neither', score: 0.3, relevance: 0.1, semantic: 0 },
    ],
    semantic: { lowest: 0.2, highest: 0.8 },
  });
});

test('a hit that waits for its vector neither rises nor sinks among those of its kind', () => {
  const hits = ['a', 'b', 'waiting', 'c', 'd'].map((id, at) => ({ id, score: 1 - at / 10 }));
  const similarities = new Map([
    ['a', 0.5],
    ['b', 0.5],
    ['c', 0.5],
    ['d', 0.1],
  ]);
  const { hits: fused } = fuseConvex([...hits, { id: 'by meaning alone', score: 0 }], similarities);
  expect(fused.map(({ id }) => id)).toEqual(['a', 'b', 'waiting', 'c', 'd', 'by meaning alone']);
  expect(fused.find(({ id }) => id === 'waiting')).toEqual({ id: 'waiting', score: 0.8 + 0.3, semantic: null });
});

test('similarities of none of the hits are the same as none', () => {
  expect(fuseConvex([{ id: 'a', score: 1 }], new Map([['b', 1]])).semantic).toBeNull();
});

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
  test('of a large table is near the median over all of its vectors', () => {
    const random = seededRandom(7);
    const vectors = clusteredVectors(3000, 64, 30, random);
    const table = createVectorTable(64);
    for (const [id, vector] of vectors.entries()) putVector(table, String(id), quantize(vector));
    const query = nearby(vectors[42]!, random);
    const median = medianOf(vectors.map((vector) => exactCosine(vector, query)))!;
    expect(Math.abs(typicalSimilarity(table, quantize(query))! - median)).toBeLessThan(0.05);
  });

  test('of two is the larger, so that a small store makes nothing out of little; of none there is none', () => {
    const table = createVectorTable(2);
    const query = quantize(Float32Array.of(1, 0));
    expect(typicalSimilarity(table, query)).toBeNull();
    putVector(table, 'near', query);
    putVector(table, 'far', quantize(Float32Array.of(0, 1)));
    expect(typicalSimilarity(table, query)).toBeCloseTo(1, 6);
  });
});
