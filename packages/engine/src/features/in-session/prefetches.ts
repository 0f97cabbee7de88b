import type { Clock } from '../../base/clock.ts';
import { inTimeOr, type Deadline } from '../../base/deadline.ts';
import type { InSessionLimits } from './injector-options.ts';

/** Work that was begun before a tool ran and is handed over after it. */
export interface Prefetches<T> {
  /** Begins the work of a tool call; one that is under way or done already goes on instead. */
  start(sessionId: string, callId: string, work: (deadline: Deadline) => Promise<T | null>): void;
  /** Hands the work of a tool call over, once; null when there is none or it is too old. Resolves to null when it failed or was late. */
  take(sessionId: string, callId: string): Promise<T | null> | null;
  /** Aborts and drops what a session has under way. */
  forget(sessionId: string): void;
}

interface Entry<T> {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly result: Promise<T | null>;
  readonly stop: () => void;
}

interface PrefetchPorts {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly limits: Pick<InSessionLimits, 'maxPrefetches' | 'prefetchBudgetMs' | 'prefetchTtlMs'>;
}

const keyOf = (sessionId: string, callId: string): string => JSON.stringify([sessionId, callId]);

export function createPrefetches<T>(ports: PrefetchPorts): Prefetches<T> {
  const { clock, limits } = ports;
  const entries = new Map<string, Entry<T>>();
  const isOld = ({ startedAt }: Entry<T>): boolean => clock.monotonic() - startedAt >= limits.prefetchTtlMs;
  function drop(key: string, entry: Entry<T>): void {
    entries.delete(key);
    entry.stop();
  }
  return {
    start(sessionId, callId, work) {
      const key = keyOf(sessionId, callId);
      const known = entries.get(key);
      if (known && !isOld(known)) return;
      if (known) drop(key, known);
      entries.set(key, begin(ports, sessionId, work));
      for (const [oldest, entry] of entries) {
        if (entries.size <= limits.maxPrefetches && !isOld(entry)) break;
        drop(oldest, entry);
      }
    },
    take(sessionId, callId) {
      const key = keyOf(sessionId, callId);
      const entry = entries.get(key);
      if (!entry) return null;
      entries.delete(key);
      if (!isOld(entry)) return entry.result;
      entry.stop();
      return null;
    },
    forget(sessionId) {
      for (const [key, entry] of entries) if (entry.sessionId === sessionId) drop(key, entry);
    },
  };
}

function begin<T>(ports: PrefetchPorts, sessionId: string, work: (deadline: Deadline) => Promise<T | null>): Entry<T> {
  const stopper = new AbortController();
  const result = inTimeOr(ports, ports.limits.prefetchBudgetMs, work, null, stopper.signal);
  return { sessionId, startedAt: ports.clock.monotonic(), result, stop: () => stopper.abort() };
}
