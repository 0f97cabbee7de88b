import type { SnapshotHead } from './snapshot-head.ts';
import type { SearchDocument } from './search-document.ts';
import type { SearchHit, SearchQuery } from './search.ts';

/** A page of a scope, as the store wrote it: only the thread that indexes it takes it apart. */
export interface ScopeText {
  /** Its rows by columns, as JSON. */
  readonly rows: string;
  /** The scope is complete with it. */
  readonly isLast: boolean;
}

/** What one scope's index holds. */
export interface ScopeStats {
  readonly scopeKey: string;
  readonly documents: number;
  readonly bytes: number;
}

/** What became of a snapshot. */
export type RestoreAnswer =
  /** It is loaded; with what was written beside it. */
  | ({ readonly kind: 'restored' } & SnapshotHead)
  /** There is no file, or the scope was opened, dropped or restored again meanwhile. */
  | { readonly kind: 'absent' }
  /** Not whole, of another format, made with other settings or another tokenizer, or it cannot be read. */
  | { readonly kind: 'unusable'; readonly why: string };

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
  /**
   * Writes a scope's index to a file, with a note of the caller's. False when the scope is not loaded, or changes while it is
   * written: then nothing was written. Searches of all scopes go on meanwhile. Rejects when the file cannot be written.
   */
  save(scopeKey: string, file: string, note: string): Promise<boolean>;
  /**
   * Begins to read a snapshot that is likely to be asked for, without what has expired by `now`: the next restore from the same file,
   * if it is the same still, does not read it again. One is held at a time. Resolves when the reading has begun.
   */
  readAhead(file: string, now: number): Promise<void>;
  /**
   * Loads what {@link save} wrote, without what has expired by `now`, in place of what was there. Unless the answer is
   * `restored`, the scope is then not loaded.
   */
  restore(scopeKey: string, file: string, now: number): Promise<RestoreAnswer>;
  /** Forgets a scope. */
  drop(scopeKey: string): Promise<void>;
  /** The loaded scopes. */
  stats(): Promise<readonly ScopeStats[]>;
  /** Forgets everything; calls under way and later ones reject with code `closed`. Idempotent. */
  close(): Promise<void>;
}
