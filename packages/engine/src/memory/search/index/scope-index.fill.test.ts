import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDocument, anyQuery, anyStep } from '../../../../test/search-arbitraries.ts';
import { bruteForceSearch } from '../../../../test/oracles/brute-force-search.ts';
import { createScopeIndex } from './scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchSettings } from '../search-settings.ts';

const settings = searchSettings();

/** What can happen to an index beside its pages. A page's ids are new, as those of a store are. */
const anyEvent = fc.oneof(
  { weight: 3, arbitrary: fc.record({ page: fc.array(anyDocument, { maxLength: 5 }) }) },
  { weight: 2, arbitrary: anyStep },
);

test('an index that is filled ranks as the formulas say, whatever is put, removed and asked meanwhile and afterwards', () => {
  const anyEvents = fc.array(anyEvent, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(anyEvents, fc.array(anyStep, { maxLength: 10 }), anyQuery, (events, later, last) => {
      const index = createScopeIndex(settings);
      const kept = new Map<string, SearchDocument>();
      for (const [at, event] of [...events, ...later, { ask: last }].entries()) {
        if ('page' in event) {
          const page = event.page.map((document, row) => ({ ...document, id: `${at}-${row}` }));
          index.fill(page);
          for (const document of page) kept.set(document.id, document);
        } else if ('put' in event) {
          index.put([event.put]);
          kept.delete(event.put.id);
          kept.set(event.put.id, event.put);
        } else if ('remove' in event) expect(index.remove([event.remove])).toBe(kept.delete(event.remove) ? 1 : 0);
        else {
          const expected = bruteForceSearch([...kept.values()], settings, event.ask).slice(0, event.ask.limit);
          expect(index.search(event.ask)!.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
      }
      expect(index.stats().documents).toBe(kept.size);
    }),
    { numRuns: 200 },
  );
});
