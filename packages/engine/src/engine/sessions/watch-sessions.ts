import type { Session } from '../../memory/sessions/session.ts';
import type { SessionStore } from '../../memory/sessions/session-store.ts';

/** Told of each session that this process changes. */
export interface SessionWatch {
  /** Something was asked of it that may have changed it, whatever came of it: a write whose answer was lost is written all the same. */
  touched(sessionId: string): void;
  ended(sessionId: string): void;
  /** It is in this epoch now. */
  epochStarted(sessionId: string, epoch: number): void;
}

/** The store, with a watch over its changes. A heartbeat is none: whoever holds the lock already receives. */
export function watchSessions(store: SessionStore, watch: SessionWatch): SessionStore {
  async function touching<Result>(sessionId: string, change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      watch.touched(sessionId);
    }
  }

  async function ending<Result extends { readonly session: Session }>(change: Promise<Result>): Promise<Result> {
    const result = await change;
    if (result.session.endedAt !== null) watch.ended(result.session.id);
    return result;
  }

  return {
    ...store,
    async create(input) {
      const result = await store.create(input);
      watch.touched(result.session.id);
      return result;
    },
    describe: (sessionId, description) => touching(sessionId, store.describe(sessionId, description)),
    claim: (sessionId, options) => touching(sessionId, store.claim(sessionId, options)),
    async claimNext(options) {
      const claimed = await store.claimNext(options);
      if (claimed) watch.touched(claimed.session.id);
      return claimed;
    },
    release: (sessionId, lockToken) => touching(sessionId, store.release(sessionId, lockToken)),
    complete: (sessionId, ...rest) => ending(touching(sessionId, store.complete(sessionId, ...rest))),
    fail: (sessionId, ...rest) => ending(touching(sessionId, store.fail(sessionId, ...rest))),
    async stop(sessionId, options) {
      const session = await touching(sessionId, store.stop(sessionId, options));
      watch.ended(sessionId);
      return session;
    },
    async stopAbandoned(sessionId, workerId, options) {
      const result = await touching(sessionId, store.stopAbandoned(sessionId, workerId, options));
      if (result.outcome === 'stopped') watch.ended(sessionId);
      return result;
    },
    async startEpoch(sessionId, expectedEpoch) {
      const result = await touching(sessionId, store.startEpoch(sessionId, expectedEpoch));
      watch.epochStarted(sessionId, result.session.epoch);
      return result;
    },
  };
}
