import { normalizePath } from '../../src/base/normalize-path.ts';
import { pathTokens, scanTokens } from '../../src/memory/search/text/tokenize.ts';
import type { SearchSettings } from '../../src/memory/search/search-settings.ts';
import type { SearchQuery } from '../../src/memory/search/search.ts';
import { PRONOUNS, STOP_WORDS, synonymsOf } from '../../src/memory/search/text/synonyms.ts';

/** A term of a query, by the formulas alone. */
export interface Term {
  readonly term: string;
  readonly weight: number;
  readonly idf: number;
  readonly isContext: boolean;
  readonly isPath: boolean;
  /** A word of the question itself. */
  readonly isAsked: boolean;
  /** Counts in the order alone. */
  readonly emphasis: number;
}

/** The terms of a query with their weights, and the words that it asks for. */
export function queryTerms(
  query: SearchQuery,
  settings: SearchSettings,
  vocabulary: ReadonlySet<string>,
  holding: (term: string) => number,
  idf: (term: string) => number,
): { terms: Term[]; words: string[] } {
  const asked = words(query.text);
  const known = [...asked.keys()].filter((word) => holding(word) > 0);
  const unknown = [...asked.keys()].filter((word) => holding(word) === 0 && asked.get(word) === false);
  const bySpecificity = (a: string, b: string): number => idf(b) - idf(a) || (a < b ? -1 : 1);
  const weights = new Map<string, number>();
  const context = new Set<string>();
  const give = (term: string, weight: number): void => {
    if (weight > 0 && holding(term) > 0 && !weights.has(term)) weights.set(term, weight);
  };
  const kept = known.toSorted(bySpecificity).slice(0, settings.maxQueryTerms);
  for (const word of kept) give(word, 1);
  for (const word of kept) for (const synonym of synonymsOf(word)) give(synonym, settings.synonyms);
  const free = wordsOfPaths(query).filter((word) => kept.length > 0 && holding(word) > 0 && !weights.has(word));
  const fromPaths = new Set(free.toSorted(bySpecificity).slice(0, settings.pathWordTerms));
  for (const word of fromPaths) give(word, settings.pathWords);
  for (const word of unknown.slice(0, 8).filter(isCompleted)) {
    const completions = [...vocabulary].filter((term) => term.startsWith(word));
    completions.sort((a, b) => holding(b) - holding(a) || (a < b ? -1 : 1));
    for (const term of completions.slice(0, settings.prefixTerms)) give(term, settings.prefix);
  }
  const leans = asked.size < 3 || (query.text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => PRONOUNS.has(word));
  const said = [...words((query.context ?? []).join('\n')).keys()].filter(
    (word) => !asked.has(word) && holding(word) > 0,
  );
  for (const word of said.toSorted(bySpecificity).slice(0, settings.contextTerms)) {
    if (!weights.has(word)) context.add(word);
    give(word, leans ? settings.contextWeight : settings.contextWeightAlone);
  }
  const emphasized = isTitle(query) ? kept : [];
  const places = [...asked.keys()];
  const terms = [...weights].map(([term, weight]) => ({
    term,
    weight,
    idf: idf(term),
    isContext: context.has(term),
    isPath: fromPaths.has(term),
    isAsked: kept.includes(term),
    emphasis: emphasized.includes(term) ? 1 + settings.openingWords / (1 + places.indexOf(term)) : 1,
  }));
  const dropped = beyondReach(terms, settings.maxPostings, holding);
  const droppedWords = known.filter((word) => weights.get(word) === 1 && dropped.has(word));
  return {
    terms: terms.filter(({ term }) => !dropped.has(term)),
    words: [...known, ...unknown].filter((word) => !droppedWords.includes(word)),
  };
}

function wordsOfPaths({ paths = [] }: SearchQuery): string[] {
  return [...new Set(paths.map(normalizePath).flatMap(pathTokens))];
}

function isCompleted(word: string): boolean {
  return word.length >= 4 || /^\p{scx=Han}|^\p{scx=Hiragana}|^\p{scx=Katakana}|^\p{scx=Hangul}/u.test(word);
}

function isTitle({ text, paths = [] }: SearchQuery): boolean {
  const [first = ''] = text.toLowerCase().match(/[\p{L}\p{N}]+/u) ?? [];
  return paths.length === 0 && !STOP_WORDS.has(first);
}

/** The terms that a query leaves unread: beside those that weigh more, they would exceed the bound. */
function beyondReach(terms: readonly Term[], most: number, holding: (term: string) => number): Set<string> {
  const order = terms.toSorted(
    (a, b) => b.weight * b.idf - a.weight * a.idf || b.idf - a.idf || (a.term < b.term ? -1 : 1),
  );
  const total = sum(terms.map(({ term }) => holding(term)));
  const read: Term[] = [];
  for (const each of total <= most ? [] : order) {
    const isNeeded = read.length < 2 || (each.isAsked && read.filter(({ isAsked }) => isAsked).length < 2);
    if (isNeeded || sum([...read, each].map(({ term }) => holding(term))) <= most) read.push(each);
  }
  return new Set(total <= most ? [] : terms.filter((each) => !read.includes(each)).map(({ term }) => term));
}

/** Words of a text; true = only ever seen as a whole identifier. */
export function words(text: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  scanTokens(text, (token, whole) => found.set(token, whole && found.get(token) !== false));
  return found;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
