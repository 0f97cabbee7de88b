import { splitSentences } from '../../../base/text/sentences.ts';
import { normalizePath } from '../../../base/normalize-path.ts';
import type { IndexState } from '../index/index-state.ts';
import { openingEmphasis } from './question-of.ts';
import { CJK, characterClass, pathTokens, scanTokens } from '../text/tokenize.ts';
import type { SearchQuery } from '../search.ts';
import { PRONOUNS, synonymsOf } from '../text/synonyms.ts';
import { termAt, termsWithPrefix } from '../index/term-dictionary.ts';
import { findWord } from '../index/word-table.ts';

/** A query with fewer different words than this leans on its context. */
const FEWEST_WORDS_ALONE = 3;

/** Only so many unknown words are completed: a query of ten thousand of them must not search ten thousand times. */
const MOST_COMPLETED = 8;

/**
 * For all of them together so many terms with the same first letters are looked at: times and running numbers begin alike, and eight that are
 * unknown took a quarter of a second among 200,000.
 */
const MOST_LOOKED_AT = 65_536;

/** Chosen on talks in Chinese and Korean: with it their share of a question is what that of English ones is. */
const UNKNOWN_PAIR = 0.5;

/** Only the words of so many hinted paths are looked at: a caller may hint a thousand, and a few of their words join the query. */
const MOST_PATHS_READ = 32;

/**
 * Where a term of the query comes from. Context counts in the relevance only of a query that refers back to it, the words of hinted
 * paths in none: they were not asked for.
 */
export type TermOrigin = 'text' | 'synonym' | 'path' | 'prefix' | 'context';

export interface QueryTerm {
  readonly term: string;
  readonly number: number;
  readonly weight: number;
  readonly idf: number;
  /** Its share in the relevance: the idf it would have with {@link SearchSettings.relevancePrior} documents more. */
  readonly information: number;
  readonly origin: TermOrigin;
  /** How much more it counts in the order, not in the relevance. */
  readonly emphasis: number;
}

export interface PreparedQuery {
  readonly terms: readonly QueryTerm[];
  /** Σ information of the words asked for, unknown ones as words in no document: what full coverage is measured by. */
  readonly totalInformation: number;
  /** Σ information of the context's words times what they count in the relevance; 0 = the query does not refer back to them. */
  readonly contextInformation: number;
}

/** Turns a query into weighted terms: its words, those of the hinted paths, the context's most specific words, synonyms, completed words. */
export function prepareQuery(state: IndexState, query: SearchQuery): PreparedQuery {
  const asked = wordsOf(query.text);
  const terms = new Map<string, QueryTerm>();
  const unknown: string[] = [];
  let totalInformation = 0;
  const emphasisOf = openingEmphasis(state.settings, query);
  let place = 0;
  for (const [word, whole] of asked) {
    place++;
    const known = lookUp(state, word, 1, 'text');
    if (known) terms.set(word, { ...known, emphasis: emphasisOf(place) });
    // The parts of an unknown identifier are asked for anyway; counting the whole too would count it twice.
    else if (!whole) unknown.push(word);
    if (known || !whole) totalInformation += known?.information ?? unknownInformation(state, word);
  }
  keepMostSpecific(terms, state.settings.maxQueryTerms);
  addSynonyms(state, terms);
  addPathWords(state, terms, query.paths ?? []);
  addCompletions(state, terms, unknown);
  addContext(state, terms, query, asked);
  const { kept, dropped } = withinReach(state, [...terms.values()]);
  for (const { origin, information: share } of dropped) if (origin === 'text') totalInformation -= share;
  const contextInformation = refersBack(query.text, asked.size) ? contextInformationOf(state, kept) : 0;
  return { terms: kept, totalInformation, contextInformation };
}

/** A sentence of a question: the terms that it asks for, and what it is worth as a whole, in nats. */
export interface QueryPart {
  readonly terms: readonly QueryTerm[];
  readonly information: number;
}

/** The sentences of a question as far as its terms were looked up; what no document says counts in what a sentence is worth. */
export function queryParts(state: IndexState, text: string, terms: readonly QueryTerm[]): readonly QueryPart[] {
  const known = new Map(terms.flatMap((term) => (term.origin === 'text' ? [[term.term, term]] : [])));
  return splitSentences(text)
    .flatMap((sentence) => sentence.split(/\s[-–—]\s/u))
    .map((sentence) => {
      const found: QueryTerm[] = [];
      let total = 0;
      for (const [word, whole] of wordsOf(sentence)) {
        const term = known.get(word);
        if (term) found.push(term);
        total +=
          term?.information ?? (whole || documentsHolding(state, word) > 0 ? 0 : unknownInformation(state, word));
      }
      return { terms: found, information: total };
    });
}

function contextInformationOf({ settings }: IndexState, terms: readonly QueryTerm[]): number {
  const shares = terms.map(({ origin, information: share }) => (origin === 'context' ? share : 0));
  return settings.contextRelevance * shares.reduce((sum, share) => sum + share, 0);
}

/**
 * So many terms are read however common they are, and so many of the words asked for: a question in two common words has an answer too, also
 * beside a hinted path or a context whose rare words weigh more and say nothing of the relevance.
 */
const FEWEST_TERMS = 2;

/**
 * Bounds the work of a query: the terms that weigh most are read as long as their documents, all together, are at most
 * {@link SearchSettings.maxPostings}. What is dropped is in a large part of a large scope, so it tells documents apart least; it
 * leaves the relevance too, as if it had not been asked.
 */
function withinReach(state: IndexState, terms: QueryTerm[]): { kept: QueryTerm[]; dropped: QueryTerm[] } {
  const { maxPostings } = state.settings;
  const documentsOf = ({ number }: QueryTerm): number => state.dictionary.documents[number]!;
  if (terms.reduce((sum, term) => sum + documentsOf(term), 0) <= maxPostings) return { kept: terms, dropped: [] };
  const kept: QueryTerm[] = [];
  const dropped: QueryTerm[] = [];
  let read = 0;
  let asked = 0;
  for (const term of terms.toSorted((a, b) => b.weight * b.idf - a.weight * a.idf || bySpecificity(a, b))) {
    const isAsked = term.origin === 'text';
    const isNeeded = kept.length < FEWEST_TERMS || (isAsked && asked < FEWEST_TERMS);
    const fits = isNeeded || read + documentsOf(term) <= maxPostings;
    if (fits) read += documentsOf(term);
    if (fits && isAsked) asked += 1;
    (fits ? kept : dropped).push(term);
  }
  return { kept, dropped };
}

/** How specific a term is: ln(1 + (n − df + ½) / (df + ½)). */
function idf(state: IndexState, documents: number, prior = 0): number {
  const all = Math.max(state.documents.live, state.statistics?.documents ?? 0) + prior;
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}

/**
 * What a word is worth in the relevance. The prior keeps the scale in a small store: among three documents a word in one of
 * them has an idf of 0.98 and a word in none 2.08, so one unknown word outweighed two found ones. Measured on two histories,
 * the newest 10 commits as the store: with the prior 53 % of the queries pass 0.25 instead of 33 %, and 2 % of unrelated ones
 * instead of 1 %; at 3,000 commits nothing changes (78 and 3 %).
 */
function information(state: IndexState, documents: number): number {
  return idf(state, documents, state.settings.relevancePrior);
}

/** What a word counts that no document holds. Of a script without blanks, of which pairs are looked for, most that are unknown stand across two words. */
function unknownInformation(state: IndexState, word: string): number {
  const share = characterClass(word.codePointAt(0)!) === CJK ? UNKNOWN_PAIR : 1;
  return share * information(state, 0);
}

/** Most specific first, then by spelling: an order that does not depend on how the terms were found. */
export function bySpecificity(a: QueryTerm, b: QueryTerm): number {
  return b.idf - a.idf || (a.term < b.term ? -1 : 1);
}

function wordsOf(text: string): Map<string, boolean> {
  const words = new Map<string, boolean>();
  scanTokens(text, (token, whole) => words.set(token, whole && (words.get(token) ?? true)));
  return words;
}

/** A word stays in the dictionary when the last document that holds it is gone: then it is as unknown as any other. */
function documentsHolding({ dictionary }: IndexState, word: string): number {
  const number = findWord(dictionary.terms, word);
  return number < 0 ? 0 : dictionary.documents[number]!;
}

function lookUp(state: IndexState, term: string, weight: number, origin: TermOrigin): QueryTerm | null {
  const number = findWord(state.dictionary.terms, term);
  const held = number < 0 ? 0 : state.dictionary.documents[number]!;
  if (held === 0) return null;
  const documents = Math.max(held, state.statistics?.holding.get(term) ?? 0);
  const weighed = { idf: idf(state, documents), information: information(state, documents), emphasis: 1 };
  return { term, number, weight, origin, ...weighed };
}

function keepMostSpecific(terms: Map<string, QueryTerm>, limit: number): void {
  if (terms.size <= limit) return;
  for (const { term } of [...terms.values()].sort(bySpecificity).slice(limit)) terms.delete(term);
}

function addSynonyms(state: IndexState, terms: Map<string, QueryTerm>): void {
  const { synonyms } = state.settings;
  if (synonyms === 0) return;
  const words = [...terms.keys()];
  for (const term of words) {
    for (const synonym of synonymsOf(term)) addTerm(terms, lookUp(state, synonym, synonyms, 'synonym'));
  }
}

/**
 * The words in the names of the hinted files: what lies beside a file, or is called as it is, is about the same thing. They join a
 * question, they are none by themselves.
 */
function addPathWords(state: IndexState, terms: Map<string, QueryTerm>, paths: readonly string[]): void {
  const { pathWords, pathWordTerms } = state.settings;
  if (pathWords === 0 || terms.size === 0) return;
  const words = new Set(paths.slice(0, MOST_PATHS_READ).flatMap((path) => pathTokens(normalizePath(path))));
  const candidates: QueryTerm[] = [];
  for (const word of words) {
    const known = terms.has(word) ? null : lookUp(state, word, pathWords, 'path');
    if (known) candidates.push(known);
  }
  for (const term of candidates.sort(bySpecificity).slice(0, pathWordTerms)) addTerm(terms, term);
}

function addCompletions(state: IndexState, terms: Map<string, QueryTerm>, unknown: readonly string[]): void {
  const { prefix, prefixTerms } = state.settings;
  if (prefix === 0) return;
  const words = unknown.slice(0, MOST_COMPLETED);
  const most = Math.floor(MOST_LOOKED_AT / words.length);
  for (const word of words) {
    for (const number of termsWithPrefix(state.dictionary, word, prefixTerms, most)) {
      addTerm(terms, lookUp(state, termAt(state.dictionary, number), prefix, 'prefix'));
    }
  }
}

function addContext(
  state: IndexState,
  terms: Map<string, QueryTerm>,
  query: SearchQuery,
  asked: ReadonlyMap<string, boolean>,
): void {
  const { contextTerms, contextWeight, contextWeightAlone } = state.settings;
  if (!query.context || contextTerms === 0) return;
  const weight = leansOnContext(query.text, asked.size) ? contextWeight : contextWeightAlone;
  if (weight === 0) return;
  const candidates: QueryTerm[] = [];
  for (const word of wordsOf(query.context.join('\n')).keys()) {
    const known = asked.has(word) ? null : lookUp(state, word, weight, 'context');
    if (known) candidates.push(known);
  }
  for (const term of candidates.sort(bySpecificity).slice(0, contextTerms)) addTerm(terms, term);
}

function leansOnContext(text: string, words: number): boolean {
  return words < FEWEST_WORDS_ALONE || hasPronoun(text);
}

/** Asks about what was said before: by a pronoun, or with no word of its own. A short question may be about something else. */
function refersBack(text: string, words: number): boolean {
  return words === 0 || hasPronoun(text);
}

function hasPronoun(text: string): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => PRONOUNS.has(word));
}

/** A term that came by two ways counts once, by the first: words before synonyms, before path words, completions and context. */
function addTerm(terms: Map<string, QueryTerm>, term: QueryTerm | null): void {
  if (term && !terms.has(term.term)) terms.set(term.term, term);
}
