import type { ScopeStats } from './index-host.ts';
import type { IsCancelled } from './lexical-score.ts';
import { createScopeIndex, type ScopeIndex } from './scope-index.ts';
import type { SearchDocument } from './search-document.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchHit, SearchQuery } from './search.ts';

/** What an index host asks of the place where the indexes live. */
export type IndexRequest =
  | { readonly kind: 'open'; readonly scopeKey: string }
  | { readonly kind: 'put'; readonly scopeKey: string; readonly documents: readonly SearchDocument[] }
  | { readonly kind: 'remove'; readonly scopeKey: string; readonly ids: readonly string[] }
  | { readonly kind: 'search'; readonly scopeKey: string; readonly query: SearchQuery }
  | { readonly kind: 'drop'; readonly scopeKey: string }
  | { readonly kind: 'stats' };

/** The answer to each request, by its kind. */
export interface IndexAnswers {
  readonly open: undefined;
  readonly put: boolean;
  readonly remove: boolean;
  readonly search: readonly SearchHit[] | null;
  readonly drop: undefined;
  readonly stats: readonly ScopeStats[];
}

export type IndexAnswer = IndexAnswers[keyof IndexAnswers];

/** Many indexes by scope, and the one way to ask them. */
export interface IndexShelf {
  has(scopeKey: string): boolean;
  answer(request: IndexRequest, isCancelled: IsCancelled): IndexAnswer;
}

export function createIndexShelf(settings: SearchSettings): IndexShelf {
  const indexes = new Map<string, ScopeIndex>();
  return {
    has: (scopeKey) => indexes.has(scopeKey),
    answer: (request, isCancelled) => answerRequest(indexes, settings, request, isCancelled),
  };
}

function answerRequest(
  indexes: Map<string, ScopeIndex>,
  settings: SearchSettings,
  request: IndexRequest,
  isCancelled: IsCancelled,
): IndexAnswer {
  switch (request.kind) {
    case 'open':
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
    case 'drop':
      indexes.delete(request.scopeKey);
      return undefined;
    case 'stats':
      return [...indexes].map(([scopeKey, index]) => ({ scopeKey, ...pick(index) }));
  }
}

function pick(index: ScopeIndex): { documents: number; bytes: number } {
  const { documents, bytes } = index.stats();
  return { documents, bytes };
}
