import { describe, expect, test } from 'vitest';
import { createScopeIndex } from '../index/scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchSettings, type SearchSettingsPatch } from '../search-settings.ts';
import type { SearchHit, SearchQuery } from '../search.ts';

const NOW = 1_000_000;

function said(id: string, text: string, paths: readonly string[] = []): SearchDocument {
  return { id, text, paths, createdAt: 1, projectId: null, conversational: false };
}

const STATEMENTS: readonly SearchDocument[] = [
  said('beside', 'keeps comments', ['src/parser/tokens.ts']),
  said('elsewhere', 'keeps comments', ['src/printer/layout.ts']),
  said('names it', 'parser without a path'),
  ...Array.from({ length: 20 }, (_, at) => said(`other-${at}`, `something else ${at}`)),
];

function search(query: Partial<SearchQuery> & { text: string }, patch: SearchSettingsPatch = {}): readonly SearchHit[] {
  const index = createScopeIndex(searchSettings({ recency: 0, ...patch }));
  index.put(STATEMENTS);
  return index.search({ now: NOW, limit: 50, explain: true, ...query })!;
}

const scoreOf = (hits: readonly SearchHit[], id: string): number => hits.find((hit) => hit.id === id)?.score ?? 0;
const relevanceOf = (hits: readonly SearchHit[], id: string): number =>
  hits.find((hit) => hit.id === id)?.relevance ?? 0;

describe('words of hinted paths', () => {
  const paths = ['src/parser/comments.test.ts'];

  test('lift what lies beside a file that nothing touched yet', () => {
    const hits = search({ text: 'comments', paths });
    expect(scoreOf(hits, 'beside')).toBeGreaterThan(scoreOf(hits, 'elsewhere'));
    const without = search({ text: 'comments', paths }, { pathWords: 0 });
    expect(scoreOf(without, 'beside')).toBe(scoreOf(without, 'elsewhere'));
  });

  test('change nobody’s relevance: they were not asked for', () => {
    const hits = search({ text: 'comments', paths });
    const without = search({ text: 'comments', paths }, { pathWords: 0 });
    for (const id of ['beside', 'elsewhere']) expect(relevanceOf(hits, id)).toBe(relevanceOf(without, id));
    expect(relevanceOf(hits, 'names it')).toBe(0);
  });

  test('are no question by themselves', () => {
    expect(search({ text: 'unknownword', paths })).toEqual([]);
    expect(search({ text: '', paths })).toEqual([]);
  });

  test('only the most specific of them join', () => {
    const terms = new Set(
      search({ text: 'comments', paths: ['src/parser/layout.ts'] }, { pathWordTerms: 1 }).flatMap(
        (hit) => hit.explanation!.terms,
      ),
    );
    // Both "parser" and "layout" are rare; "parser" is in two documents, "layout" in one.
    expect(terms).toEqual(new Set(['comment', 'layout']));
  });
});

describe('opening words', () => {
  const shareOf = (hits: readonly SearchHit[]): number => scoreOf(hits, 'names it') / scoreOf(hits, 'beside');

  test('the first word of a title counts most, for the order alone', () => {
    const first = search({ text: 'parser: comments' }, { fields: { path: { weight: 0, b: 1 } } });
    const last = search({ text: 'comments: parser' }, { fields: { path: { weight: 0, b: 1 } } });
    expect(shareOf(first)).toBeGreaterThan(shareOf(last));
    for (const id of ['beside', 'names it']) expect(relevanceOf(first, id)).toBe(relevanceOf(last, id));
  });

  test.each([
    ['a question', { text: 'what parser comments' }, { text: 'what comments parser' }],
    ['a query with a path', { text: 'parser comments', paths: ['a.ts'] }, { text: 'comments parser', paths: ['a.ts'] }],
  ])('not of %s', (_, one, other) => {
    const scores = (query: Parameters<typeof search>[0]): number[] =>
      ['beside', 'names it', 'elsewhere'].map((id) => scoreOf(search(query), id));
    expect(scores(one)).toEqual(scores(other));
  });

  test('weight 0 switches them off', () => {
    const scores = (text: string): number[] =>
      ['beside', 'names it', 'elsewhere'].map((id) => scoreOf(search({ text }, { openingWords: 0 }), id));
    expect(scores('parser: comments')).toEqual(scores('comments: parser'));
  });
});

describe('a word that more statements hold than a query may read', () => {
  const common = Array.from({ length: 40 }, (_, at) => said(`note-${at}`, 'deploy note'));
  const rare = said('rare', 'deploy certificate', ['src/ingress/renewal.ts']);

  test.each([
    ['a hinted path', { paths: ['src/ingress/renewal.ts'] }],
    ['a context', { context: ['the certificate and its renewal'] }],
  ])('is asked all the same beside %s', (_, beside) => {
    const index = createScopeIndex(searchSettings({ maxPostings: 10 }));
    index.put([...common, rare]);
    const asked = { text: 'deploy', now: NOW, limit: 50 };
    const hits = index.search({ ...asked, ...beside })!;
    expect(hits).toHaveLength(41);
    expect(new Set(hits.map(({ relevance }) => relevance))).toEqual(
      new Set(index.search(asked)!.map(({ relevance }) => relevance)),
    );
  });
});
