import type { SessionStore } from '../memory/sessions/session-store.ts';

/** The store whose sessions end when all is written that was to be: feedback and capture read an ended session's record whole. */
export function endSettled(store: SessionStore, settled: () => Promise<void>): SessionStore {
  const first = async <Result>(end: () => Promise<Result>): Promise<Result> => {
    await settled();
    return end();
  };
  return {
    ...store,
    complete: (...given) => first(() => store.complete(...given)),
    fail: (...given) => first(() => store.fail(...given)),
    stop: (...given) => first(() => store.stop(...given)),
    stopAbandoned: (...given) => first(() => store.stopAbandoned(...given)),
  };
}
