import { useSyncExternalStore, type ReactNode } from 'react';
import { formatAbsolute, formatRelative } from './format.ts';

const TICK_MS = 10_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

// One timer for every time on the page, and none while there is none.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The time of day to the ten seconds, for what counts down or up on screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A moment as people say it, with the exact one behind it. */
export function Timestamp({ at }: { readonly at: string }): ReactNode {
  const current = Math.max(useNow(), Date.now() - TICK_MS);
  return (
    <time dateTime={at} title={formatAbsolute(at)} className="num">
      {formatRelative(at, current)}
    </time>
  );
}
