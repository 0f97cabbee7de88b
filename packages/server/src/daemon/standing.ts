import { statfs } from 'node:fs/promises';
import type { Clock, Database } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { DEADLINE_EXCEEDED, inTime } from '@inkling/engine/operator';
import { requireGit } from '../git/run-git.ts';
import type { DaemonLog } from '../http/request-log.ts';
import type { Readiness } from '../http/route.ts';

/** Shorter than the wait of those who probe. */
const PROBE_MS = 1000;

/** With less the next statements are refused: a file of the database's log alone takes 16 MB. */
const LEAST_ROOM_BYTES = 1_048_576;

/** What a daemon that has started is short of: its directory may be gone, its disk full, its server hung. */
async function shortOf(database: Database, directory: string, clock: Clock): Promise<Readiness> {
  const answer = await probe(database, clock);
  if (answer !== 'ready') return answer;
  // Where a server keeps its data nobody here can see.
  return database.kind === 'postgres' || (await hasRoom(directory)) ? 'ready' : 'disk-full';
}

/** On a server one that takes writes: what a standby or a read-only one refuses changes nothing elsewhere. */
const PROBES = { pglite: 'select 1', postgres: 'delete from inkling_migrations where false' } as const;

async function probe({ kind, operator }: Database, clock: Clock): Promise<'ready' | 'database' | 'read-only'> {
  const asked = inTime(clock, PROBE_MS, ({ signal }) =>
    operator.query({ text: PROBES[kind], values: [] }, { signal, urgent: false }),
  );
  // Whoever writes is told why; a probe is told that it is so.
  return asked.then(
    (end) => (end === DEADLINE_EXCEEDED ? 'database' : 'ready'),
    (error: unknown) =>
      InklingError.isInstance(error) && error.details['sqlstate'] === '25006' ? 'read-only' : 'database',
  );
}

async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize >= LEAST_ROOM_BYTES;
}

interface StandingParts {
  readonly database: Database;
  readonly directory: string;
  readonly clock: Clock;
  readonly log: DaemonLog;
  readonly draining: AbortSignal;
}

/** What a daemon says of itself to those who probe it. */
export function createStanding({ database, directory, clock, log, draining }: StandingParts) {
  let looked: Promise<void> | null = null;
  let newest = -Infinity;
  const clockBehindMs = (): number => Math.max(0, newest - clock.now());
  const look = async (): Promise<void> => {
    newest = await newestMoment(database);
    if (clockBehindMs() >= 1000) log.note('clock-behind', { behindMs: Math.round(clockBehindMs()) });
  };
  let isWithoutGit = false;
  const lookForGit = (): Promise<void> =>
    requireGit().catch((error: unknown) => {
      isWithoutGit = true;
      log.failure(error);
    });
  return {
    readiness: async (): Promise<Readiness> => {
      if (draining.aborted) return 'draining';
      return looked === null ? 'starting' : shortOf(database, directory, clock);
    },
    /** How far the clock is behind the newest memory, in ms; 0 = it is not, or nobody knows yet. */
    clockBehindMs,
    /** No git is on the daemon's path: repositories are told apart by their directories. */
    isWithoutGit: () => isWithoutGit,
    /** The indexes are loaded. */
    begin: () => {
      log.note('ready');
      const looking = [look().catch((error: unknown) => log.failure(error)), lookForGit()];
      looked = Promise.all(looking).then(() => undefined);
    },
    /** Resolves when nothing more is asked of the database. */
    settled: async () => looked ?? undefined,
  };
}

/** When the memory was last written to, over all organisations, in ms. It reads an index over every row, so nobody waits for it. */
async function newestMoment({ operator }: Database): Promise<number> {
  const text = 'select max(updated_at) as newest from observations';
  const [row] = await operator.query<{ newest: string | null }>({ text, values: [] }, { urgent: false });
  return row?.newest ? Date.parse(row.newest) : -Infinity;
}
