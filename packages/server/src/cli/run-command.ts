import type { Command } from 'commander';
import { type HostFacts, resolveStorage, stateDirectory, type Storage, thisHost } from '../config/storage.ts';
import { resolveSettings, type Settings } from '../config/resolve-settings.ts';
import type { SettingValues } from '../config/settings.ts';
import { findRepositoryPlace } from '../git/locate-repository.ts';
import { pathsFromTop, projectIdentity } from '../project/project-identity.ts';
import type { ExitCode } from './exit-codes.ts';
import { reportError } from './report-error.ts';
import { createTerminal, type Terminal } from './terminal.ts';

export interface GlobalOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
  readonly databaseUrl?: string;
  readonly org: string;
  readonly project?: string;
  readonly debug?: boolean;
  readonly set: readonly string[];
}

export interface CommandContext {
  readonly terminal: Terminal;
  readonly orgId: string;
  readonly host: HostFacts;
  /** The project named by `--project`; undefined = nobody named one. */
  readonly namedProject: string | undefined;
  /** What flags, environment and the user's file say. `named`: by flags of the command's own. A function: as for storage. */
  settings(named?: Partial<SettingValues>): Settings;
  /** Where memory is kept. A function: a wrong setting is an error of the command, and not every command opens the store. */
  storage(): Storage;
  /** Where the daemon of this storage keeps its token, its log and its address. */
  stateDirectory(): string;
  /** The project named by `--project`, else the one that a directory belongs to. (Default: the working directory) */
  project(directory?: string): Promise<string>;
  /** Files that are named in the working directory, told from the top of its project; as they are when `--project` names another one. */
  paths(named: readonly string[]): Promise<readonly string[]>;
}

/** Runs a command's work, tells of its failure, and sets how the program ends. */
export async function runCommand(
  command: Command,
  work: (context: CommandContext) => Promise<ExitCode>,
): Promise<void> {
  const options: GlobalOptions = command.optsWithGlobals();
  const json = options.json === true;
  try {
    // Not process.exit: it would lose what a pipe has not taken yet.
    process.exitCode = await work(createContext(options, createTerminal(json)));
  } catch (error) {
    process.exitCode = reportError(error, { json, debug: options.debug === true });
  }
}

/** What a command does, as Commander wants it: its arguments and options come behind the context. */
export function acting(
  work: (context: CommandContext, ...given: never[]) => Promise<ExitCode>,
): (...given: unknown[]) => Promise<void> {
  return (...given) =>
    runCommand(given.at(-1) as Command, (context) => work(context, ...(given.slice(0, -1) as never[])));
}

function createContext(options: GlobalOptions, terminal: Terminal): CommandContext {
  const host = thisHost();
  const storage = (): Storage => resolveStorage(options, host);
  return {
    terminal,
    orgId: options.org,
    host,
    namedProject: options.project,
    settings: (named = {}) => resolveSettings({ named, set: options.set }, host),
    storage,
    stateDirectory: () => stateDirectory(storage(), host),
    project: async (directory = process.cwd()) =>
      options.project ?? projectIdentity(directory, findRepositoryPlace, (error) => terminal.warn(error)),
    async paths(named) {
      if (named.length === 0) return named;
      const isOther = options.project !== undefined && options.project !== (await projectIdentity(process.cwd()));
      return isOther ? named : pathsFromTop(named, process.cwd());
    },
  };
}
