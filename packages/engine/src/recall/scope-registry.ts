import type { ObservationChange } from '../memory/observations/observation-change.ts';
import type { SearchScope } from '../memory/search/search.ts';
import { applyChanges, followFeed, putAll } from './follow-feed.ts';
import type { ScopeEntry, ScopeRegistryPorts, ScopeRegistrySettings } from './scope-entry.ts';
import { toSearchDocument } from './search-document.ts';

export const DEFAULT_SCOPE_REGISTRY: ScopeRegistrySettings = Object.freeze({
  maxDocuments: 200_000,
  followFeed: true,
  freshMs: 500,
  overlapMs: 2_000,
  pageRows: 500,
});

/** Which scopes have an index, how they are loaded, kept current and dropped. Losing one loses nothing but time. */
export interface ScopeRegistry {
  /** The key of the scope's index when it is loaded and current; null while it is not: answer from SQL meanwhile. */
  ready(scope: SearchScope): Promise<string | null>;
  /** Loads the scope and resolves when it is searchable; false when the load failed. */
  warm(scope: SearchScope): Promise<boolean>;
  /** Brings the loaded scopes up to date with rows that this process has just written. */
  written(orgId: string, changes: readonly ObservationChange[]): void;
}

/** One element = all projects. A project's name, however it is spelled, is a second element. */
const scopeKey = (scope: SearchScope): string =>
  scope.projectId === undefined ? JSON.stringify([scope.orgId]) : JSON.stringify([scope.orgId, scope.projectId]);

export function createScopeRegistry(ports: ScopeRegistryPorts): ScopeRegistry {
  /** Insertion order is order of use: an entry moves to the end when it is used. */
  const entries = new Map<string, ScopeEntry>();

  function touch(scope: SearchScope): ScopeEntry {
    const key = scopeKey(scope);
    const known = entries.get(key);
    // An index worker that crashed has lost its scopes: load them anew.
    const entry = known && !(known.loaded && !ports.host.has(key)) ? known : startLoading(key, scope);
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  function startLoading(key: string, scope: SearchScope): ScopeEntry {
    const entry = newEntry(key, scope);
    entry.loading = load(ports, entry)
      .then(() => evict(ports, entries, entry))
      .catch(giveUp(entry));
    return entry;
  }

  /** An index that may be wrong is dropped: the next search loads it anew and SQL answers meanwhile. */
  const giveUp =
    (entry: ScopeEntry) =>
    (error: unknown): void => {
      if (entries.get(entry.key) === entry) entries.delete(entry.key);
      ports.onError(error);
    };

  return {
    async ready(scope) {
      const entry = touch(scope);
      if (!entry.loaded) return null;
      await entry.applying;
      await followFeed(ports, entry);
      return entry.key;
    },
    async warm(scope) {
      const entry = touch(scope);
      await entry.loading;
      return entry.loaded;
    },
    written(orgId, changes) {
      for (const entry of entries.values()) {
        if (entry.scope.orgId !== orgId) continue;
        entry.applying = entry.applying.then(() => applyChanges(ports, entry, changes)).catch(giveUp(entry));
      }
    },
  };
}

const newEntry = (key: string, scope: SearchScope): ScopeEntry => ({
  key,
  scope,
  loaded: false,
  loading: Promise.resolve(),
  pending: [],
  applying: Promise.resolve(),
  cursor: null,
  checkedAt: Number.NEGATIVE_INFINITY,
  refreshing: null,
  documents: 0,
});

/** Fills the index from the store, page by page, then applies what was written meanwhile. */
async function load(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const source = ports.rows(entry.scope.orgId);
  const { projectId } = entry.scope;
  const limit = ports.settings.pageRows;
  if (ports.settings.followFeed) entry.cursor = await source.feedHead();
  await ports.host.open(entry.key);
  let afterId: string | null = null;
  for (let full = true; full;) {
    const page = await source.scopePage({ ...(projectId === undefined ? {} : { projectId }), afterId, limit });
    await putAll(ports.host, entry.key, page.map(toSearchDocument));
    entry.documents += page.length;
    afterId = page.at(-1)?.id ?? null;
    full = page.length === limit;
  }
  entry.loaded = true;
  await applyChanges(ports, entry, entry.pending.splice(0));
}

/** Drops the least recently used scopes until the rest fits. The one just loaded stays, however large it is. */
async function evict(
  ports: ScopeRegistryPorts,
  entries: Map<string, ScopeEntry>,
  justLoaded: ScopeEntry,
): Promise<void> {
  let total = 0;
  for (const entry of entries.values()) total += entry.documents;
  for (const entry of entries.values()) {
    if (total <= ports.settings.maxDocuments) return;
    if (entry === justLoaded || !entry.loaded) continue;
    entries.delete(entry.key);
    total -= entry.documents;
    await ports.host.drop(entry.key);
  }
}
