import { InklingError } from '../src/base/errors.ts';
import type { VectorHost } from '../src/memory/embeddings/store/vector-host.ts';
import {
  createVectorStore,
  type VectorAnswers,
  type VectorRequest,
} from '../src/memory/embeddings/store/vector-store.ts';

/** A vector host whose vectors can be lost, as those of a thread that died. */
export interface MortalVectorHost extends VectorHost {
  lose(): void;
  /** Scopes that are held. */
  readonly loaded: ReadonlySet<string>;
}

/** Vectors on the calling thread. */
export function createInProcessVectorHost(): MortalVectorHost {
  let store = createVectorStore();
  let isClosed = false;
  const loaded = new Set<string>();
  async function ask<K extends VectorRequest['kind']>(
    request: Extract<VectorRequest, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<VectorAnswers[K]> {
    signal?.throwIfAborted();
    if (isClosed) throw new InklingError('closed', 'The host is closed.');
    return store.answer(request) as VectorAnswers[K];
  }
  return {
    loaded,
    has: (scopeKey) => loaded.has(scopeKey),
    open(scopeKey, space) {
      loaded.add(scopeKey);
      return ask<'open'>({ kind: 'open', scopeKey, space });
    },
    put: (scopeKey, stored) => ask<'put'>({ kind: 'put', scopeKey, stored }),
    remove: (scopeKey, ids) => ask<'remove'>({ kind: 'remove', scopeKey, ids }),
    match: (scopeKey, question, signal) => ask<'match'>({ kind: 'match', scopeKey, question }, signal),
    drop(scopeKey) {
      loaded.delete(scopeKey);
      return ask<'drop'>({ kind: 'drop', scopeKey });
    },
    async close() {
      isClosed = true;
    },
    lose() {
      store = createVectorStore();
      loaded.clear();
    },
  };
}
