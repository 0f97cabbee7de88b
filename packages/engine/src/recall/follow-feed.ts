import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import { InklingError } from '../base/errors.ts';
import type { ChangesRequest } from '../memory/observations/change-feed.ts';
import { forgetApplied } from './applied-versions.ts';
import { applyChanges } from './apply-changes.ts';
import { type FeedLook, projectOf, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';

/**
 * Brings a loaded scope up to date: this process's own writes, and what the change feed has. Answers false when that
 * failed or did not end in time; the index is then as old as it is, and the search says so.
 */
export async function bringUpToDate(ports: ScopeRegistryPorts, entry: ScopeEntry, waitMs: number): Promise<boolean> {
  const { settings, clock } = ports;
  const age = clock.monotonic() - entry.lookedAt;
  const look = settings.followFeed && age >= settings.freshMs ? lookAtFeed(ports, entry) : null;
  const isOverdue = look !== null && age >= settings.staleMs;
  if (!isOverdue && entry.queued === 0) return true;
  const { tail } = entry;
  const deadline = createDeadline(clock, waitMs);
  const ended = await withinDeadline(deadline, async () => {
    const hasLooked = isOverdue ? await look : true;
    await tail;
    return hasLooked;
  });
  deadline.clear();
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
  const deadline = createDeadline(clock, settings.lookTimeoutMs);
  try {
    const look = await withinDeadline(deadline, ({ signal }) => readFeed(ports, entry, startedAt, signal));
    if (look === DEADLINE_EXCEEDED) throw tookTooLong(settings.lookTimeoutMs);
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
  } finally {
    deadline.clear();
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
  const { feedRows: limit, deepEveryMs } = ports.settings;
  const isNew = entry.unfinished === null;
  const look = entry.unfinished ?? {
    head: await source.feedHead(),
    isDeep: startedAt - entry.deepLookedAt >= deepEveryMs,
  };
  // Only the first page of a look reaches back; the next ones go on from where it ended.
  let reach = isNew ? reachOf(ports, entry, look) : {};
  for (let more = true; more; reach = {}) {
    const request = { ...projectOf(entry), cursor: entry.cursor, limit, ...reach };
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

const tookTooLong = (ms: number): InklingError =>
  new InklingError('database-unavailable', `A look at the change feed took longer than ${ms} ms.`, {
    wayOut: 'Recall answers from the index as it is and looks again.',
  });
