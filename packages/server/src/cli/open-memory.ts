import { createMemory, type Clock, type Database, type Memory } from '@inkling/engine';
import { describeStorage, type Storage } from '../config/storage.ts';
import type { CommandContext } from './run-command.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** One organisation's memory. */
export type OrgMemory = ReturnType<Memory['org']>;

/** Settings of {@link withMemory}. */
export interface OpenMemoryOptions {
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /** (Default: the storage that the command line and the environment name) */
  readonly storage?: Storage;
}

/**
 * Opens memory for one command and closes it, whatever the end. Ctrl-C and a polite kill close it too, which releases the data
 * directory, and then end the process as they would have; a second one does not wait.
 */
export async function withMemory(
  context: CommandContext,
  work: (memory: OrgMemory) => Promise<ExitCode>,
  options: OpenMemoryOptions = {},
): Promise<ExitCode> {
  const stopper = createStopper(context);
  try {
    const memory = await openMemory(context, options);
    stopper.closes(memory);
    try {
      return await work(memory.org(context.orgId));
    } finally {
      await memory.close();
    }
  } catch (error) {
    // What fails because the store was closed under it is not worth telling.
    if (stopper.stopped()) return EXIT.cancelled;
    throw error;
  } finally {
    stopper.dismiss();
  }
}

async function openMemory(context: CommandContext, options: OpenMemoryOptions): Promise<Memory> {
  return createMemory({
    database: await openDatabase(context, options.storage ?? context.storage()),
    ...(options.clock ? { clock: options.clock } : {}),
    onError: (error) => context.terminal.note(`warning: ${error instanceof Error ? error.message : String(error)}`),
  });
}

interface Stopper {
  /** From now on a signal closes this memory first. */
  closes(memory: Memory): void;
  stopped(): boolean;
  dismiss(): void;
}

/** Listens before the store is opened: a signal in between must not leave its directory claimed. */
function createStopper(context: CommandContext): Stopper {
  let stopped = false;
  let opened: Memory | null = null;
  const end = (memory: Memory, signal: NodeJS.Signals): void => {
    // By signal, so that shells and supervisors see what happened (128 + its number), and so that a command that waits
    // for its input or for git does not go on waiting.
    void memory.close().finally(() => process.kill(process.pid, signal));
  };
  let received: NodeJS.Signals = 'SIGINT';
  const stop = (signal: NodeJS.Signals): void => {
    context.terminal.note('Stopping…');
    stopped = true;
    received = signal;
    dismiss();
    if (opened) end(opened, signal);
  };
  const dismiss = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    closes(memory) {
      opened = memory;
      if (stopped) end(memory, received);
    },
    stopped: () => stopped,
    dismiss,
  };
}

/** Settings of {@link openDatabase}. */
export interface OpenDatabaseOptions {
  /** Bring the schema up to date. (Default: yes, save for a server that only DATABASE_URL names) */
  readonly migrate?: boolean;
}

/** Opens the store itself. The packages of the store that is not used are never loaded. */
export async function openDatabase(
  context: CommandContext,
  storage: Storage,
  options: OpenDatabaseOptions = {},
): Promise<Database> {
  if (storage.kind === 'pglite') {
    const { openPglite } = await import('@inkling/engine/pglite');
    return openPglite({ dataDir: storage.dataDirectory, migrate: options.migrate ?? true });
  }
  const { openPostgres } = await import('@inkling/engine/pg');
  // A project's own DATABASE_URL gets no tables of ours just because somebody typed "inkling" beside it: that takes
  // `inkling migrate`, and every other command says whose database it is using.
  const isShared = storage.namedBy === 'DATABASE_URL';
  if (isShared) context.terminal.note(`Using ${describeStorage(storage)} from DATABASE_URL.`);
  return openPostgres({ connectionString: storage.connectionString, migrate: options.migrate ?? !isShared });
}
