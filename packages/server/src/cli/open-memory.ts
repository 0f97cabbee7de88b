import type { Clock, Memory } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { createClient } from '../client/client.ts';
import type { CommandMemory } from '../client/command-memory.ts';
import { createHttpMemory } from '../client/http-memory.ts';
import { memoryOptionsOf } from '../config/memory-options-of.ts';
import { SETTING_KEYS } from '../config/settings.ts';
import { hasStore, type Storage } from '../config/storage.ts';
import { OTHER_BUILD, readBuild } from '../config/version.ts';
import { readDaemonToken } from '../state/daemon-token.ts';
import type { FoundDaemon } from '../state/find-daemon.ts';
import type { CommandContext } from './run-command.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { onEndSignal } from './terminal.ts';
import { daemonOf, openDatabase } from './open-database.ts';

export interface OpenMemoryOptions {
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /** (Default: the storage that the command line and the environment name) */
  readonly storage?: Storage;
  /** Make the embedded store where there is none: for commands that write. (Default: fail with `store-missing`) */
  readonly creates?: boolean;
}

/**
 * Gives a command its memory: that of the daemon that holds the data directory, else one that is opened here and closed whatever the end.
 * With a clock or a storage of its own a command needs the directory itself, and is told which daemon to end for that.
 */
export async function withMemory(
  context: CommandContext,
  work: (memory: CommandMemory) => Promise<ExitCode>,
  options: OpenMemoryOptions = {},
): Promise<ExitCode> {
  const daemon = options.clock || options.storage ? null : await daemonOf(context.storage());
  if (daemon) return work(memoryOf(context, daemon));
  if (options.creates !== true) requireStore(options.storage ?? context.storage());
  try {
    return await withOwnMemory(context, work, options);
  } catch (error) {
    const isBusy = InklingError.isInstance(error) && error.code === 'data-directory-busy';
    // The daemon that was still coming up when it was looked for.
    const came = isBusy && !options.clock && !options.storage ? await daemonOf(context.storage()) : null;
    if (came) return work(memoryOf(context, came));
    throw error;
  }
}

/** As {@link withMemory}, for a command that writes: it makes the embedded store where there is none. */
export async function withWritableMemory(
  context: CommandContext,
  work: (memory: CommandMemory) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withMemory(context, work, { creates: true });
}

/** The memory of a daemon that was found. */
export function memoryOf(context: CommandContext, daemon: FoundDaemon): CommandMemory {
  const storage = context.storage();
  refuseSetting(context, daemon);
  const secret = storage.kind === 'pglite' ? readDaemonToken(storage.dataDirectory) : null;
  if (daemon.version !== readBuild()) {
    context.terminal.warn(`the daemon is ${daemon.version}, this command ${readBuild()}: it is ${OTHER_BUILD}.`);
  }
  return createHttpMemory(createClient({ url: daemon.url, secret: secret ?? '', orgId: context.orgId }));
}

/** A daemon keeps the settings that it was started with: an answer that passes over what was asked for would mislead. */
function refuseSetting(context: CommandContext, { url, pid }: FoundDaemon): void {
  const { sources } = context.settings();
  const key = SETTING_KEYS.find((each) => sources[each] === '--set');
  if (key === undefined) return;
  throw new InklingError(
    'invalid-input',
    `--set ${key} has no effect here: the daemon at ${url} (process ${pid}) answers, with the settings it was started with.`,
    {
      hint: 'Run `inkling down` first; to change the daemon itself, start it again with `inkling up --set …`.',
      details: { key, pid, url },
    },
  );
}

/**
 * Opens memory for one command and closes it, whatever the end. Ctrl-C and a polite kill close it too, which releases the data
 * directory, and then end the process as they would have; a second one does not wait.
 */
async function withOwnMemory(
  context: CommandContext,
  work: (memory: CommandMemory) => Promise<ExitCode>,
  options: OpenMemoryOptions,
): Promise<ExitCode> {
  const stop = new AbortController();
  // Before the store is opened: a signal in between must not leave its directory claimed.
  const dismiss = onEndSignal((signal) => {
    context.terminal.note('Stopping…');
    stop.abort(signal);
  });
  try {
    const memory = await openMemory(context, options, stop.signal);
    // By signal, so that shells and supervisors see what happened (128 + its number), and so that a command that waits
    // for its input or for git does not go on waiting.
    const end = (): void =>
      void memory.close().finally(() => process.kill(process.pid, stop.signal.reason as NodeJS.Signals));
    if (stop.signal.aborted) end();
    else stop.signal.addEventListener('abort', end);
    try {
      return await work(memory.org(context.orgId));
    } finally {
      await memory.close();
    }
  } catch (error) {
    // What fails because the store was closed under it is not worth telling.
    if (stop.signal.aborted) return EXIT.cancelled;
    throw error;
  } finally {
    dismiss();
  }
}

async function openMemory(context: CommandContext, options: OpenMemoryOptions, signal: AbortSignal): Promise<Memory> {
  const { values } = context.settings();
  const configured = await memoryOptionsOf(values);
  const connections = values['database.connections'];
  // Most commands ask a daemon: half of their time would go by with loading what they do not need.
  const { createMemory } = await import('@inkling/engine');
  return createMemory({
    ...configured,
    database: openDatabase(context, options.storage ?? context.storage(), { connections, signal }),
    ...(options.clock ? { clock: options.clock } : {}),
    onError: (error) => context.terminal.warn(error),
  });
}

/**
 * Fails with `store-missing` where there is no embedded store: opening one creates it, and whoever only asks for something has then named the
 * wrong place, or comes before anything was remembered. What a server has, its schema says.
 */
export function requireStore(storage: Storage): void {
  if (storage.kind !== 'pglite' || hasStore(storage.dataDirectory)) return;
  const { dataDirectory, namedBy } = storage;
  const make = 'ake one with `inkling import git`, `inkling remember` or `inkling up`.';
  throw new InklingError(
    'store-missing',
    `There is no store in ${dataDirectory} yet, so there is nothing to look at.`,
    {
      hint: namedBy === undefined ? `M${make}` : `Check ${namedBy}, or m${make}`,
      details: { dataDirectory },
    },
  );
}
