import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bruteForceSearch } from '../../../test/oracles/brute-force-search.ts';
import { createScopeIndex, type ScopeIndex } from './scope-index.ts';
import type { SearchDocument } from './search-document.ts';
import { searchSettings, type SearchSettings } from './search-settings.ts';
import type { SearchQuery } from './search.ts';

// Few words, so that documents share them; words of every kind the tokenizer knows.
const WORDS = [
  'parser parsers cache deploy error failure config settings retry the and not',
  'parseConfig parse_config retry-limit HTTPServer v2 2026 march shop',
  '東京 京都 東京都庁 サーバー 데이터 हिन्दी café cafe\u0301 🎉 ﬁle Ünïcode',
].flatMap((line) => line.split(' '));
const PATHS = [
  'src/parser.ts',
  'src/cache.ts',
  './src/cache.ts',
  'lib/cache.ts',
  'docs/deploy.md',
  'src/東京.ts',
  'a.ts',
];

const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('a', '漢', 'parser ').map((unit) => unit.repeat(8192 / unit.length)) },
);
const session = fc.option(fc.constantFrom('s1', 's2'), { nil: undefined });
const document: fc.Arbitrary<SearchDocument> = fc
  .record({
    id: fc.constantFrom(...'abcdefghijklmnop'),
    text,
    paths: fc.array(fc.constantFrom(...PATHS), { maxLength: 4 }),
    // Close together, so that ties of time occur.
    createdAt: fc.integer({ min: 0, max: 20 }).map((days) => days * 86_400_000),
    projectId: fc.constantFrom(null, 'shop'),
    conversational: fc.boolean(),
    speaker: fc.option(fc.constantFrom('Ann', 'Bob'), { nil: undefined }),
    sessionId: session,
    namespace: fc.option(fc.constantFrom('n1', 'n2'), { nil: undefined }),
    validTo: fc.option(fc.constantFrom(5 * 86_400_000, 30 * 86_400_000), { nil: undefined }),
    position: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  })
  .map((record) => withoutUndefined(record) as unknown as SearchDocument);
const query: fc.Arbitrary<SearchQuery> = fc
  .record({
    text,
    paths: fc.array(fc.constantFrom(...PATHS, '/repo/src/cache.ts', 'cache.ts', 'nowhere.ts'), { maxLength: 3 }),
    context: fc.array(text, { maxLength: 2 }),
    now: fc.constantFrom(10 * 86_400_000, 100 * 86_400_000),
    limit: fc.constantFrom(1, 3, 100),
    filter: fc.constantFrom({}, {}, {}, { sessionId: 's1' }, { namespace: 'n2' }, { namespace: 'nobody' }),
  })
  .map((record) => withoutUndefined(record) as unknown as SearchQuery);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: document }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom(...'abcdefghijklmnop') }) },
  { weight: 1, arbitrary: fc.record({ ask: query }) },
);

function withoutUndefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** The same hits in the same order, scores and relevance to a billionth. */
function expectSameAsOracle(
  index: ScopeIndex,
  documents: readonly SearchDocument[],
  settings: SearchSettings,
  asked: SearchQuery,
): void {
  const hits = index.search(asked)!;
  const expected = bruteForceSearch(documents, settings, asked).slice(0, asked.limit);
  expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  for (const [at, hit] of hits.entries()) {
    expect(Math.abs(hit.score - expected[at]!.score)).toBeLessThan(1e-9);
    expect(Math.abs(hit.relevance - expected[at]!.relevance)).toBeLessThan(1e-9);
  }
}

describe('the index ranks as the formulas say', () => {
  const settings = searchSettings();

  test('after any sequence of adds, updates and removes', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), query, (steps, last) => {
        const index = createScopeIndex(settings);
        // A Map keeps the place of a replaced key; the index treats the new version as the latest arrival.
        const kept = new Map<string, SearchDocument>();
        for (const each of [...steps, { ask: last }]) {
          if ('put' in each) {
            index.put([each.put]);
            kept.delete(each.put.id);
            kept.set(each.put.id, each.put);
          } else if ('remove' in each) {
            expect(index.remove([each.remove])).toBe(kept.delete(each.remove) ? 1 : 0);
          } else expectSameAsOracle(index, [...kept.values()], settings, each.ask);
        }
        expect(index.stats().documents).toBe(kept.size);
      }),
      { numRuns: 300 },
    );
  });

  test('with any part switched off', () => {
    const off = fc.constantFrom<Partial<SearchSettings>>(
      { recency: 0 },
      { sessionBonus: 0 },
      { pathHint: 0 },
      { coChange: 0 },
      { synonyms: 0 },
      { prefix: 0 },
      { contextTerms: 0 },
      { pathFocus: 0 },
      { maxQueryTerms: 2 },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(document, { selector: ({ id }) => id, maxLength: 16 }),
        query,
        off,
        (documents, asked, patch) => {
          const patched = searchSettings(patch);
          const index = createScopeIndex(patched);
          index.put(documents);
          expectSameAsOracle(index, documents, patched, asked);
        },
      ),
    );
  });
});
