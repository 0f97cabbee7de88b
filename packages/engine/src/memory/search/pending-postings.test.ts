import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDocument, anyQuery, anyStep } from '../../../test/search-arbitraries.ts';
import { bruteForceSearch } from '../../../test/oracles/brute-force-search.ts';
import { createScopeIndex } from './scope-index.ts';
import type { SearchDocument } from './search-document.ts';
import { searchSettings } from './search-settings.ts';

const settings = searchSettings();

/** What can happen to an index beside its pages. A page's ids are new, as those of a store are. */
const anyEvent = fc.oneof(
  { weight: 3, arbitrary: fc.record({ page: fc.array(anyDocument, { maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.constant({ settle: true } as const) },
  { weight: 2, arbitrary: anyStep },
);

test('an index that is filled ranks as the formulas say, whatever is put, removed and asked meanwhile and afterwards', async () => {
  const anyEvents = fc.array(anyEvent, { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anyEvents, fc.array(anyStep, { maxLength: 10 }), anyQuery, async (events, later, last) => {
      const index = createScopeIndex(settings);
      const kept = new Map<string, SearchDocument>();
      for (const [at, event] of [...events, { settle: true } as const, ...later, { ask: last }].entries()) {
        if ('page' in event) {
          const page = event.page.map((document, row) => ({ ...document, id: `${at}-${row}` }));
          index.fill(page);
          for (const document of page) kept.set(document.id, document);
        } else if ('settle' in event) await index.settle();
        else if ('put' in event) {
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

const documentsOf = (from: number, count: number): SearchDocument[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `d${from + at}`,
    text: `word${(from + at) % 7} rare${from + at} deploy`,
    paths: [],
    createdAt: from + at,
    projectId: null,
    conversational: false,
  }));

test('what changes while postings are put in their places is found, and nothing twice', async () => {
  const index = createScopeIndex(settings);
  index.fill(documentsOf(0, 4000));
  const settling = index.settle();
  index.put(documentsOf(3990, 20).map((document) => ({ ...document, text: `changed ${document.text}` })));
  index.fill(documentsOf(5000, 1500));
  index.remove(['d0', 'd5001']);
  await settling;
  index.put(documentsOf(7000, 10));
  const fresh = createScopeIndex(settings);
  fresh.put(documentsOf(1, 3989));
  fresh.put(documentsOf(3990, 20).map((document) => ({ ...document, text: `changed ${document.text}` })));
  fresh.put(documentsOf(5000, 1500).filter(({ id }) => id !== 'd5001'));
  fresh.put(documentsOf(7000, 10));
  for (const text of ['deploy', 'changed word3', 'rare4 rare5002 rare7003', 'rare0 rare5001']) {
    const query = { text, now: 1e6, limit: 10_000 };
    expect(index.search(query)!.map(({ id }) => id)).toEqual(fresh.search(query)!.map(({ id }) => id));
  }
});
