import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { describeStorage, type Storage } from '../config/storage.ts';
import { OTHER_BUILD, readBuild } from '../config/version.ts';
import { findDaemon, type FoundDaemon } from '../state/find-daemon.ts';
import type { CommandContext } from './run-command.ts';

/** The daemon that holds a store. On a server none does: everybody may open it. */
export async function daemonOf(storage: Storage): Promise<FoundDaemon | null> {
  return storage.kind === 'pglite' ? findDaemon(storage.dataDirectory) : null;
}

export interface OpenDatabaseOptions {
  /** Most connections to a server. (Default: 10) */
  readonly connections?: number;
  /** Bring the schema up to date. (Default: that of the embedded store only; others may use a server with an earlier version) */
  readonly migrate?: boolean;
  /**
   * Told why, before a server's schema is changed so that daemons of earlier versions cannot go on with it. (Default: it is not, and opening ends with
   * `migration-required`)
   */
  readonly breaks?: (reasons: readonly string[]) => void;
  /** How long to wait while another command has the embedded store. (Default: 10 seconds) */
  readonly patienceMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** Opens the store itself. The packages of the store that is not used are never loaded. */
export async function openDatabase(
  context: CommandContext,
  storage: Storage,
  options: OpenDatabaseOptions = {},
): Promise<Database> {
  const open = await databaseOpener(context, storage, options);
  return open();
}

/** Reads what opens a store, and nothing else, for a process that has much more to read: threads start when the returned function is called. */
export async function databaseOpener(
  context: CommandContext,
  storage: Storage,
  { connections: max = 10, migrate, breaks, patienceMs = 10_000, signal: stopSignal }: OpenDatabaseOptions = {},
): Promise<() => Promise<Database>> {
  if (storage.kind === 'pglite') {
    const daemon = await daemonOf(storage);
    if (daemon) throw heldBy(daemon, storage.dataDirectory);
    const signal = stopSignal ?? new AbortController().signal;
    const { openPglite } = await import('@inkling/engine/pglite');
    return () =>
      openWhenFree(
        async () => {
          // A daemon that came up meanwhile does not let go.
          const came = await daemonOf(storage);
          if (came) throw heldBy(came, storage.dataDirectory);
          return openPglite({ dataDir: storage.dataDirectory, migrate: migrate ?? true });
        },
        (pid) => context.terminal.note(`Waiting for process ${pid}, which uses ${storage.dataDirectory}…`),
        { tries: Math.ceil(patienceMs / POLL_MS), pause: () => sleep(POLL_MS, undefined, { signal }), signal },
      );
  }
  const { openPostgres } = await import('@inkling/engine/pg');
  if (isOfProject(storage)) context.terminal.note(`Using ${describeStorage(storage)} from DATABASE_URL.`);
  const { connectionString } = storage;
  const open = (how: boolean | 'compatible'): Promise<Database> =>
    openPostgres({ connectionString, max, migrate: how }).catch((error: unknown) => {
      throw nameAddress(error, storage);
    });
  return migrate === true ? () => openCarefully(open, breaks) : () => open(false);
}

/** Others may work on a server with an earlier version: what breaks that is done only where somebody is told. */
async function openCarefully(
  open: (how: true | 'compatible') => Promise<Database>,
  breaks: OpenDatabaseOptions['breaks'],
): Promise<Database> {
  try {
    return await open('compatible');
  } catch (error) {
    const reasons = breaks ? reasonsIn(error) : [];
    if (reasons.length === 0) throw error;
    breaks?.(reasons);
    return open(true);
  }
}

function reasonsIn(error: unknown): readonly string[] {
  if (!InklingError.isInstance(error) || error.code !== 'migration-required') return [];
  const { breaking } = error.details;
  return Array.isArray(breaking) ? breaking.map(String) : [];
}

/**
 * Whether the store is a project's own DATABASE_URL. It gets no tables of ours just because somebody typed "inkling" beside it: that takes
 * `inkling migrate`, and every other command says whose database it is using.
 */
export function isOfProject(storage: Storage): boolean {
  return storage.kind === 'postgres' && storage.namedBy === 'DATABASE_URL';
}

const POLL_MS = 250;

interface Waiting {
  readonly tries: number;
  readonly pause: () => Promise<unknown>;
  readonly signal?: AbortSignal;
}

/** Opens a store that another command may have for some seconds, and tells once whom it waits for. What another machine holds it does not wait for. */
export async function openWhenFree<Opened>(
  open: () => Promise<Opened>,
  waits: (pid: number) => void,
  { tries, pause, signal }: Waiting,
): Promise<Opened> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await open();
    } catch (error) {
      const pid = tried < tries && signal?.aborted !== true ? neighbourIn(error) : null;
      if (pid === null) throw error;
      if (tried === 0) waits(pid);
      // Broken off, it is the next look that says so.
      await pause().catch(() => undefined);
    }
  }
}

/** The other process of this machine that an error says holds the directory; null = it says something else. */
function neighbourIn(error: unknown): number | null {
  if (!InklingError.isInstance(error) || error.code !== 'data-directory-busy') return null;
  const { pid, host } = error.details;
  return typeof pid === 'number' && pid !== process.pid && host === hostname() ? pid : null;
}

function heldBy({ pid, url, startedAt, version }: FoundDaemon, dataDirectory: string): InklingError {
  return new InklingError('data-directory-busy', `The daemon at ${url} (process ${pid}) holds ${dataDirectory}.`, {
    hint: `${version === readBuild() ? '' : `It is ${OTHER_BUILD}. `}This command needs the directory for itself: run \`inkling down\` first.`,
    details: { pid, url, startedAt, version },
  });
}

/**
 * The error of a server that cannot be reached, with the option or variable that named it, so that nobody looks into another one. Every other
 * error stays as it is.
 */
export function nameAddress(error: unknown, { namedBy }: Extract<Storage, { kind: 'postgres' }>): unknown {
  if (!InklingError.isInstance(error) || error.code !== 'database-unavailable') return error;
  const { code, message, hint = '', details, cause } = error;
  // The class appends the way out to its message.
  const what = message.slice(0, message.length - hint.length).trimEnd();
  return new InklingError(code, what, { hint: hint.replace('the address', namedBy), details, cause });
}
