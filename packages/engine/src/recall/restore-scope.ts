import { type ChangesPage, type FeedCursor, isLaterMoment } from '../memory/observations/change-feed.ts';
import type { RestoreAnswer } from '../memory/search/index-host.ts';
import type { SnapshotFolder } from '../memory/search/snapshot-folder.ts';
import type { SnapshotHead } from '../memory/search/snapshot-head.ts';
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
    const [answer, told] = await Promise.all([
      restoreIndex(ports, snapshots, entry),
      askAhead(ports, snapshots, entry),
    ]);
    if (answer.kind === 'absent') return false;
    const doubt = answer.kind === 'unusable' ? answer.why : await doubtAfterCatchingUp(ports, entry, answer, told);
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

/** What the store says of a snapshot. */
interface Told {
  /** What was asked about. */
  readonly head: SnapshotHead;
  readonly isKnown: boolean;
  /** The first page of what was written since. */
  readonly page: ChangesPage;
  readonly tally: Tally;
}

/** Asked in the store's thread or process while the index's reads the file; null when there is none to ask about. */
async function askAhead(ports: ScopeRegistryPorts, snapshots: SnapshotFolder, entry: ScopeEntry): Promise<Told | null> {
  const head = await snapshots.headOf(entry.scope);
  return head && askStore(ports, entry, head);
}

/** Null when the note is none of this scope's. The end of the feed is looked up first: {@link Tally.head} is from before all the rest. */
async function askStore(ports: ScopeRegistryPorts, entry: ScopeEntry, head: SnapshotHead): Promise<Told | null> {
  const written = parseNote(head.note);
  if (written?.scope !== entry.key) return null;
  const source = ports.rows(entry.scope.orgId);
  const end = await withinPageTime(ports, () => source.feedHead());
  const [count, page, known] = await Promise.all([
    countRecallable(ports, entry),
    readPage(ports, entry, written.cursor, firstReach(ports)),
    withinPageTime(ports, (signal) => source.getMany(head.sample, signal)),
  ]);
  const isKnown = head.sample.length === 0 || known.length > 0;
  return { head, isKnown, page, tally: { count, head: end } };
}

/** What speaks against the restored index, as the end of a sentence; null when nothing does. */
async function doubtAfterCatchingUp(
  ports: ScopeRegistryPorts,
  entry: ScopeEntry,
  restored: SnapshotHead,
  ahead: Told | null,
): Promise<string | null> {
  // Another process may have put a new file in the place of the one that was asked about.
  const told = ahead && isSameHead(ahead.head, restored) ? ahead : await askStore(ports, entry, restored);
  if (told === null) return 'it is of another scope';
  if (!told.isKnown) return 'it is of another database';
  entry.savedChanges = 0;
  let page: ChangesPage | null = told.page;
  let from: FeedCursor | null = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    from = await catchUp(ports, entry, page ?? (await readPage(ports, entry, from, firstReach(ports))));
    page = null;
    // Taken before the feed was read: what was committed meanwhile is read again by the first look.
    followFrom(entry, ports.settings.followFeed ? told.tally.head : null);
    const isStill = round === 1 && isUnchangedSince(entry, from, told.tally);
    const { count } = isStill ? told.tally : await takeTally(ports, entry);
    if (await hasDocuments(ports, entry, count)) return null;
  }
  return 'it holds not as many observations as the store';
}

const isSameHead = (head: SnapshotHead, other: SnapshotHead): boolean =>
  head.note === other.note && head.sample.join() === other.sample.join();

/**
 * How far before its cursor the feed is read, as far as a follower ever does; on a database that one process owns commits come in
 * order, and reaching back far would read an import just before the snapshot twice.
 */
const firstReach = ({ settings }: ScopeRegistryPorts): number =>
  settings.followFeed ? settings.deepOverlapMs : settings.overlapMs;

function readPage(
  ports: ScopeRegistryPorts,
  entry: ScopeEntry,
  cursor: FeedCursor | null,
  overlapMs: number,
): Promise<ChangesPage> {
  const request = { ...projectOf(entry), cursor, limit: ports.settings.feedRows, overlapMs };
  return withinPageTime(ports, (signal) => ports.rows(entry.scope.orgId).changesSince(request, signal));
}

/** Applies a page of the feed and what the feed has behind it, and answers where it ends. */
async function catchUp(ports: ScopeRegistryPorts, entry: ScopeEntry, first: ChangesPage): Promise<FeedCursor | null> {
  let page = first;
  for (;;) {
    const { changes } = page;
    entry.changes += changes.length;
    await enqueue(entry, () => {
      // What this process has written since is in the index already, and newer than the page.
      const news = changes.filter((change) => !entry.writtenInRestore?.has(idOf(change)));
      return applyNow(ports, entry, news);
    });
    if (!page.hasMore || entry.state !== 'loading') return page.cursor;
    page = await readPage(ports, entry, page.cursor, 0);
  }
}

/** How many observations the store had for a scope, and the end of its feed just before they were counted. */
interface Tally {
  readonly count: number;
  readonly head: FeedCursor;
}

async function takeTally(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<Tally> {
  const head = await withinPageTime(ports, () => ports.rows(entry.scope.orgId).feedHead());
  return { count: await countRecallable(ports, entry), head };
}

function countRecallable(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<number> {
  const source = ports.rows(entry.scope.orgId);
  return withinPageTime(ports, (signal) => source.countRecallable(projectOf(entry), signal));
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
