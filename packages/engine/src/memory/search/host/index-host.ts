import type { IndexStats } from '../index/scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import type { SearchHit, SearchQuery } from '../search.ts';

/** A page of a scope, as the store wrote it: only the thread that indexes it takes it apart. */
export interface ScopeText {
  /** Its rows by columns, as JSON. */
  readonly rows: string;
  /** The scope is complete with it. */
  readonly isLast: boolean;
}

/** What one scope's index holds. */
export interface ScopeStats extends IndexStats {
  readonly scopeKey: string;
}

/**
 * Holds the indexes of many scopes, wherever they live. A scope is loaded from `open` until `drop`; one that never was
 * opened, or was lost with its worker, is "not loaded" and says so in every answer: nothing is ever searched in half.
 * Calls begin in the order in which they are made.
 */
export interface IndexHost {
  /** Whether the scope is loaded, as far as this thread knows: a lost worker is noticed within moments. */
  has(scopeKey: string): boolean;
  /** Starts an empty index for a scope, in place of what was there. */
  open(scopeKey: string): Promise<void>;
  /** Adds documents, or replaces those with a known id. False when the scope is not loaded. */
  put(scopeKey: string, documents: readonly SearchDocument[]): Promise<boolean>;
  /**
   * Adds a page of the store, its rows by columns as JSON text, to a scope that is being loaded, behind the pages before it. What was put or
   * removed since it was opened is newer than the page and stays as it is. Searches go on meanwhile. False when the scope is not loaded.
   */
  fill(scopeKey: string, page: ScopeText): Promise<boolean>;
  /** Unknown ids are no error. False when the scope is not loaded. */
  remove(scopeKey: string, ids: readonly string[]): Promise<boolean>;
  /** Best first. Null when the scope is not loaded. Rejects with the signal's reason as soon as it aborts. */
  search(scopeKey: string, query: SearchQuery, signal?: AbortSignal): Promise<readonly SearchHit[] | null>;
  /** Forgets a scope. */
  drop(scopeKey: string): Promise<void>;
  /** The loaded scopes. */
  stats(): Promise<readonly ScopeStats[]>;
  /** Forgets everything; calls under way and later ones reject with code `closed`. Idempotent. */
  close(): Promise<void>;
}
