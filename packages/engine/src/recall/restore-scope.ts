import { type FeedCursor, isLaterMoment } from '../memory/observations/change-feed.ts';
import type { RestoreAnswer } from '../memory/search/index-host.ts';
import type { SnapshotFolder } from '../memory/search/snapshot-folder.ts';
import { applyNow, idOf } from './apply-changes.ts';
import { withinPageTime } from './load-scope.ts';
import { enqueue, followFrom, isDropped, projectOf, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';
import { snapshotFailed } from './snapshot-failed.ts';
import { parseNote } from './snapshot-note.ts';

/** Readings of the feed after which the index must hold as many documents as the store: others may be writing meanwhile. */
const ROUNDS = 3;

/**
 * Loads a scope from its snapshot and then from the change feed. False when there is none, or none that can be trusted, which is
 * reported; the scope is then to be loaded from the store. Never rejects.
 */
export async function restoreScope(
  ports: ScopeRegistryPorts,
  snapshots: SnapshotFolder,
  entry: ScopeEntry,
): Promise<boolean> {
  entry.state = 'loading';
  entry.writtenInRestore = new Set();
  try {
    const [answer, tally] = await restoreAndCount(ports, snapshots, entry);
    if (answer.kind === 'absent' || tally === null) return false;
    const doubt = answer.kind === 'unusable' ? answer.why : await doubtAfterCatchingUp(ports, entry, answer, tally);
    if (doubt === null) return succeed(entry);
    throw snapshotFailed(`A snapshot of a search index was not used: ${doubt}.`);
  } catch (error) {
    entry.savedChanges = null;
    // What fails because the registry was closed under it is not worth telling.
    if (!isDropped(entry)) ports.onError(error);
    return false;
  } finally {
    entry.writtenInRestore = null;
  }
}

/** The store counts in its thread or process while the file, if there is one, is read in the index's. */
function restoreAndCount(
  ports: ScopeRegistryPorts,
  snapshots: SnapshotFolder,
  entry: ScopeEntry,
): Promise<[RestoreAnswer, Tally | null]> {
  const counting = snapshots.has(entry.scope).then((isThere) => (isThere ? takeTally(ports, entry) : null));
  return Promise.all([restoreIndex(ports, snapshots, entry), counting]);
}

/** In the queue together with its substitute: what is written meanwhile must find an index. */
async function restoreIndex(
  { host, clock }: ScopeRegistryPorts,
  snapshots: SnapshotFolder,
  entry: ScopeEntry,
): Promise<RestoreAnswer> {
  const outcome: { answer: RestoreAnswer } = { answer: { kind: 'absent' } };
  await enqueue(entry, async () => {
    outcome.answer = await host.restore(entry.indexKey, snapshots.fileOf(entry.scope), clock.now());
    if (outcome.answer.kind === 'restored') await snapshots.touch(entry.scope, clock.now());
    else await host.open(entry.indexKey);
  });
  return outcome.answer;
}

/** What speaks against the restored index, as the end of a sentence; null when nothing does. */
async function doubtAfterCatchingUp(
  ports: ScopeRegistryPorts,
  entry: ScopeEntry,
  { note, sample }: Extract<RestoreAnswer, { kind: 'restored' }>,
  early: Tally,
): Promise<string | null> {
  const written = parseNote(note);
  if (written?.scope !== entry.key) return 'it is of another scope';
  const source = ports.rows(entry.scope.orgId);
  const known = await withinPageTime(ports, (signal) => source.getMany(sample, signal));
  if (sample.length > 0 && known.length === 0) return 'it is of another database';
  entry.savedChanges = 0;
  let from: FeedCursor | null = written.cursor;
  for (let round = 1; round <= ROUNDS; round += 1) {
    from = await catchUp(ports, entry, from);
    // Taken before the feed was read: what was committed meanwhile is read again by the first look.
    followFrom(entry, ports.settings.followFeed ? early.head : null);
    const isStill = round === 1 && isUnchangedSince(entry, from, early);
    const { count } = isStill ? early : await takeTally(ports, entry);
    if (await hasDocuments(ports, entry, count)) return null;
  }
  return 'it holds not as many observations as the store';
}

/**
 * Applies what the feed has after a cursor, and answers where it ends. Reaches back as far as a follower ever does; on a database
 * that one process owns commits come in order, and reaching back far would read an import just before the snapshot twice.
 */
async function catchUp(
  ports: ScopeRegistryPorts,
  entry: ScopeEntry,
  cursor: FeedCursor | null,
): Promise<FeedCursor | null> {
  const { settings } = ports;
  const source = ports.rows(entry.scope.orgId);
  let reach = settings.followFeed ? settings.deepOverlapMs : settings.overlapMs;
  let from = cursor;
  for (let more = true; more && entry.state === 'loading'; reach = 0) {
    const request = { ...projectOf(entry), cursor: from, limit: settings.feedRows, overlapMs: reach };
    const page = await withinPageTime(ports, (signal) => source.changesSince(request, signal));
    entry.changes += page.changes.length;
    await enqueue(entry, () => {
      // What this process has written since is in the index already, and newer than the page.
      const news = page.changes.filter((change) => !entry.writtenInRestore?.has(idOf(change)));
      return applyNow(ports, entry, news);
    });
    from = page.cursor;
    more = page.hasMore;
  }
  return from;
}

/** How many observations the store had for a scope, and the end of its feed just before they were counted. */
interface Tally {
  readonly count: number;
  readonly head: FeedCursor;
}

async function takeTally(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<Tally> {
  const source = ports.rows(entry.scope.orgId);
  const head = await withinPageTime(ports, () => source.feedHead());
  const count = await withinPageTime(ports, (signal) => source.countRecallable(projectOf(entry), signal));
  return { count, head };
}

/** Whether nothing was written since, as far as the feed has been read and this process knows: the count still holds. */
function isUnchangedSince({ writtenInRestore }: ScopeEntry, reached: FeedCursor | null, { head }: Tally): boolean {
  return writtenInRestore?.size === 0 && (reached === null || !isLaterMoment(reached.updatedAt, head.updatedAt));
}

/**
 * Whether the index holds as many documents as the store has for it. They differ when the store is older than the snapshot (a
 * backup was restored), its clock went back, or rows came and went past the feed: errors that would otherwise stay for ever.
 */
async function hasDocuments({ host }: ScopeRegistryPorts, entry: ScopeEntry, expected: number): Promise<boolean> {
  await entry.tail;
  const stats = await host.stats();
  return stats.find(({ scopeKey }) => scopeKey === entry.indexKey)?.documents === expected;
}

function succeed(entry: ScopeEntry): boolean {
  if (entry.state === 'loading') entry.state = 'loaded';
  return true;
}
