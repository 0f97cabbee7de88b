import { InklingError } from '../../base/errors.ts';
import type { IndexHost } from './index-host.ts';
import { createIndexShelf, type IndexAnswers, type IndexRequest, type IndexShelf } from './index-requests.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from './search-settings.ts';

/**
 * Indexes on the calling thread: for tests and small tools. A search blocks the thread until it ends, so a signal is
 * only seen before it starts; whoever keeps deadlines takes the worker host.
 */
export function createInProcessIndexHost(settings: SearchSettings = DEFAULT_SEARCH_SETTINGS): IndexHost {
  let shelf: IndexShelf | null = createIndexShelf(settings);
  const ask = async <K extends IndexRequest['kind']>(
    request: Extract<IndexRequest, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<IndexAnswers[K]> => {
    signal?.throwIfAborted();
    if (shelf === null) throw new InklingError('closed', 'The index host is closed.');
    return (await shelf.answer(request, () => false)) as IndexAnswers[K];
  };
  return {
    has: (scopeKey) => shelf?.has(scopeKey) ?? false,
    open: (scopeKey) => ask<'open'>({ kind: 'open', scopeKey }),
    put: (scopeKey, documents) => ask<'put'>({ kind: 'put', scopeKey, documents }),
    fill: (scopeKey, page) => ask<'fill'>({ kind: 'fill', scopeKey, page }),
    remove: (scopeKey, ids) => ask<'remove'>({ kind: 'remove', scopeKey, ids }),
    search: (scopeKey, query, signal) => ask<'search'>({ kind: 'search', scopeKey, query }, signal),
    drop: (scopeKey) => ask<'drop'>({ kind: 'drop', scopeKey }),
    stats: () => ask<'stats'>({ kind: 'stats' }),
    async close() {
      shelf = null;
    },
  };
}
