import { InklingError } from '../base/errors.ts';
import type { ObservationChange } from '../memory/observations/observation-change.ts';
import { isRecallable } from '../memory/observations/observation-status.ts';
import type { IndexHost } from '../memory/search/index-host.ts';
import type { SearchDocument } from '../memory/search/search-document.ts';
import type { ScopeEntry, ScopeRegistryPorts } from './scope-entry.ts';
import { toSearchDocument } from './search-document.ts';

/** Applies changes to a scope's index; while the scope still loads they wait. Changes of other projects do nothing. */
export async function applyChanges(
  ports: Pick<ScopeRegistryPorts, 'host' | 'clock'>,
  entry: ScopeEntry,
  changes: readonly ObservationChange[],
): Promise<void> {
  if (changes.length === 0) return;
  if (!entry.loaded) {
    entry.pending.push(...changes);
    return;
  }
  const { put, gone } = sortChanges(entry, changes, ports.clock.now());
  if (gone.length > 0) await ports.host.remove(entry.key, gone);
  if (put.length > 0) await putAll(ports.host, entry.key, put);
}

/** Puts documents, or fails when the index is gone, so that its scope is loaded anew and not searched in half. */
export async function putAll(host: IndexHost, key: string, documents: readonly SearchDocument[]): Promise<void> {
  if (await host.put(key, documents)) return;
  throw new InklingError('search-worker-failed', 'The search index was lost while it was being filled.', {
    wayOut: 'It is loaded again by the next search.',
  });
}

function sortChanges(
  entry: ScopeEntry,
  changes: readonly ObservationChange[],
  now: number,
): { put: SearchDocument[]; gone: string[] } {
  const { projectId } = entry.scope;
  // The last change of a row wins, whichever kind it is: a batch may hold several.
  const last = new Map<string, SearchDocument | null>();
  for (const change of changes) {
    if (change.type === 'removed') last.set(change.id, null);
    else if (projectId !== undefined && change.observation.projectId !== projectId) continue;
    else
      last.set(
        change.observation.id,
        isRecallable(change.observation, now) ? toSearchDocument(change.observation) : null,
      );
  }
  const put = [...last.values()].filter((document) => document !== null);
  const gone = [...last].filter(([, document]) => document === null).map(([id]) => id);
  return { put, gone };
}

/** Looks at the change feed when the last look is too old. Does nothing where one process owns the database. */
export async function followFeed(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const { settings, clock } = ports;
  if (!settings.followFeed || clock.monotonic() - entry.checkedAt < settings.freshMs) return;
  entry.refreshing ??= refresh(ports, entry).finally(() => {
    entry.refreshing = null;
  });
  await entry.refreshing;
}

async function refresh(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const startedAt = ports.clock.monotonic();
  const source = ports.rows(entry.scope.orgId);
  const { projectId } = entry.scope;
  const scope = projectId === undefined ? {} : { projectId };
  // Only the first page reaches back over the overlap; the next ones go on from where it ended.
  let overlapMs = ports.settings.overlapMs;
  for (let more = true; more; overlapMs = 0) {
    const page = await source.changesSince({
      ...scope,
      cursor: entry.cursor,
      limit: ports.settings.pageRows,
      overlapMs,
    });
    await applyChanges(ports, entry, page.changes);
    entry.cursor = page.cursor;
    more = page.hasMore;
  }
  entry.checkedAt = startedAt;
}
