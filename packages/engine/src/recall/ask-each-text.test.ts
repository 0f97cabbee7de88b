import { expect, test } from 'vitest';
import type { ObservationSearch, SearchHit, SearchResult } from '../memory/search/search.ts';
import { askEachText } from './hybrid-search.ts';

const hit = (id: string, relevance: number, score: number): SearchHit => ({ id, relevance, score });
const query = { limit: 3, now: 0 };

function searchOf(answers: Readonly<Record<string, Partial<SearchResult>>>): ObservationSearch {
  return {
    search: (_scope, { text }) => Promise.resolve({ hits: [], degraded: null, ...answers[text] }),
  };
}

const ask = (search: ObservationSearch, [text = '', ...moreTexts]: string[]): Promise<SearchResult> =>
  askEachText(search).search({ orgId: 'o' }, { ...query, text, moreTexts });

test('one text is answered as the search answers it', async () => {
  const answer = { hits: [hit('a', 0.5, 9)], degraded: 'stale-index' as const };
  expect(await ask(searchOf({ q: answer }), ['q'])).toEqual(answer);
});

test('a hit of several texts counts with its best score and its best relevance', async () => {
  const search = searchOf({
    path: { hits: [hit('both', 0.8, 40), hit('path', 0.6, 20)] },
    words: { hits: [hit('words', 0.5, 2), hit('both', 0.9, 1)] },
  });
  const { hits } = await ask(search, ['path', 'words']);
  expect(hits).toEqual([hit('both', 0.9, 0.8), hit('words', 0.5, 0.5), hit('path', 0.6, 0.4)]);
});

test('the best hit of a text that nothing answers well stays behind a match of another', async () => {
  const search = searchOf({ vague: { hits: [hit('a', 0.1, 50)] }, good: { hits: [hit('b', 0.7, 3)] } });
  const { hits } = await ask(search, ['vague', 'good']);
  expect(hits.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('hits that have no score come last, and no more than the limit come', async () => {
  const search = searchOf({
    a: { hits: [hit('x', 0.9, 0)] },
    b: { hits: [hit('1', 0.4, 4), hit('2', 0.3, 3), hit('3', 0.2, 2)] },
  });
  const { hits } = await ask(search, ['a', 'b']);
  expect(hits.map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('the answer is as degraded as the worst of them, and says what vectors did in any', async () => {
  const semantic = { modelId: 'm', lowest: 0, highest: 1 };
  const search = searchOf({ a: { degraded: 'stale-index' }, b: { degraded: 'cold-index' }, c: { semantic } });
  expect(await ask(search, ['a', 'b'])).toMatchObject({ degraded: 'cold-index', semantic: null });
  expect(await ask(search, ['c', 'a'])).toMatchObject({ degraded: 'stale-index', semantic });
  expect(await ask(search, ['c', 'c'])).toMatchObject({ degraded: null, semantic });
});
