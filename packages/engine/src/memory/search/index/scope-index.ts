import { columnBytes } from './column.ts';
import { fieldAverages } from './field-norms.ts';
import { addDocument, putDocument, removeDocument } from './change-index.ts';
import { createIndexState, type IndexState, type ScopeStatistics } from './index-state.ts';
import type { IsCancelled } from '../query/lexical-score.ts';
import { createScratch, type Scratch } from './scratch.ts';
import type { SearchDocument } from '../search-document.ts';
import { searchIndex } from '../host/search-index.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from '../search-settings.ts';
import type { SearchHit, SearchQuery } from '../search.ts';

/** The size of an index. */
export interface IndexStats {
  readonly documents: number;
  /** Rows that were removed or replaced: they stay until the index is loaded again. */
  readonly dead: number;
  /** Exact for the columns and postings, estimated for strings and for what an index takes before its first row. */
  readonly bytes: number;
}

/** What an index of nothing takes that no column counts: its objects, maps and closures. 23 KB, the mean of 2,000 that were searched once. */
const BYTES_WITHOUT_ROWS = 23_000;

/** A string and a map entry; for a path two entries. */
const BYTES_OF_AN_ID = 110;
const BYTES_OF_A_PATH = 200;

/**
 * The hot index of one scope: a fielded BM25 over text, paths, speaker, date and the neighbours in a dialogue, with
 * recency, session, path-hint and co-change added. In memory only; losing it loses nothing. Synchronous: it belongs in
 * a worker, where it cannot delay the thread that keeps deadlines.
 */
export interface ScopeIndex {
  /** Adds documents; one with a known id replaces it. */
  put(documents: readonly SearchDocument[]): void;
  /** Adds documents whose ids are not there. */
  fill(documents: readonly SearchDocument[]): void;
  /** Returns how many were there. */
  remove(ids: readonly string[]): number;
  has(id: string): boolean;
  /** Best first. Null when `isCancelled` said so; it is asked every few microseconds of work. */
  search(query: SearchQuery, isCancelled?: IsCancelled): readonly SearchHit[] | null;
  stats(): IndexStats;
}

/** An empty index; `statistics` only for one that holds a sample of its scope. It never fails; what is wrong with a document shows as a thrown TypeError from `put`. */
export function createScopeIndex(
  settings: SearchSettings = DEFAULT_SEARCH_SETTINGS,
  statistics: ScopeStatistics | null = null,
): ScopeIndex {
  return scopeIndexOf(createIndexState(settings, statistics));
}

function scopeIndexOf(state: IndexState): ScopeIndex {
  const scratch = createScratch();
  return {
    put(documents) {
      for (const document of documents) putDocument(state, document);
    },
    fill(documents) {
      for (const document of documents) addDocument(state, document);
    },
    remove: (ids) => ids.filter((id) => removeDocument(state, id)).length,
    has: (id) => state.documents.docIds.has(id),
    search(query, isCancelled = never) {
      return searchIndex({ state, averages: fieldAverages(state), scratch, isCancelled }, query);
    },
    stats: () => ({
      documents: state.documents.live,
      dead: state.documents.count - state.documents.live,
      bytes: bytesOf(state, scratch),
    }),
  };
}

/** Strings, map entries and arrays of lists are estimated, columns exact. */
function bytesOf({ documents, postings, dictionary, paths }: IndexState, scratch: Scratch): number {
  const columns = columnBytes(documents, postings, dictionary, dictionary.terms, paths, paths.docIds);
  const reused = columnBytes(scratch, scratch.plain, scratch.lifted, scratch.lifts);
  const lists = [postings, paths.docIds].reduce((sum, { bytes, longer }) => sum + bytes + 8 * longer.length, 0);
  const names =
    BYTES_OF_AN_ID * (documents.live + documents.names.size + dictionary.heads.size) +
    BYTES_OF_A_PATH * paths.names.length;
  return BYTES_WITHOUT_ROWS + columns + reused + lists + names;
}

const never: IsCancelled = () => false;
