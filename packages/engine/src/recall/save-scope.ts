import { type FeedCursor, isLaterMoment } from '../memory/observations/change-feed.ts';
import type { SnapshotFolder } from '../memory/search/snapshot-folder.ts';
import { lookAtFeed } from './follow-feed.ts';
import type { ScopeEntry, ScopeRegistryPorts } from './scope-entry.ts';
import { snapshotFailed } from './snapshot-failed.ts';
import { writeNote } from './snapshot-note.ts';

/** Writing takes at most a twentieth of the time, however large the index is and however often something is forgotten. */
const PAUSE_FACTOR = 20;

/** Whether the snapshot on disk lacks enough to be written anew. */
export function isSaveDue({ settings, clock }: ScopeRegistryPorts, entry: ScopeEntry): boolean {
  if (entry.state !== 'loaded' || entry.saving !== null || clock.monotonic() < entry.nextSaveAt) return false;
  return unsavedChanges(entry) >= Math.max(settings.saveChanges, settings.saveShare * entry.documents);
}

/** How many changes the snapshot on disk lacks; infinitely many when there is none. */
export function unsavedChanges({ changes, savedChanges }: ScopeEntry): number {
  return savedChanges === null ? Number.POSITIVE_INFINITY : changes - savedChanges;
}

/**
 * Writes a scope's snapshot, on the index's thread, between searches; one at a time. `mayWrite` is asked at the last moment.
 * Writes nothing when the scope changes meanwhile. Never rejects: a failure is reported, and tried again after a long pause.
 */
export function saveScope(
  ports: ScopeRegistryPorts,
  snapshots: SnapshotFolder,
  entry: ScopeEntry,
  mayWrite: () => boolean,
): Promise<void> {
  const { clock, settings } = ports;
  const startedAt = clock.monotonic();
  const pauseFor = (ms: number): void => {
    entry.nextSaveAt = clock.monotonic() + ms;
  };
  entry.saving ??= saveOnce(ports, snapshots, entry, mayWrite)
    .then(() => pauseFor(Math.max(settings.saveEveryMs, PAUSE_FACTOR * (clock.monotonic() - startedAt))))
    .catch((error: unknown) => {
      if (entry.state === 'dropped') return;
      pauseFor(settings.retryMs);
      ports.onError(snapshotFailed('A snapshot of a search index could not be written.', error));
    })
    .finally(() => {
      entry.saving = null;
    });
  return entry.saving;
}

async function saveOnce(
  ports: ScopeRegistryPorts,
  snapshots: SnapshotFolder,
  entry: ScopeEntry,
  mayWrite: () => boolean,
): Promise<void> {
  const cursor = await reachedCursor(ports, entry);
  await entry.tail;
  const { changes } = entry;
  if (cursor === null || entry.state !== 'loaded' || !mayWrite()) return;
  const note = writeNote({ scope: entry.key, cursor });
  const isWritten = await ports.host.save(entry.indexKey, snapshots.fileOf(entry.scope), note);
  if (!isWritten) return;
  if (entry.changes === changes) entry.savedChanges = changes;
  await snapshots.tidy(ports.clock.now());
  // What another process forgot meanwhile, and its removal of this file came too early for: the look removes it.
  if (!ports.settings.followFeed) return;
  await entry.looking;
  await lookAtFeed(ports, entry);
}

/** A place in the feed that the index has reached, once all that is queued now is in it; null when that is not known. */
async function reachedCursor(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<FeedCursor | null> {
  if (ports.settings.followFeed) {
    if (!(await lookAtFeed(ports, entry))) return null;
    // Where the look began, when it found something newer: what was not visible then may be older than the cursor.
    const { cursor, head } = entry;
    return cursor && head && isLaterMoment(cursor.updatedAt, head.updatedAt) ? head : cursor;
  }
  // One process writes, and what it wrote is queued before its commit is answered here.
  return ports.rows(entry.scope.orgId).feedHead();
}
