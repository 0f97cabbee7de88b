import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusteredVectors, exactCosine, nearby, seededRandom } from '../../../../test/clustered-vectors.ts';
import { cosineOf } from '../../../../test/cosine-of.ts';
import { quantize } from './quantize.ts';
import {
  createVectorTable,
  putVector,
  removeVector,
  searchVectors,
  similarityAt,
  type VectorTable,
} from './search-vectors.ts';

const DIMENSION = 256;

/** As ids are: texts, in the order of their numbers. */
const idOf = (number: number): string => String(number).padStart(6, '0');

function tableOf(vectors: readonly Float32Array[]): VectorTable {
  const table = createVectorTable(vectors[0]!.length);
  for (const [id, vector] of vectors.entries()) putVector(table, idOf(id), quantize(vector));
  return table;
}

function exactNearest(vectors: readonly Float32Array[], query: Float32Array, k: number): string[] {
  const scored = vectors.map((vector, id) => ({ id: idOf(id), cosine: exactCosine(vector, query) }));
  return scored
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, k)
    .map(({ id }) => id);
}

test('two stages find at least 0.95 of the exact ten nearest among 10,000 clustered vectors', () => {
  const random = seededRandom(20_261_122);
  const vectors = clusteredVectors(10_000, DIMENSION, 100, random);
  const table = tableOf(vectors);
  const recalls = Array.from({ length: 40 }, (_, turn) => {
    const query = nearby(vectors[turn * 241]!, random);
    const found = new Set(searchVectors(table, quantize(query), 10).map(({ id }) => id));
    return exactNearest(vectors, query, 10).filter((id) => found.has(id)).length / 10;
  });
  const recall = recalls.reduce((sum, value) => sum + value, 0) / recalls.length;
  expect(recall).toBeGreaterThanOrEqual(0.95);
}, 60_000);

describe('against a plain map of quantized vectors', () => {
  // Up to 200 vectors the first stage passes all, so the second must be exact.
  const vector = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 })
    .map((values) => Float32Array.from(values));
  const id = fc.nat(120).map(idOf);
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('put' as const), id, vector }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), id }) },
  );

  test('any sequence of puts and removes leaves the same vectors, and the search finds the same', () => {
    const inputs = [
      fc.array(change, { maxLength: 300, size: 'max' }),
      vector,
      fc.integer({ min: 0, max: 20 }),
    ] as const;
    fc.assert(
      fc.property(...inputs, (changes, query, k) => {
        const table = createVectorTable(5);
        const plain = new Map<string, Float32Array>();
        for (const each of changes) {
          if (each.type === 'put') {
            putVector(table, each.id, quantize(each.vector));
            plain.set(each.id, each.vector);
          } else expect(removeVector(table, each.id)).toBe(plain.delete(each.id));
        }
        expect(table.ids.length).toBe(plain.size);
        for (const [each, value] of plain) {
          const similarity = similarityAt(table, table.docIds.get(each)!, quantize(query));
          expect(similarity).toBe(cosineOf(quantize(value), quantize(query)));
        }
        const expected = [...plain]
          .map(([candidate, value]) => ({ id: candidate, similarity: cosineOf(quantize(value), quantize(query)) }))
          .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
          .slice(0, k);
        expect(searchVectors(table, quantize(query), k)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});

test('after replacing and removing, a table finds what one that never held the rest finds', () => {
  const random = seededRandom(11);
  const vectors = clusteredVectors(1500, 64, 20, random);
  const table = tableOf(vectors.toReversed());
  for (const [id, vector] of vectors.entries()) putVector(table, idOf(id), quantize(vector));
  const isKept = (id: number): boolean => id % 3 !== 0;
  for (const id of vectors.keys()) if (!isKept(id)) removeVector(table, idOf(id));
  const fresh = createVectorTable(64);
  for (const [id, vector] of vectors.entries()) if (isKept(id)) putVector(fresh, idOf(id), quantize(vector));
  for (const vector of vectors.slice(0, 20)) {
    const query = quantize(nearby(vector, random));
    expect(searchVectors(table, query, 5)).toEqual(searchVectors(fresh, query, 5));
  }
});

test('the second stage is bounded, also when thousands of vectors have the same sign code', () => {
  const query = Float32Array.from({ length: 8 }, (_, at) => at + 1);
  const others = Array.from({ length: 3000 }, (_, at) => query.map((value) => value + 1 + (at % 7)));
  const hits = searchVectors(tableOf([...others, query]), quantize(query), 20);
  expect(hits).toHaveLength(20);
  // The best of all is the last one, behind the 200 that are compared: the price of the bound where codes say nothing.
  expect(Math.max(...hits.map(({ id }) => Number(id)))).toBeLessThan(200);
});

test('equal vectors come in the order of their ids', () => {
  const same = Float32Array.of(3, 1, 2);
  const hits = searchVectors(tableOf([same, same, same]), quantize(same), 3);
  expect(hits.map(({ id }) => id)).toEqual([0, 1, 2].map(idOf));
});

test('an empty table finds nothing', () => {
  expect(searchVectors(createVectorTable(3), quantize(new Float32Array(3)), 5)).toEqual([]);
});
