import type { ScopeStats, ScopeText, IndexHost } from './index-host.ts';
import type { IsCancelled } from '../query/lexical-score.ts';
import { addPage, createScopeFilling, type ScopeFilling } from '../index/scope-filling.ts';
import { createScopeIndex, type ScopeIndex } from '../index/scope-index.ts';
import type { SearchDocument } from '../search-document.ts';
import { type SearchSettings, DEFAULT_SEARCH_SETTINGS } from '../search-settings.ts';
import type { SearchHit, SearchQuery } from '../search.ts';
import { InklingError } from '../../../base/errors.ts';

/** The calls of a host that the place where the indexes live answers. */
type Verb = Exclude<keyof IndexHost, 'has' | 'close'>;

/** One of these calls on its way to another thread: a signal stays behind. */
export type IndexRequest = {
  readonly [V in Verb]: { readonly kind: V; readonly args: Parameters<IndexHost[V]> };
}[Verb];

/** The answer to each request, by its kind. */
export type IndexAnswers = { readonly [V in Verb]: Awaited<ReturnType<IndexHost[V]>> };

/** Many indexes by scope: what {@link IndexHost} promises, on the calling thread. At once, but for `fill`, during which other calls are answered. */
export interface IndexStore {
  has(scopeKey: string): boolean;
  open(scopeKey: string): void;
  put(scopeKey: string, documents: readonly SearchDocument[]): boolean;
  fill(scopeKey: string, page: ScopeText): Promise<boolean>;
  remove(scopeKey: string, ids: readonly string[]): boolean;
  search(scopeKey: string, query: SearchQuery, isCancelled?: IsCancelled): readonly SearchHit[] | null;
  drop(scopeKey: string): void;
  stats(): readonly ScopeStats[];
}

export function createIndexStore(settings: SearchSettings): IndexStore {
  const indexes = new Map<string, ScopeIndex>();
  /** Each scope that was opened, until it is complete. */
  const filling = new Map<string, ScopeFilling>();
  function drop(scopeKey: string): void {
    indexes.delete(scopeKey);
    filling.delete(scopeKey);
  }
  return {
    has: (scopeKey) => indexes.has(scopeKey),
    open(scopeKey) {
      drop(scopeKey);
      const index = createScopeIndex(settings);
      indexes.set(scopeKey, index);
      filling.set(scopeKey, createScopeFilling(index));
    },
    put(scopeKey, documents) {
      indexes.get(scopeKey)?.put(documents);
      return indexes.has(scopeKey);
    },
    async fill(scopeKey, { rows, isLast }) {
      const index = indexes.get(scopeKey);
      if (!index) return false;
      const open = filling.get(scopeKey) ?? createScopeFilling(index);
      const isAdded = await addPage(open, rows, () => indexes.get(scopeKey) === index);
      if (isLast && filling.get(scopeKey) === open) filling.delete(scopeKey);
      return isAdded;
    },
    remove(scopeKey, ids) {
      indexes.get(scopeKey)?.remove(ids);
      for (const id of ids) filling.get(scopeKey)?.removed.add(id);
      return indexes.has(scopeKey);
    },
    search: (scopeKey, query, isCancelled) => indexes.get(scopeKey)?.search(query, isCancelled) ?? null,
    drop,
    stats: () => [...indexes].map(([scopeKey, index]) => ({ scopeKey, ...index.stats() })),
  };
}

/**
 * Indexes on the calling thread: for tests and small tools. A search blocks the thread until it ends, so a signal is
 * only seen before it starts; whoever keeps deadlines takes the worker host.
 */
export function createInProcessIndexHost(settings: SearchSettings = DEFAULT_SEARCH_SETTINGS): IndexHost {
  let open: IndexStore | null = createIndexStore(settings);
  async function ask<A>(answer: (store: IndexStore) => A | Promise<A>, signal?: AbortSignal): Promise<A> {
    signal?.throwIfAborted();
    if (open === null) throw new InklingError('closed', 'The index host is closed.');
    return answer(open);
  }
  return {
    has: (scopeKey) => open?.has(scopeKey) ?? false,
    open: (scopeKey) => ask((store) => store.open(scopeKey)),
    put: (scopeKey, documents) => ask((store) => store.put(scopeKey, documents)),
    fill: (scopeKey, page) => ask((store) => store.fill(scopeKey, page)),
    remove: (scopeKey, ids) => ask((store) => store.remove(scopeKey, ids)),
    search: (scopeKey, query, signal) => ask((store) => store.search(scopeKey, query), signal),
    drop: (scopeKey) => ask((store) => store.drop(scopeKey)),
    stats: () => ask((store) => store.stats()),
    async close() {
      open = null;
    },
  };
}
