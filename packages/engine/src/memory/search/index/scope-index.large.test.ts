import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { bruteForceSearch } from '../../../../test/oracles/brute-force-search.ts';
import { createScopeIndex, type ScopeIndex } from './scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchSettings } from '../search-settings.ts';
import type { SearchQuery } from '../search.ts';

const DOCUMENTS = 6000;

/** Words follow a power law: w0 is in nearly every document, w900 in a few. The same for every run. */
function corpus(): SearchDocument[] {
  let seed = 7;
  const random = (): number => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;
  const word = (): string => `w${Math.floor(random() ** 3 * 1000)}`;
  return Array.from({ length: DOCUMENTS }, (_, at) => ({
    id: `d${String(at).padStart(5, '0')}`,
    text: Array.from({ length: 3 + Math.floor(random() * 20) }, word).join(' '),
    paths: random() < 0.5 ? [`src/f${Math.floor(random() ** 2 * 40)}.ts`, `lib/${word()}.ts`] : [],
    // A tenth arrives late.
    createdAt: random() < 0.1 ? at - 2000 : at,
    projectId: null,
    namespace: `n${at % 3}`,
    conversational: false,
  }));
}

const words = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 12 });
const query: fc.Arbitrary<SearchQuery> = fc.record({
  // Cubed, so that common words are as likely in queries as in documents.
  text: words.map((numbers) => numbers.map((number) => `w${Math.floor((number / 1000) ** 3 * 1000)}`).join(' ')),
  paths: fc.array(
    fc.integer({ min: 0, max: 45 }).map((file) => `src/f${file}.ts`),
    { maxLength: 2 },
  ),
  now: fc.constantFrom(3000, 1e9),
  limit: fc.constantFrom(1, 5, 20),
  filter: fc.constantFrom({}, {}, { namespace: 'n1' }),
});

describe('a large index', () => {
  const documents = corpus();
  let index: ScopeIndex;
  beforeAll(() => {
    index = createScopeIndex();
    index.put(documents);
  });

  test('agrees with the oracle', () => {
    const asked: SearchQuery = { text: 'w400 w17 w3 w0', paths: ['src/f1.ts'], now: 1e9, limit: 20 };
    const expected = bruteForceSearch(documents, searchSettings(), asked).slice(0, 20);
    const hits = index.search(asked)!;
    expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const [at, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[at]!.score, 9);
  });

  test('after thousands of removes it ranks like a fresh one', () => {
    const shrunk = createScopeIndex();
    shrunk.put(documents);
    shrunk.remove(documents.filter((_, at) => at % 3 !== 0).map(({ id }) => id));
    const kept = documents.filter((_, at) => at % 3 === 0);
    shrunk.put([{ ...kept[7]!, text: 'w1 w2 changed' }]);
    const fresh = createScopeIndex();
    fresh.put([...kept.filter((_, at) => at !== 7), { ...kept[7]!, text: 'w1 w2 changed' }]);
    fc.assert(
      fc.property(query, (asked) => {
        expect(withoutNoise(shrunk, asked)).toEqual(withoutNoise(fresh, asked));
      }),
      { numRuns: 100 },
    );
  });
});

/** Without the digits in which sums over another history of averages may differ. */
function withoutNoise(index: ScopeIndex, asked: SearchQuery): unknown {
  return index.search(asked)!.map(({ id, score, relevance }) => [id, score.toFixed(9), relevance.toFixed(9)]);
}
