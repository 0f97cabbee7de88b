import type { ScopeStats, ScopeText, IndexHost } from './index-host.ts';
import type { IsCancelled } from '../query/lexical-score.ts';
import { addPage, createScopeFilling, noteChange, type ScopeFilling } from '../index/scope-filling.ts';
import { createScopeIndex, type ScopeIndex } from '../index/scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { type SearchSettings, DEFAULT_SEARCH_SETTINGS } from '../search-settings.ts';
import type { SearchHit, SearchQuery } from '../search.ts';
import { InklingError } from '../../../base/errors.ts';

/** What an index host asks of the place where the indexes live. */
export type IndexRequest =
  | { readonly kind: 'open'; readonly scopeKey: string }
  | { readonly kind: 'put'; readonly scopeKey: string; readonly documents: readonly SearchDocument[] }
  | { readonly kind: 'fill'; readonly scopeKey: string; readonly page: ScopeText }
  | { readonly kind: 'remove'; readonly scopeKey: string; readonly ids: readonly string[] }
  | { readonly kind: 'search'; readonly scopeKey: string; readonly query: SearchQuery }
  | { readonly kind: 'drop'; readonly scopeKey: string }
  | { readonly kind: 'stats' };

/** The answer to each request, by its kind. */
export interface IndexAnswers {
  readonly open: undefined;
  readonly put: boolean;
  readonly fill: boolean;
  readonly remove: boolean;
  readonly search: readonly SearchHit[] | null;
  readonly drop: undefined;
  readonly stats: readonly ScopeStats[];
}

export type IndexAnswer = IndexAnswers[keyof IndexAnswers];

/** Many indexes by scope, and the one way to ask them. */
export interface IndexStore {
  has(scopeKey: string): boolean;
  /** At once, but for `fill`, during which other requests are answered. */
  answer(request: IndexRequest, isCancelled: IsCancelled): IndexAnswer | Promise<IndexAnswer>;
}

interface IndexStoreState {
  readonly settings: SearchSettings;
  readonly indexes: Map<string, ScopeIndex>;
  /** Each scope that was opened, until it is complete. */
  readonly filling: Map<string, ScopeFilling>;
}

export function createIndexStore(settings: SearchSettings): IndexStore {
  const store: IndexStoreState = { settings, indexes: new Map(), filling: new Map() };
  return {
    has: (scopeKey) => store.indexes.has(scopeKey),
    answer: (request, isCancelled) => answerRequest(store, request, isCancelled),
  };
}

function answerRequest(
  store: IndexStoreState,
  request: IndexRequest,
  isCancelled: IsCancelled,
): IndexAnswer | Promise<IndexAnswer> {
  const { indexes } = store;
  switch (request.kind) {
    case 'open':
      return open(store, request.scopeKey);
    case 'put':
      return put(store, request.scopeKey, request.documents);
    case 'fill':
      return fill(store, request.scopeKey, request.page);
    case 'remove':
      return remove(store, request.scopeKey, request.ids);
    case 'search':
      return indexes.get(request.scopeKey)?.search(request.query, isCancelled) ?? null;
    case 'drop':
      return forget(store, request.scopeKey);
    case 'stats':
      return [...indexes].map(([scopeKey, index]) => ({ scopeKey, ...pick(index) }));
  }
}

function open(store: IndexStoreState, scopeKey: string): undefined {
  forget(store, scopeKey);
  const index = createScopeIndex(store.settings);
  store.indexes.set(scopeKey, index);
  store.filling.set(scopeKey, createScopeFilling(index));
}

function put(store: IndexStoreState, scopeKey: string, documents: readonly SearchDocument[]): boolean {
  const { indexes, filling } = store;
  const index = indexes.get(scopeKey);
  if (!index) return false;
  index.put(documents);
  noteChange(filling.get(scopeKey), []);
  return true;
}

function remove({ indexes, filling }: IndexStoreState, scopeKey: string, ids: readonly string[]): boolean {
  indexes.get(scopeKey)?.remove(ids);
  noteChange(filling.get(scopeKey), ids);
  return indexes.has(scopeKey);
}

function forget({ indexes, filling }: IndexStoreState, scopeKey: string): undefined {
  indexes.delete(scopeKey);
  filling.delete(scopeKey);
}

async function fill(store: IndexStoreState, scopeKey: string, { rows, isLast }: ScopeText): Promise<boolean> {
  const { indexes, filling } = store;
  const index = indexes.get(scopeKey);
  if (!index) return false;
  const open = filling.get(scopeKey) ?? createScopeFilling(index);
  const isAdded = await addPage(open, rows, () => indexes.get(scopeKey) === index);
  if (isLast && filling.get(scopeKey) === open) filling.delete(scopeKey);
  return isAdded;
}

function pick(index: ScopeIndex): { documents: number; bytes: number } {
  const { documents, bytes } = index.stats();
  return { documents, bytes };
}

/**
 * Indexes on the calling thread: for tests and small tools. A search blocks the thread until it ends, so a signal is
 * only seen before it starts; whoever keeps deadlines takes the worker host.
 */
export function createInProcessIndexHost(settings: SearchSettings = DEFAULT_SEARCH_SETTINGS): IndexHost {
  let store: IndexStore | null = createIndexStore(settings);
  const ask = async <K extends IndexRequest['kind']>(
    request: Extract<IndexRequest, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<IndexAnswers[K]> => {
    signal?.throwIfAborted();
    if (store === null) throw new InklingError('closed', 'The index host is closed.');
    return (await store.answer(request, () => false)) as IndexAnswers[K];
  };
  return {
    has: (scopeKey) => store?.has(scopeKey) ?? false,
    open: (scopeKey) => ask<'open'>({ kind: 'open', scopeKey }),
    put: (scopeKey, documents) => ask<'put'>({ kind: 'put', scopeKey, documents }),
    fill: (scopeKey, page) => ask<'fill'>({ kind: 'fill', scopeKey, page }),
    remove: (scopeKey, ids) => ask<'remove'>({ kind: 'remove', scopeKey, ids }),
    search: (scopeKey, query, signal) => ask<'search'>({ kind: 'search', scopeKey, query }, signal),
    drop: (scopeKey) => ask<'drop'>({ kind: 'drop', scopeKey }),
    stats: () => ask<'stats'>({ kind: 'stats' }),
    async close() {
      store = null;
    },
  };
}
