import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import { InklingError } from '../base/errors.ts';
import { applyChanges, forgetApplied } from './apply-changes.ts';
import { projectOf, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';

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
export function lookAtFeed(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<boolean> {
  entry.looking ??= lookOnce(ports, entry).finally(() => {
    entry.looking = null;
  });
  return entry.looking;
}

async function lookOnce(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<boolean> {
  const { clock, settings } = ports;
  const startedAt = clock.monotonic();
  const isDeep = startedAt - entry.deepLookedAt >= settings.deepEveryMs;
  const overlapMs = isDeep ? settings.deepOverlapMs : settings.overlapMs;
  const deadline = createDeadline(clock, settings.lookTimeoutMs);
  try {
    const ended = await withinDeadline(deadline, (signal) => readFeed(ports, entry, overlapMs, signal));
    if (ended === DEADLINE_EXCEEDED) throw tookTooLong(settings.lookTimeoutMs);
    entry.lookedAt = startedAt;
    if (isDeep) entry.deepLookedAt = startedAt;
    forgetApplied(entry, startedAt - 2 * settings.deepOverlapMs);
    return true;
  } catch (error) {
    if (entry.state !== 'dropped') ports.onError(error);
    return false;
  } finally {
    deadline.clear();
  }
}

async function readFeed(
  ports: ScopeRegistryPorts,
  entry: ScopeEntry,
  overlapMs: number,
  signal: AbortSignal,
): Promise<void> {
  const source = ports.rows(entry.scope.orgId);
  const limit = ports.settings.pageRows;
  // Only the first page reaches back over the overlap; the next ones go on from where it ended.
  let reach = overlapMs;
  for (let more = true; more; reach = 0) {
    const request = { ...projectOf(entry), cursor: entry.cursor, limit, overlapMs: reach };
    const page = await source.changesSince(request, signal);
    // A look that was given up must not move the cursor of its successor.
    signal.throwIfAborted();
    await applyChanges(ports, entry, page.changes);
    entry.cursor = page.cursor;
    more = page.hasMore;
  }
}

const tookTooLong = (ms: number): InklingError =>
  new InklingError('database-unavailable', `A look at the change feed took longer than ${ms} ms.`, {
    wayOut: 'Recall answers from the index as it is and looks again.',
  });
