import { InklingError } from '../../base/errors.ts';
import type { ObservationChange } from '../../memory/observations/observation-status.ts';
import { scopeKey, type SearchScope } from '../../memory/search/search.ts';
import { applyChanges } from './apply-changes.ts';
import { bringUpToDate } from './follow-feed.ts';
import { loadScope, tooLarge } from './load-scope.ts';
import { createScopeEntry, isDropped, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';

/** How long a scope that is too large is left out before it is tried again. */
const RETRY_MS = 600_000;

/** How long a search without a budget waits for changes; then it answers without them, `stale-index`. */
const WAIT_MS = 50;

/** The size of a loaded index is asked again after so many changes: about 1 MB of growth. */
const CHANGES_BETWEEN_MEASURES = 1000;

/** A loaded index. */
export interface ReadyScope {
  /** Its name in the index host. */
  readonly indexKey: string;
  /** It may lack the latest changes: following them failed or did not end in time. */
  readonly isStale: boolean;
}

/** Which scopes have an index, how they are loaded, kept current and dropped. Losing one loses nothing but time. */
export interface ScopeRegistry {
  /**
   * The scope's index, brought up to date as far as that takes at most `waitMs` (default: 50); null while there is
   * none: answer from SQL meanwhile. Never rejects.
   */
  ready(scope: SearchScope, waitMs?: number): Promise<ReadyScope | null>;
  /** Loads the scope and resolves when it is searchable; false when the load failed. */
  warm(scope: SearchScope): Promise<boolean>;
  /** Tells the organisation's indexes what this process has just written. The next search finds it. */
  written(orgId: string, changes: readonly ObservationChange[]): void;
  /** Loads and follows nothing any more. Idempotent. */
  close(): void;
}

interface Registry {
  readonly ports: ScopeRegistryPorts;
  /** Insertion order is order of use: an entry moves to the end when it is used. */
  readonly entries: Map<string, ScopeEntry>;
  /** Loads when it is its turn. */
  readonly inTurn: (load: () => Promise<void>) => Promise<void>;
  loads: number;
  isClosed: boolean;
}

export function createScopeRegistry(ports: ScopeRegistryPorts): ScopeRegistry {
  const inTurn = createTurns(ports.settings.loadsAtOnce);
  const registry: Registry = { ports, entries: new Map(), inTurn, loads: 0, isClosed: false };
  return {
    async ready(scope, waitMs = WAIT_MS) {
      const entry = registry.isClosed ? null : touch(registry, scope);
      if (entry?.state !== 'loaded') return null;
      const isCurrent = await bringUpToDate(ports, entry, waitMs);
      measureWhenDue(registry, entry);
      return entry.state === 'loaded' ? { indexKey: entry.indexKey, isStale: !isCurrent } : null;
    },
    async warm(scope) {
      const entry = registry.isClosed ? null : touch(registry, scope);
      await entry?.loading;
      return entry?.state === 'loaded';
    },
    written(orgId, changes) {
      for (const entry of entriesOf(registry, orgId)) {
        // One that waits for its turn to load will read them from the store.
        if (entry.state !== 'loaded' && entry.state !== 'loading') continue;
        applyChanges(ports, entry, changes).catch((error: unknown) => giveUp(registry, entry, error));
      }
    },
    close: () => close(registry),
  };
}

function close(registry: Registry): void {
  registry.isClosed = true;
  for (const entry of registry.entries.values()) entry.state = 'dropped';
  registry.entries.clear();
}

function* entriesOf({ entries }: Registry, orgId: string): Generator<ScopeEntry> {
  for (const entry of entries.values()) if (entry.scope.orgId === orgId) yield entry;
}

/** The scope's entry, now the most recently used; its load is started when there is none that can be used. */
function touch(registry: Registry, scope: SearchScope): ScopeEntry {
  const key = scopeKey(scope);
  const known = registry.entries.get(key);
  const entry = known && isUsable(registry.ports, known) ? known : startLoading(registry, scope, known);
  registry.entries.delete(key);
  registry.entries.set(key, entry);
  return entry;
}

function isUsable({ host, clock }: ScopeRegistryPorts, entry: ScopeEntry): boolean {
  // An index worker that crashed has lost its indexes.
  if (entry.state === 'loaded') return host.has(entry.indexKey);
  return entry.state !== 'refused' || clock.monotonic() - entry.refusedAt < RETRY_MS;
}

function startLoading(registry: Registry, scope: SearchScope, former: ScopeEntry | undefined): ScopeEntry {
  if (former) former.state = 'dropped';
  const entry = createScopeEntry(scope, (registry.loads += 1));
  entry.loading = registry
    .inTurn(async () => (isDropped(entry) ? undefined : loadScope(registry.ports, entry)))
    .then(() => fitBudget(registry, entry))
    .catch((error: unknown) => giveUp(registry, entry, error));
  return entry;
}

/** An index that may be wrong is dropped: the next search loads it anew and SQL answers meanwhile. */
async function giveUp(registry: Registry, entry: ScopeEntry, error: unknown): Promise<void> {
  if (entry.state === 'dropped') return;
  if (InklingError.isInstance(error) && error.code === 'index-too-large') {
    entry.state = 'refused';
    entry.refusedAt = registry.ports.clock.monotonic();
    await registry.ports.host.drop(entry.indexKey).catch(registry.ports.onError);
  } else await drop(registry, entry);
  registry.ports.onError(error);
}

async function drop({ ports, entries }: Registry, entry: ScopeEntry): Promise<void> {
  entry.state = 'dropped';
  if (entries.get(entry.key) === entry) entries.delete(entry.key);
  await ports.host.drop(entry.indexKey).catch(ports.onError);
}

function measureWhenDue(registry: Registry, entry: ScopeEntry): void {
  if (entry.unmeasured < CHANGES_BETWEEN_MEASURES) return;
  entry.unmeasured = 0;
  fitBudget(registry, entry).catch((error: unknown) => giveUp(registry, entry, error));
}

/** More dead rows than living ones, and more than a handful, and an index is loaded again: 2 s for 100,000. */
const FEWEST_DEAD = 1024;

/** Drops the least recently used indexes until the rest fits, and `kept` when most of it is dead; refuses it when it does not even fit alone. */
async function fitBudget(registry: Registry, kept: ScopeEntry): Promise<void> {
  const { host, settings } = registry.ports;
  const stats = new Map((await host.stats()).map((each) => [each.scopeKey, each]));
  const sizeOf = (entry: ScopeEntry): number => stats.get(entry.indexKey)?.bytes ?? 0;
  if (sizeOf(kept) > settings.maxIndexBytes) throw tooLarge(settings.maxIndexBytes);
  const { documents = 0, dead = 0 } = stats.get(kept.indexKey) ?? {};
  if (dead > Math.max(FEWEST_DEAD, documents)) return drop(registry, kept);
  let total = [...stats.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  for (const entry of registry.entries.values()) {
    if (total <= settings.maxIndexBytes) return;
    if (entry === kept || entry.state !== 'loaded') continue;
    total -= sizeOf(entry);
    await drop(registry, entry);
  }
}

/** Lets only so many loads run side by side; the others wait, first come first served. */
function createTurns(atOnce: number): Registry['inTurn'] {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (load) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await load();
    } finally {
      // The turn is handed on, so that nobody who asks in between comes first.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
