import { InklingError } from '../../base/errors.ts';
import { isLaterMoment } from '../../memory/observations/read/change-feed.ts';
import { type ObservationChange, isRecallable } from '../../memory/observations/observation-status.ts';
import { type SearchDocument, toSearchDocument } from '../../memory/search/search-document.ts';
import { appliedVersion, noteApplied, enqueue, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';

type ApplyPorts = Pick<ScopeRegistryPorts, 'host' | 'clock' | 'settings' | 'onGone'>;

/**
 * Queues changes for a scope's index; the promise settles when they are in it. What was applied before, or is older than
 * that, is left out: a change comes from the writer and again from each look at the feed that reaches back over it.
 */
export async function applyChanges(
  ports: ApplyPorts,
  entry: ScopeEntry,
  changes: readonly ObservationChange[],
): Promise<void> {
  const { settings, clock } = ports;
  const news = settings.followFeed ? changes.filter((change) => isNews(entry, change, clock.monotonic())) : changes;
  if (news.length === 0) return;
  entry.unmeasured += news.length;
  await enqueue(entry, () => applyNow(ports, entry, news));
}

/** To be called in the entry's queue. */
async function applyNow(ports: ApplyPorts, entry: ScopeEntry, changes: readonly ObservationChange[]): Promise<void> {
  const { put, gone } = sortChanges(entry, changes, ports.clock.now());
  ports.onGone?.(entry.scope.orgId, gone);
  if (gone.length > 0) await ports.host.remove(entry.indexKey, gone);
  if (put.length > 0) requireLoaded(await ports.host.put(entry.indexKey, put));
}

/** Fails when the index is gone, so that its scope is loaded anew and not searched in half. */
export function requireLoaded(isLoaded: boolean): void {
  if (isLoaded) return;
  throw new InklingError('search-worker-failed', 'The search index was lost while it was being filled.', {
    hint: 'It is loaded again by the next search.',
  });
}

const idOf = (change: ObservationChange): string => (change.type === 'removed' ? change.id : change.observation.id);

function isNews({ applied }: ScopeEntry, change: ObservationChange, appliedAt: number): boolean {
  const id = idOf(change);
  const updatedAt = change.type === 'removed' ? null : change.observation.updatedAt;
  const known = appliedVersion(applied, id);
  if (known !== undefined && (updatedAt === known || isOlder(updatedAt, known))) return false;
  noteApplied(applied, id, updatedAt, appliedAt);
  return true;
}

/** A removal has no moment to compare: it and what follows it are told apart by the order in which they come. */
const isOlder = (updatedAt: string | null, known: string | null): boolean =>
  updatedAt !== null && known !== null && isLaterMoment(known, updatedAt);

function sortChanges(
  { scope }: ScopeEntry,
  changes: readonly ObservationChange[],
  now: number,
): { put: SearchDocument[]; gone: string[] } {
  // The last change of a row wins, whichever kind it is: a batch may hold several.
  const last = new Map<string, SearchDocument | null>();
  for (const change of changes) {
    if (change.type === 'removed') last.set(change.id, null);
    else if (scope.projectId !== undefined && change.observation.projectId !== scope.projectId) continue;
    else {
      const { observation } = change;
      last.set(observation.id, isRecallable(observation, now) ? toSearchDocument(observation) : null);
    }
  }
  const put = [...last.values()].filter((document) => document !== null);
  const gone = [...last].filter(([, document]) => document === null).map(([id]) => id);
  return { put, gone };
}
