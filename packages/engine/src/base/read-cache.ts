import type { Clock } from './clock.ts';

/** Keeps what was read for a moment, because every tool call asks for it. */
export interface ReadCache<Key, Value> {
  get(key: Key): Promise<Value>;
  /** Forgets one answer, one that is being read included: it may be from before a change. */
  forget(key: Key): void;
  /** Forgets everything in the same way. */
  clear(): void;
}

/** How much is kept, for how long. */
export interface ReadCacheSettings {
  readonly clock: Clock;
  /** Infinity where nobody else can write. */
  readonly ttlMs: number;
  /** Most answers; the one that came first goes first. (Default: 1000) */
  readonly maxEntries?: number;
}

interface Entry<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/** Puts an entry in last place, and drops the first when there are more than so many: with each use put anew, that is the one used longest ago. */
export function keepNewest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > most) entries.delete(entries.keys().next().value as Key);
}

/** One value for each key, made when it is first asked for and kept for good. */
export function oneForEach<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Callers that ask at once share one read. A read that fails is not kept. */
export function createReadCache<Key, Value>(
  read: (key: Key) => Promise<Value>,
  { clock, ttlMs, maxEntries = 1000 }: ReadCacheSettings,
): ReadCache<Key, Value> {
  const entries = new Map<Key, Entry<Value>>();

  function load(key: Key): Promise<Value> {
    const entry: Entry<Value> = { until: clock.monotonic() + ttlMs, value: read(key) };
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    keepNewest(entries, key, entry, maxEntries);
    return entry.value;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      return entry && clock.monotonic() < entry.until ? entry.value : load(key);
    },
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
