import type { IndexHost } from './index-host.ts';
import { addPage, createScopeFilling, type ScopeFilling } from '../index/scope-filling.ts';
import { createScopeIndex, type ScopeIndex } from '../index/scope-index.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from '../search-settings.ts';
import { InklingError } from '../../../base/errors.ts';

/** The calls of a host that the place where the indexes live answers. */
type Verb = Exclude<keyof IndexHost, 'has' | 'close'>;

/** One of these calls on its way to another thread: a signal stays behind. */
export type IndexRequest = {
  readonly [V in Verb]: { readonly kind: V; readonly args: Parameters<IndexHost[V]> };
}[Verb];

/** The answer to each request, by its kind. */
export type IndexAnswers = { readonly [V in Verb]: Awaited<ReturnType<IndexHost[V]>> };

/**
 * Indexes on the calling thread: at once, but for `fill`, during which other calls are answered. A search blocks the thread until it ends,
 * so whoever keeps deadlines takes the worker host, whose thread holds one of these.
 */
export function createInProcessIndexHost(settings: SearchSettings = DEFAULT_SEARCH_SETTINGS): IndexHost {
  const indexes = new Map<string, ScopeIndex>();
  /** Each scope that was opened, until it is complete. */
  const filling = new Map<string, ScopeFilling>();
  let isClosed = false;
  function opened(): Map<string, ScopeIndex> {
    if (isClosed) throw new InklingError('closed', 'The index host is closed.');
    return indexes;
  }
  return {
    has: (scopeKey) => indexes.has(scopeKey),
    async open(scopeKey) {
      const index = createScopeIndex(settings);
      opened().set(scopeKey, index);
      filling.set(scopeKey, createScopeFilling(index));
    },
    async put(scopeKey, documents) {
      opened().get(scopeKey)?.put(documents);
      return indexes.has(scopeKey);
    },
    async fill(scopeKey, { rows, isLast }) {
      const index = opened().get(scopeKey);
      if (!index) return false;
      const open = filling.get(scopeKey) ?? createScopeFilling(index);
      const isAdded = await addPage(open, rows, () => indexes.get(scopeKey) === index);
      if (isLast && filling.get(scopeKey) === open) filling.delete(scopeKey);
      return isAdded;
    },
    async remove(scopeKey, ids) {
      opened().get(scopeKey)?.remove(ids);
      for (const id of ids) filling.get(scopeKey)?.removed.add(id);
      return indexes.has(scopeKey);
    },
    async search(scopeKey, query, signal) {
      if (signal?.aborted) throw signal.reason;
      const isCancelled = (): boolean => signal?.aborted ?? false;
      return opened().get(scopeKey)?.search(query, isCancelled) ?? null;
    },
    async drop(scopeKey) {
      opened().delete(scopeKey);
      filling.delete(scopeKey);
    },
    stats: async () => [...opened()].map(([scopeKey, index]) => ({ scopeKey, ...index.stats() })),
    async close() {
      isClosed = true;
      indexes.clear();
      filling.clear();
    },
  };
}
