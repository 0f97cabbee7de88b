import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../../../base/lists.ts';
import type { Statement, TenantDatabase } from '../../../base/database/database.ts';
import { pathSegments } from '../../../base/normalize-path.ts';
import type { ScopeStatistics } from '../index/index-state.ts';
import { createScopeIndex } from '../index/scope-index.ts';
import { toSearchDocument, type SearchDocument } from '../search-document.ts';
import type { SearchSettings } from '../search-settings.ts';
import type { SearchQuery, SearchResult, SearchScope } from '../search.ts';
import {
  countScopeRows,
  matchPaths,
  matchTerms,
  newestWithin,
  readCandidateRows,
  ROWS_COUNTED,
  type CandidateRow,
  type TermMatch,
} from './sql-candidates.ts';

/** Terms of a query that are looked up; longer queries are asked by their first ones. */
const MOST_TERMS = 12;

/** Candidates read and ranked: some 5 ms of the calling thread, whatever the store holds. */
const MOST_CANDIDATES = 100;

/**
 * Of them between two turns of the calling thread, which keeps deadlines: the first query of a process is answered by code that is not compiled
 * yet, beside an index that is being loaded, and all at once took 100 ms.
 */
const ROWS_AT_ONCE = 10;

/** Endings of a hinted path that are looked for: one of 20,000 segments had as many, 400 MB of text, and took this thread four seconds. */
const MOST_ENDINGS = 64;

/** What the fallback shares with the index, so that both rank alike. */
export interface SqlSearchOptions {
  /** The same tokens that filled the `terms` column. */
  readonly tokenize: (text: string) => readonly string[];
  readonly settings: SearchSettings;
}

/**
 * Answers a query from the store while the scope's index is not loaded. Every statement is bounded: so many matches per
 * term, so many candidates by what their terms are worth, and these are ranked exactly as the index would, except that
 * document frequencies are estimates of the whole scope and ages are ranked among the candidates. A filter chooses the candidates.
 * Hints find equal paths and the endings of an absolute one. Rejects when the signal aborts.
 */
export async function searchBySql(
  tenant: TenantDatabase,
  scope: SearchScope,
  query: SearchQuery,
  { tokenize, settings }: SqlSearchOptions,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const moment = new Date(query.now).toISOString();
  const options = { signal };
  const terms = [...new Set(tokenize(query.text))].slice(0, MOST_TERMS);
  const paths = [...new Set((query.paths ?? []).flatMap(endingsOf))];
  const within = filtered(scope, query, moment);
  const [counted = [], matched = [], found = []] = await tenant.batch(
    [countScopeRows(scope), matchTerms(scope, terms, moment), within ?? matchPaths(scope, paths, moment)],
    options,
  );
  const statistics = estimateStatistics(Number(counted[0]?.['rows'] ?? 0), matched as TermMatch[]);
  const foundIds = found.map((row) => String(row['id']));
  const ids = within ? foundIds : chooseCandidates(matched as TermMatch[], foundIds, statistics, settings);
  const rows = await tenant.query<CandidateRow>(readCandidateRows(scope.orgId, ids, moment), options);
  const index = createScopeIndex(settings, statistics);
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
    index.put(some.map(toDocument));
    await nextTurn();
    signal?.throwIfAborted();
  }
  // Of a sample nobody knows how rare a word is.
  const hits = (index.search(query) ?? []).map(({ sharedInformation: _unknown, ...hit }) => hit);
  return { hits, degraded: 'cold-index' };
}

/** Where the question has a filter: what that lets through. */
function filtered(scope: SearchScope, { filter = {} }: SearchQuery, moment: string): Statement | null {
  return (filter.sessionId ?? filter.namespace) === undefined ? null : newestWithin(scope, filter, moment);
}

/** The path and its endings at segment boundaries: a hint is often absolute where observations are relative. */
function endingsOf(path: string): string[] {
  const segments = pathSegments(path).slice(-MOST_ENDINGS);
  return segments.map((_, at) => segments.slice(at).join('/'));
}

function estimateStatistics(rows: number, matched: readonly TermMatch[]): ScopeStatistics {
  const holding = new Map<string, number>();
  for (const { term } of matched) holding.set(term, (holding.get(term) ?? 0) + 1);
  return { documents: Math.min(rows, ROWS_COUNTED), holding };
}

/** The candidates whose matched terms are worth most, and those found by path. */
function chooseCandidates(
  matched: readonly TermMatch[],
  byPath: readonly string[],
  { documents, holding }: ScopeStatistics,
  { pathHint, relevanceK1 }: SearchSettings,
): string[] {
  // Saturation of a single occurrence at average length: the texts are not read yet.
  const oneOccurrence = 1 / (1 + relevanceK1);
  const worth = new Map<string, number>(byPath.map((id) => [id, pathHint]));
  const idfs = [...holding].map(([term, count]): [string, number] => [
    term,
    Math.log(1 + Math.max(0, documents - count + 0.5) / (count + 0.5)),
  ]);
  const idf = new Map(idfs);
  const total = idfs.reduce((sum, [, value]) => sum + value, 0) || 1;
  for (const { term, id } of matched) {
    worth.set(id, (worth.get(id) ?? 0) + ((idf.get(term) ?? 0) * oneOccurrence) / total);
  }
  // Ids are time-ordered, so of equal candidates the later ones are read.
  const best = [...worth].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1));
  return best.slice(0, MOST_CANDIDATES).map(([id]) => id);
}

/** A sample has holes: the rows beside one another here need not be neighbours in their session, and no talk is whole. */
function toDocument(row: CandidateRow): SearchDocument {
  const document = toSearchDocument({ ...row, kind: '', createdAt: Date.parse(row.createdAt) });
  return { ...document, conversational: false };
}
