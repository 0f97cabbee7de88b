import { InklingError } from '@inkling/engine';
import type { CommandMemory } from '../client/command-memory.ts';
import { ensureDaemon } from './ensure-daemon.ts';
import { memoryOf } from './open-memory.ts';
import type { CommandContext } from './run-command.ts';

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
