import { describe, expect, test } from 'vitest';
import { createScopeIndex } from '../index/scope-index.ts';

const NOW = 1_000 * 86_400_000;
// From "wort2", in two documents, to "wort9", in nine: the smaller the number, the more specific the word.
const WORDS = [2, 3, 4, 5, 6, 7, 8, 9].map((documents) => ({ word: `wort${documents}`, documents }));

function indexOfWords() {
  const index = createScopeIndex();
  const documents = WORDS.flatMap(({ word, documents: count }) =>
    Array.from({ length: count }, (_, at) => ({ id: `${word}-${at}`, text: word })),
  );
  index.put(documents.map((one) => ({ ...one, paths: [], createdAt: 1, projectId: null, conversational: false })));
  return index;
}

function hitsOf(text: string, context: readonly string[]) {
  return indexOfWords().search({ text, context, now: NOW, limit: 100, explain: true }) ?? [];
}

/** What one context word adds to the lexical score of a document that has nothing else. */
function lexicalOf(text: string): number {
  const [hit] = hitsOf(text, ['wort5']);
  return hit?.explanation?.lexical ?? 0;
}

describe('words of the context', () => {
  test('the six most specific join the query, the commoner ones do not [C-003]', () => {
    const found = new Set(
      hitsOf('why that?', [WORDS.map(({ word }) => word).join(' ')]).map(({ id }) => id.split('-')[0]),
    );
    expect(found).toEqual(new Set(['wort2', 'wort3', 'wort4', 'wort5', 'wort6', 'wort7']));
  });

  test('weigh 0.25 with a pronoun or fewer than three words, and 0.1 in a query that stands alone [C-003]', () => {
    const alone = lexicalOf('zebra quagga okapi');
    expect(alone).toBeGreaterThan(0);
    expect(lexicalOf('zebra quagga') / alone).toBeCloseTo(2.5, 6);
    expect(lexicalOf('why zebra quagga okapi instead of that') / alone).toBeCloseTo(2.5, 6);
  });

  test('count in the relevance only of a query that refers back to them [S4-040]', () => {
    const relevanceOf = (text: string, context: readonly string[]): number => hitsOf(text, context)[0]?.relevance ?? 0;
    expect(relevanceOf('why that?', ['wort5'])).toBeGreaterThan(0.25);
    expect(relevanceOf('why?', ['wort5'])).toBeGreaterThan(0.25);
    // Short, but about something else: the words find, and stay below every floor.
    expect(relevanceOf('zebra quagga', ['wort5'])).toBe(0);
    expect(relevanceOf('wort3 of that', ['wort5'])).toBeGreaterThanOrEqual(relevanceOf('wort3 of that', []));
  });
});
