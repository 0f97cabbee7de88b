import { InklingError, systemClock } from '@inkling/engine';
import type { CommandMemory } from '../client/command-memory.ts';
import { pause } from '../base/pause.ts';
import { findDaemon, type FoundDaemon } from '../state/find-daemon.ts';
import { memoryOf } from './open-memory.ts';
import type { CommandContext } from './run-command.ts';
import { EXIT } from './exit-codes.ts';
import { startDetached, type DetachedStart } from './start-detached.ts';

/** A daemon's memory for a process that outlives daemons. */
export interface DaemonLink {
  /** Begins to connect, and waits for nothing. */
  prepare(): void;
  /** Gives the work the daemon's memory; when that daemon is gone, once more with the next one's. The work must bear to be repeated. */
  ask<T>(work: (memory: CommandMemory) => Promise<T>): Promise<T>;
}

/** Links a process to the daemon of its embedded store. A daemon that is not there is started. */
export function createDaemonLink(context: CommandContext): DaemonLink {
  let memory: Promise<CommandMemory> | null = null;
  const connect = (): Promise<CommandMemory> => {
    const connecting = ensureDaemon(context).then((daemon) => memoryOf(context, daemon));
    // What failed is tried anew by whoever asks next, and told to who asked now.
    connecting.catch(() => (memory = null));
    return connecting;
  };
  const current = (): Promise<CommandMemory> => (memory ??= connect());
  return {
    prepare() {
      current().catch(() => undefined);
    },
    async ask(work) {
      const asked = current();
      try {
        return await work(await asked);
      } catch (error) {
        if (!isGone(error)) throw error;
        if (memory === asked) memory = null;
        return work(await current());
      }
    },
  };
}

function isGone(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'daemon-unavailable';
}

// A first start makes the database: a second on a quiet machine, half a minute on one that does ten other things.
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** The daemon of the embedded store: the one that runs, else one that is started in the background and stays. */
async function ensureDaemon(context: CommandContext): Promise<FoundDaemon> {
  const storage = context.storage();
  if (storage.kind !== 'pglite') throw new RangeError('nobody owns a server, so there is no daemon to look for');
  const directory = storage.dataDirectory;
  const known = await findDaemon(directory);
  if (known) return known;
  let stderr = '';
  // The usual port first: agents were told of it. Another directory's daemon may have it.
  for (const port of [[], ['--port', '0']]) {
    const outcome = await startDetached(['up', '--data-dir', directory, ...port]);
    const started = await daemonAfter(outcome, directory);
    if (started) return started;
    if (outcome.kind === 'ended') stderr = outcome.stderr;
  }
  const why = stderr.trim().split('\n').at(-1) ?? '';
  throw new InklingError('daemon-unavailable', `No daemon runs, and none could be started (${why}).`, {
    hint: 'Run `inkling up` to see more.',
  });
}

/** Of two that start at once one is told that the directory is taken: it waits for the other's daemon to listen. */
async function daemonAfter(outcome: DetachedStart, directory: string): Promise<FoundDaemon | null> {
  const isTaken = outcome.kind === 'ended' && outcome.exitCode === EXIT.busy;
  const giveUpAt = systemClock.monotonic() + (isTaken ? PATIENCE_MS : 0);
  for (;;) {
    const found = await findDaemon(directory);
    if (found || systemClock.monotonic() >= giveUpAt) return found;
    await pause(systemClock, LOOK_EVERY_MS);
  }
}
