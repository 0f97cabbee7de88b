import { readScopeRows } from '../src/memory/search/index/scope-filling.ts';
import type { IndexHost } from '../src/memory/search/host/index-host.ts';
import { createInProcessIndexHost } from '../src/memory/search/host/index-requests.ts';
import type { SearchScope } from '../src/memory/search/search.ts';
import { DEFAULT_SCOPE_REGISTRY, type ScopeRegistrySettings } from '../src/recall/scopes/scope-entry.ts';
import { createScopeRegistry, type ScopeRegistry } from '../src/recall/scopes/scope-registry.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createMemoryRowSource, type MemoryRowSource } from './memory-row-source.ts';

/** A registry over stores in memory and an index host that can lose everything. */
export interface RegistryFixture {
  readonly registry: ScopeRegistry;
  readonly host: MortalHost;
  readonly clock: ManualClock;
  readonly errors: unknown[];
  /** The store of an organisation. */
  store(orgId: string): MemoryRowSource;
  /** Ids that a search of the scope's index finds, ascending; null while there is no index. */
  found(scope: SearchScope): Promise<readonly string[] | null>;
}

/** An index host whose indexes can be lost, as those of a worker that crashed. */
export interface MortalHost extends IndexHost {
  lose(): void;
  /** Awaited before each change of an index. */
  onChange: () => Promise<void>;
  /** How many documents were put so far. */
  readonly puts: { count: number };
}

/** What {@link createRegistryFixture} may be given beside settings. */
export interface RegistryFixtureOptions {
  /** Stores that were there before, of a registry that has ended. (Default: empty ones) */
  readonly stores?: Map<string, MemoryRowSource>;
}

export function createRegistryFixture(
  settings: Partial<ScopeRegistrySettings> = {},
  { stores = new Map() }: RegistryFixtureOptions = {},
): RegistryFixture {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const host = createMortalHost();
  const store = (orgId: string): MemoryRowSource => {
    const known = stores.get(orgId) ?? createMemoryRowSource(orgId);
    stores.set(orgId, known);
    return known;
  };
  const registry = createScopeRegistry({
    host,
    rows: store,
    clock,
    onError: (error) => errors.push(error),
    settings: { ...DEFAULT_SCOPE_REGISTRY, pageRows: 2, feedRows: 2, ...settings },
  });
  return {
    registry,
    host,
    clock,
    errors,
    store,
    async found(scope) {
      const ready = await registry.ready(scope);
      const query = { text: 'deploy', now: clock.now(), limit: 1000 };
      const hits = ready && (await host.search(ready.indexKey, query));
      return hits && hits.map(({ id }) => id).sort();
    },
  };
}

function createMortalHost(): MortalHost {
  let inner = createInProcessIndexHost();
  const last = new Map<string, Promise<unknown>>();
  /** Changes wait, and none overtakes another of the same index. */
  function change<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (last.get(key) ?? Promise.resolve()).then(() => host.onChange()).then(work);
    last.set(
      key,
      done.catch(() => undefined),
    );
    return done;
  }
  const host: MortalHost = {
    puts: { count: 0 },
    onChange: () => Promise.resolve(),
    lose() {
      inner = createInProcessIndexHost();
    },
    has: (key) => inner.has(key),
    open: (key) => change(key, () => inner.open(key)),
    put(key, documents) {
      host.puts.count += documents.length;
      return change(key, () => inner.put(key, documents));
    },
    fill(key, page) {
      host.puts.count += readScopeRows(page.rows).length;
      return change(key, () => inner.fill(key, page));
    },
    remove: (key, ids) => change(key, () => inner.remove(key, ids)),
    search: (key, query, signal) => inner.search(key, query, signal),
    drop: (key) => inner.drop(key),
    stats: () => inner.stats(),
    close: () => inner.close(),
  };
  return host;
}
