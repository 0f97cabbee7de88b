import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SearchHit } from '../memory/search/search.ts';
import { candidateLimit, enoughHits } from './enough-hits.ts';

const hitsOf = (ids: readonly string[]): SearchHit[] => ids.map((id) => ({ id, relevance: 1, score: 1 }));
const idsOf = (hits: readonly SearchHit[]): string[] => hits.map(({ id }) => id);
const many = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('without anything seen, or while that is not known, every hit is read', () => {
  const hits = hitsOf(many('n', 40));
  expect(enoughHits(hits, null)).toBe(hits);
  expect(enoughHits(hits, { enough: 6, ids: () => null })).toBe(hits);
});

test('hits behind those that are enough are not read, and what was seen counts for nothing', () => {
  const hits = hitsOf([...many('seen', 5), ...many('n', 40), 'seen5']);
  const seen = { enough: 6, ids: () => new Set(many('seen', 6)) };
  expect(idsOf(enoughHits(hits, seen))).toEqual([...many('seen', 5), ...many('n', 16)]);
});

test('it is the shortest beginning that holds enough new ones, or all there is', () => {
  const given = fc.uniqueArray(fc.nat(60), { maxLength: 50 });
  fc.assert(
    fc.property(given, fc.array(fc.nat(60)), fc.integer({ min: 1, max: 30 }), (numbers, seenNumbers, enough) => {
      const ids = new Set(seenNumbers.map(String));
      const hits = hitsOf(numbers.map(String));
      const read = enoughHits(hits, { enough, ids: () => ids });
      const fresh = (some: readonly SearchHit[]): number => some.filter(({ id }) => !ids.has(id)).length;
      expect(read).toEqual(hits.slice(0, read.length));
      expect(fresh(read)).toBe(Math.min(candidateLimit(enough), fresh(hits)));
      const isAll = read.length === hits.length;
      if (!isAll) expect(ids.has(read.at(-1)!.id)).toBe(false);
    }),
  );
});
