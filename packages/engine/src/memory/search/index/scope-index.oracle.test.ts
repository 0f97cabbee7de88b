import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyDocument, anyQuery, anyStep } from '../../../../test/search-arbitraries.ts';
import { bruteForceSearch } from '../../../../test/oracles/brute-force-search.ts';
import { mergeAnswers } from '../host/search-index.ts';
import { createScopeIndex, type ScopeIndex } from './scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchSettings, type SearchSettings } from '../search-settings.ts';
import type { SearchQuery } from '../search.ts';

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

// What long questions add to relevance is shown in talk-share.test.ts; the oracle has the formulas of single statements.
const WITHOUT_LONG_QUESTIONS = { wholeQuestion: 0 };

describe('the index ranks as the formulas say', () => {
  const settings = searchSettings(WITHOUT_LONG_QUESTIONS);

  test('after any sequence of adds, updates and removes', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 40 }), anyQuery, (steps, last) => {
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

  test('several texts at once are answered as one by one, and merged', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyDocument, { selector: ({ id }) => id, maxLength: 16 }),
        fc.array(anyQuery, { minLength: 2, maxLength: 4 }),
        (documents, queries) => {
          const index = createScopeIndex(settings);
          index.put(documents);
          const [query, ...more] = queries as [SearchQuery, ...SearchQuery[]];
          const moreTexts = more.map(({ text }) => text);
          const apart = [query.text, ...moreTexts].map((text) => index.search({ ...query, text })!);
          expect(index.search({ ...query, moreTexts })).toEqual(mergeAnswers(apart, query.limit));
        },
      ),
    );
  });

  test('in dialogues where the best match covers far more than usual', () => {
    const covering = searchSettings({ ...WITHOUT_LONG_QUESTIONS, coverageInfluence: 1, usualCoverage: 0.02 });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyDocument, { selector: ({ id }) => id, minLength: 6, maxLength: 16 }),
        anyQuery,
        (anything, query) => {
          const documents = anything.map((each, at) => ({
            ...each,
            sessionId: `s${at % 3}`,
            conversational: true,
          }));
          const index = createScopeIndex(covering);
          index.put(documents);
          expectSameAsOracle(index, documents, covering, { ...query, limit: 1 });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('with any part switched off', () => {
    const off = fc.constantFrom<Partial<SearchSettings>>(
      { recency: 0 },
      { sessionBonus: 0 },
      { pathHint: 0 },
      { coChange: 0 },
      { namedTime: 0 },
      { pathWords: 0 },
      { pathWordTerms: 1 },
      { openingWords: 0 },
      { coverageInfluence: 0 },
      { coverageInfluence: 1, usualCoverage: 0.1 },
      { synonyms: 0 },
      { prefix: 0 },
      { contextTerms: 0 },
      { contextRelevance: 0 },
      { pathFocus: 0 },
      { maxQueryTerms: 2 },
      { hintDocuments: 0 },
      { hintDocuments: 2 },
      { maxPostings: 0 },
      { maxPostings: 7 },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(anyDocument, { selector: ({ id }) => id, maxLength: 16 }),
        anyQuery,
        off,
        (documents, asked, patch) => {
          const patched = searchSettings({ ...patch, ...WITHOUT_LONG_QUESTIONS });
          const index = createScopeIndex(patched);
          index.put(documents);
          expectSameAsOracle(index, documents, patched, asked);
        },
      ),
    );
  });
});
