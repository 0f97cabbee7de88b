import type { ScopeStats } from './index-host.ts';
import type { IsCancelled } from './lexical-score.ts';
import { createScopeIndex, restoreScopeIndex, type ScopeIndex } from './scope-index.ts';
import type { SearchDocument } from './search-document.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchHit, SearchQuery } from './search.ts';

/** What an index host asks of the place where the indexes live. */
export type IndexRequest =
  | { readonly kind: 'open'; readonly scopeKey: string }
  | { readonly kind: 'put'; readonly scopeKey: string; readonly documents: readonly SearchDocument[] }
  | { readonly kind: 'remove'; readonly scopeKey: string; readonly ids: readonly string[] }
  | { readonly kind: 'search'; readonly scopeKey: string; readonly query: SearchQuery }
  | { readonly kind: 'save'; readonly scopeKey: string; readonly file: string; readonly note: string }
  | { readonly kind: 'restore'; readonly scopeKey: string; readonly file: string; readonly now: number }
  | { readonly kind: 'drop'; readonly scopeKey: string }
  | { readonly kind: 'stats' };

/** The answer to each request, by its kind. */
export interface IndexAnswers {
  readonly open: undefined;
  readonly put: boolean;
  readonly remove: boolean;
  readonly search: readonly SearchHit[] | null;
  readonly save: boolean;
  readonly restore: string | null;
  readonly drop: undefined;
  readonly stats: readonly ScopeStats[];
}

export type IndexAnswer = IndexAnswers[keyof IndexAnswers];

/** Many indexes by scope, and the one way to ask them. */
export interface IndexShelf {
  has(scopeKey: string): boolean;
  /** At once, but for `save` and `restore`, during which other requests are answered. */
  answer(request: IndexRequest, isCancelled: IsCancelled): IndexAnswer | Promise<IndexAnswer>;
}

interface Shelf {
  readonly settings: SearchSettings;
  readonly indexes: Map<string, ScopeIndex>;
  /** The restore under way of each scope: one that was dropped, or opened, or restored again has no place to go to. */
  readonly restoring: Map<string, symbol>;
}

export function createIndexShelf(settings: SearchSettings): IndexShelf {
  const shelf: Shelf = { settings, indexes: new Map(), restoring: new Map() };
  return {
    has: (scopeKey) => shelf.indexes.has(scopeKey),
    answer: (request, isCancelled) => answerRequest(shelf, request, isCancelled),
  };
}

function answerRequest(
  shelf: Shelf,
  request: IndexRequest,
  isCancelled: IsCancelled,
): IndexAnswer | Promise<IndexAnswer> {
  const { indexes, settings } = shelf;
  switch (request.kind) {
    case 'open':
      forget(shelf, request.scopeKey);
      indexes.set(request.scopeKey, createScopeIndex(settings));
      return undefined;
    case 'put':
      indexes.get(request.scopeKey)?.put(request.documents);
      return indexes.has(request.scopeKey);
    case 'remove':
      indexes.get(request.scopeKey)?.remove(request.ids);
      return indexes.has(request.scopeKey);
    case 'search':
      return indexes.get(request.scopeKey)?.search(request.query, isCancelled) ?? null;
    case 'save':
      return indexes.get(request.scopeKey)?.save(request.file, request.note) ?? false;
    case 'restore':
      return restore(shelf, request.scopeKey, request.file, request.now);
    case 'drop':
      return forget(shelf, request.scopeKey);
    case 'stats':
      return [...indexes].map(([scopeKey, index]) => ({ scopeKey, ...pick(index) }));
  }
}

function forget({ indexes, restoring }: Shelf, scopeKey: string): undefined {
  indexes.delete(scopeKey);
  restoring.delete(scopeKey);
}

async function restore(shelf: Shelf, scopeKey: string, file: string, now: number): Promise<string | null> {
  const turn = Symbol(scopeKey);
  forget(shelf, scopeKey);
  shelf.restoring.set(scopeKey, turn);
  const restored = await restoreScopeIndex(file, shelf.settings, now);
  if (restored === null || shelf.restoring.get(scopeKey) !== turn) return null;
  shelf.restoring.delete(scopeKey);
  shelf.indexes.set(scopeKey, restored.index);
  return restored.note;
}

function pick(index: ScopeIndex): { documents: number; bytes: number } {
  const { documents, bytes } = index.stats();
  return { documents, bytes };
}
