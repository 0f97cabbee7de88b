import { createAgeOrder, type AgeOrder } from './age-order.ts';
import { createDocumentTerms, type DocumentTerms } from './document-terms.ts';
import { createDocumentTable, type DocumentTable } from './document-table.ts';
import { createPathMap, type PathMap } from './path-map.ts';
import { createPostingLists, type PostingLists } from './posting-lists.ts';
import type { SearchSettings } from '../search-settings.ts';
import type { NeighbourTotals } from '../query/session-chain.ts';
import { createTermDictionary, type TermDictionary } from './term-dictionary.ts';

/** What is known of a whole scope when the index holds only some of its documents. */
export interface ScopeStatistics {
  readonly documents: number;
  /** Documents that hold a term; a term that is missing is in none but those of the index. */
  readonly holding: ReadonlyMap<string, number>;
}

/** The living parts of talks. */
export interface Talks {
  /** By session number. */
  readonly docIds: Map<number, number[]>;
  /** Tokens in all their texts. */
  words: number;
}

/** Everything an index holds about one scope. Plain data: functions beside it read and change it. */
export interface IndexState {
  readonly settings: SearchSettings;
  /** null = the index holds the whole scope and counts for itself. */
  readonly statistics: ScopeStatistics | null;
  readonly documents: DocumentTable;
  readonly dictionary: TermDictionary;
  /** By term: docId, then occurrences as 4 bytes (text, path, speaker, date from the lowest). */
  readonly postings: PostingLists;
  readonly paths: PathMap;
  readonly ages: AgeOrder;
  /** Scratch for the document that is being put. */
  readonly counts: DocumentTerms;
  readonly neighbours: NeighbourTotals;
  /** Tokens in all living texts and paths. */
  readonly totals: { text: number; path: number };
  readonly talks: Talks;
}

export function createIndexState(settings: SearchSettings, statistics: ScopeStatistics | null): IndexState {
  return {
    settings,
    statistics,
    documents: createDocumentTable(),
    dictionary: createTermDictionary(),
    postings: createPostingLists(2),
    paths: createPathMap(),
    ages: createAgeOrder(),
    counts: createDocumentTerms(),
    neighbours: { one: 0, two: 0 },
    totals: { text: 0, path: 0 },
    talks: { docIds: new Map(), words: 0 },
  };
}
