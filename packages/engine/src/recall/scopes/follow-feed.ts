import { DEADLINE_EXCEEDED, inTime } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import type { ChangesRequest } from '../../memory/observations/read/change-feed.ts';
import { projectOf } from '../../memory/search/search.ts';
import { forgetApplied, type FeedLook, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';
import { applyChanges } from './apply-changes.ts';

/** A search that finds the last look at the change feed older starts another, and does not wait for it. */
const FRESH_MS = 500;

/** When it is older than this the search waits: writes of other replicas are found within a second. */
const STALE_MS = 1000;

/** A look that takes longer is given up, so that one that hangs does not stand in the way of the next. */
const LOOK_TIMEOUT_MS = 5000;

const DEEP_EVERY_MS = 5000;

/**
 * Brings a loaded scope up to date: this process's own writes, and what the change feed has. Answers false when that
 * failed or did not end in time; the index is then as old as it is, and the search says so.
 */
export async function bringUpToDate(ports: ScopeRegistryPorts, entry: ScopeEntry, waitMs: number): Promise<boolean> {
  const { settings, clock } = ports;
  const age = clock.monotonic() - entry.lookedAt;
  const look = settings.followFeed && age >= FRESH_MS ? lookAtFeed(ports, entry) : null;
  const isOverdue = look !== null && age >= STALE_MS;
  if (!isOverdue && entry.queued === 0) return true;
  const { tail } = entry;
  const ended = await inTime(clock, waitMs, async () => {
    const hasLooked = isOverdue ? await look : true;
    await tail;
    return hasLooked;
  });
  return ended === true;
}

/** One look at the change feed, or the one under way. Never rejects: a failure is reported and answered with false. */
function lookAtFeed(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<boolean> {
  entry.looking ??= lookOnce(ports, entry).finally(() => {
    entry.looking = null;
  });
  return entry.looking;
}

async function lookOnce(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<boolean> {
  const { clock, settings } = ports;
  const startedAt = clock.monotonic();
  try {
    const look = await inTime(clock, LOOK_TIMEOUT_MS, ({ signal }) => readFeed(ports, entry, startedAt, signal));
    if (look === DEADLINE_EXCEEDED) throw tookTooLong();
    entry.lookedAt = startedAt;
    entry.head = look.head;
    if (look.isDeep) {
      entry.deepLookedAt = startedAt;
      entry.deepHead = look.head;
    }
    forgetApplied(entry.applied, startedAt - 2 * settings.deepOverlapMs);
    return true;
  } catch (error) {
    if (entry.state !== 'dropped') ports.onError(error);
    return false;
  }
}

/** Reads the feed to its end. A look that ran out of time has kept its pages, so a long feed is read in several. */
async function readFeed(
  ports: ScopeRegistryPorts,
  entry: ScopeEntry,
  startedAt: number,
  signal: AbortSignal,
): Promise<FeedLook> {
  const source = ports.rows(entry.scope.orgId);
  const { feedRows: limit } = ports.settings;
  const isNew = entry.unfinished === null;
  const look = entry.unfinished ?? {
    head: await source.feedHead(),
    isDeep: startedAt - entry.deepLookedAt >= DEEP_EVERY_MS,
  };
  // Only the first page of a look reaches back; the next ones go on from where it ended.
  let reach = isNew ? reachOf(ports, entry, look) : {};
  for (let more = true; more; reach = {}) {
    const request = { ...projectOf(entry.scope), cursor: entry.cursor, limit, ...reach };
    const page = await source.changesSince(request, signal);
    // A look that was given up must not move the cursor of its successor.
    signal.throwIfAborted();
    await applyChanges(ports, entry, page.changes);
    entry.cursor = page.cursor;
    entry.unfinished = page.hasMore ? look : null;
    more = page.hasMore;
  }
  return look;
}

function reachOf(
  { settings }: ScopeRegistryPorts,
  entry: ScopeEntry,
  { isDeep }: FeedLook,
): Pick<ChangesRequest, 'overlapMs' | 'since'> {
  if (isDeep) return { overlapMs: settings.deepOverlapMs, since: entry.deepHead };
  return { overlapMs: settings.overlapMs, since: entry.head };
}

const tookTooLong = (): InklingError =>
  new InklingError('database-unavailable', `A look at the change feed took longer than ${LOOK_TIMEOUT_MS} ms.`, {
    hint: 'Recall answers from the index as it is and looks again.',
  });
