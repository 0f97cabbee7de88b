import type { Clock, Database, Memory } from '@inkling/engine';
import {
  listAbandonedSessions,
  type AbandonedSession,
  listOrganisationsWithDueSessions,
  listOrganisationsWithOldInjects,
  listOrganisationsWithRetention,
} from '@inkling/engine/operator';
import { lookAtOutcome } from '../outcomes/look-at-outcome.ts';
import { rotateHookLog } from '../state/hook-log.ts';
import { AGENT_WORKER, LOCK_MS } from '../agents/open-agent-session.ts';

export interface MaintenanceOptions {
  readonly database: Pick<Database, 'operator'>;
  readonly memory: Memory;
  readonly clock: Clock;
  /** Where the hook command keeps its log. */
  readonly stateDirectory: string;
  readonly onError: (error: unknown) => void;
  /** Told of each session of an agent that ended without a word. (Default: nobody) */
  readonly onAbandoned?: (orgId: string, sessionId: string) => void;
}

export interface Maintenance {
  /** No run begins after it; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** What a daemon finds at its start is not urgent, and agents start with it. */
const FIRST_RUN_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Blocks that are done with are kept this long, so that what a session was given can be looked up. */
const KEEP_INJECTS_MS = 30 * DAY_MS;

// One run takes at most this much: a daemon that finds a year's worth comes back for the rest, and agents do not wait behind it.
const MOST_ORGANISATIONS = 100;
const MOST_ROWS = 10_000;
const MOST_SESSIONS = 1_000;
const MOST_LOOKS = 200;

/** A page of silent sessions: of those all are taken, since the next run looks at others. */
const MOST_IDLE = 100;

/** Every organisation has exchanges, so it goes on where a page ends. */
const outliving = (database: MaintenanceOptions['database'], after: string): Promise<readonly string[]> =>
  listOrganisationsWithRetention(database.operator, MOST_ORGANISATIONS, after);

/** The silence is measured by the database's clock, the time between runs by this machine's. */
const CLOCKS_DIFFER_MS = 60_000;

/** What stands as the reason in such a session. */
const ABANDONED = 'abandoned: no event of the agent for a day';

/**
 * Once an hour deletes the injects that are done with, and the logs of retrievals and tool calls, older than 30 days, and forgets the
 * observations that their organisation no longer keeps, by age and by number. Stops the sessions of agents that were killed, and captures what
 * was said in those that nobody goes on with, and looks for evidence of how ended ones turned out. Puts the log of the hook command aside when it is full: an event that looked would pay for it.
 * The first run is five minutes after the start.
 */
export function startMaintenance(options: MaintenanceOptions): Maintenance {
  const { clock, onError } = options;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const idle: IdleReading = { readAt: null };
  let cancel = schedule(true);
  function schedule(isFirst: boolean): () => void {
    return clock.schedule(
      () => {
        // One that takes longer than an hour ends first: whoever stops the job waits for both.
        running = running.then(() => run({ ...options, isStopped: () => isStopped, idle })).catch(onError);
        cancel = schedule(false);
      },
      isFirst ? FIRST_RUN_MS : HOUR_MS,
    );
  }
  return {
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}

/** When the silent sessions were read last, by the wall clock: a machine that slept ran nothing meanwhile. null = not since the start. */
interface IdleReading {
  readAt: number | null;
}

interface Run extends MaintenanceOptions {
  readonly isStopped: () => boolean;
  readonly idle: IdleReading;
}

async function run(now: Run): Promise<void> {
  putLogAside(now);
  await stopAbandoned(now);
  await captureIdle(now);
  await lookAtOutcomes(now);
  await purge(now);
}

/** A log that stays large is no reason to leave the rest undone. */
function putLogAside({ stateDirectory, onError }: Run): void {
  try {
    rotateHookLog(stateDirectory);
  } catch (error) {
    onError(error);
  }
}

/** An agent that was killed says nothing: without this its session would be open for ever, and next in line for whoever claims one. */
async function stopAbandoned({ database, memory, onAbandoned, isStopped }: Run): Promise<void> {
  for (const { orgId, sessionId } of await listAbandonedSessions(database.operator, AGENT_WORKER, MOST_SESSIONS)) {
    if (isStopped()) return;
    const { sessions } = memory.org(orgId);
    const { outcome } = await sessions.stopAbandoned(sessionId, AGENT_WORKER, { reason: ABANDONED });
    if (outcome === 'stopped') onAbandoned?.(orgId, sessionId);
  }
}

/**
 * A terminal that was closed tells no end, and the session may go on tomorrow: what was said last is captured when its agent was silent for an
 * hour. Each run takes those whose hour was over since the run before, the first one all. To be captured once more changes nothing.
 */
async function captureIdle({ database, memory, clock, onError, isStopped, idle }: Run): Promise<void> {
  const startedAt = clock.now();
  const { readAt } = idle;
  const page = (after?: AbandonedSession): Promise<readonly AbandonedSession[]> => {
    const beforeMs = LOCK_MS - HOUR_MS;
    // Pages take time, and a clock may be set back.
    const sinceMs = Math.max(HOUR_MS, clock.now() - (readAt ?? 0)) + CLOCKS_DIFFER_MS;
    const range = { beforeMs, fromMs: readAt === null ? 0 : beforeMs - sinceMs, ...(after ? { after } : {}) };
    return listAbandonedSessions(database.operator, AGENT_WORKER, MOST_IDLE, range);
  };
  for (let found = await page(); found.length > 0; found = found.length < MOST_IDLE ? [] : await page(found.at(-1))) {
    for (const { orgId, sessionId } of found) {
      if (isStopped()) return;
      await memory.org(orgId).capture.session(sessionId).catch(onError);
    }
  }
  idle.readAt = startedAt;
}

/** A commit is reverted or repaired days after its session: each is looked at again, less often the older it is. */
async function lookAtOutcomes({ database, memory, clock, onError, isStopped }: Run): Promise<void> {
  for (const orgId of await listOrganisationsWithDueSessions(database.operator, MOST_ORGANISATIONS)) {
    const org = memory.org(orgId);
    for (const { id } of await org.feedback.dueForOutcome(MOST_LOOKS)) {
      if (isStopped()) return;
      await lookAtOutcome(org, id, clock).catch(onError);
    }
  }
}

async function purge({ database, memory, clock, isStopped }: Run): Promise<void> {
  const before = new Date(clock.now() - KEEP_INJECTS_MS);
  for (const orgId of await listOrganisationsWithOldInjects(database.operator, before, MOST_ORGANISATIONS)) {
    if (isStopped()) return;
    const org = memory.org(orgId);
    await org.purgeMemoryInjects(before, { most: MOST_ROWS });
    await org.feedback.purgeRetrievals(before, { most: MOST_ROWS });
    await org.inspection.purgeVerbEvents(before, { most: MOST_ROWS });
  }
  for (let page = await outliving(database, ''); page.length > 0; page = await outliving(database, page.at(-1)!)) {
    for (const orgId of page) {
      if (isStopped()) return;
      await memory.org(orgId).observations.forgetOutlived();
    }
  }
}
