import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import type { Command } from 'commander';
import { resolveEmbedder, resolveExtraction } from '../../config/models.ts';
import { memoryOptionsOf } from '../../config/memory-options-of.ts';
import { describeStorage, hasStore } from '../../config/storage.ts';
import { readBuild } from '../../config/version.ts';
import { DEFAULT_PORT, findDaemon } from '../../state/find-daemon.ts';
import { createLogLines, openLogFile, type LogFile, type LogTarget } from '../../daemon/log-file.ts';
import { type Daemon, requirePort } from '../../daemon/daemon-options.ts';
import { namedSettings, newCommand, repeatable, settingOptions, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { databaseOpener, isOfProject } from '../open-database.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { onEndSignal } from '../terminal.ts';
import { startDetached } from '../start-detached.ts';

interface UpOptions {
  readonly host: string;
  readonly port: number;
  readonly detach?: boolean;
  readonly logFile?: string;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
}

export function upCommand(): Command {
  const command = newCommand('up', 'run the daemon with its HTTP API, until Ctrl-C or `inkling down`', [
    'inkling up',
    'inkling up --detach --json',
    'inkling up --port 0 --log-file -',
  ])
    .option('--port <port>', 'port to listen on; 0 = any free port', wholeNumber(0, 65_535), DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; beyond this machine, API keys are needed', '127.0.0.1')
    .option('-d, --detach', 'run in the background; returns when the daemon is ready')
    .option('--log-file <file>', 'JSON lines, - for standard error (default: daemon.log beside the data)')
    .addOption(repeatable('--allow-host <name>', 'a host name that requests may use; may be repeated'))
    .addOption(repeatable('--allow-origin <origin>', 'a web origin that may call it; may be repeated'));
  for (const option of settingOptions()) command.addOption(option);
  return command.action(
    acting((context, options: UpOptions) => (options.detach ? detach(context, options) : run(context, options))),
  );
}

async function run(context: CommandContext, options: UpOptions): Promise<ExitCode> {
  const stop = new AbortController();
  const ended = new Promise<NodeJS.Signals>((resolve) => onEndSignal(resolve));
  void ended.then((signal) => stop.abort(signal));
  const log = openLog(context, options);
  const storage = context.storage();
  // Where one was deleted under a daemon that still runs, nobody should take the new one for it.
  const isNew = storage.kind === 'pglite' && !hasStore(storage.dataDirectory);
  try {
    const daemon = await start(context, options, log, stop.signal);
    if (isNew) context.terminal.note(`There was no store in ${describeStorage(storage)}: a new, empty one was made.`);
    context.terminal.note(`Listening at ${daemon.facts.url}; getting ready…`);
    await Promise.race([daemon.ready, ended]);
    await announce(context, daemon);
    await ended;
    context.terminal.note('Stopping…');
    await daemon.stop();
    return EXIT.ok;
  } finally {
    log.close();
  }
}

/** An import may have the store for a minute, and clients' hooks start a daemon only once in a session. */
const PATIENCE_MS = 120_000;

/**
 * The database opens in its own thread while this one reads the rest of the program, which is why nothing above imports it: each takes most
 * of a second.
 */
async function start(
  context: CommandContext,
  options: UpOptions,
  log: LogTarget,
  signal: AbortSignal,
): Promise<Daemon> {
  const settings = context.settings(namedSettings({ ...options }));
  const extraction = await resolveExtraction(settings.values);
  const embedder = await resolveEmbedder(settings.values);
  const configured = await memoryOptionsOf(settings.values);
  const storage = context.storage();
  if (storage.kind !== 'pglite') await requireOwnState(context.stateDirectory());
  const openDatabase = await databaseOpener(context, storage, {
    connections: settings.values['database.connections'],
    migrate: !isOfProject(storage),
    patienceMs: PATIENCE_MS,
    signal,
  });
  await requirePort(options.host, options.port);
  const opening = openDatabase();
  // Whoever waits for it is told; until then nobody does.
  opening.catch(() => undefined);
  try {
    const [{ startDaemon }, { systemClock: clock }] = await Promise.all([
      import('../../daemon/start-daemon.ts'),
      import('@inkling/engine'),
    ]);
    return await startDaemon({
      openDatabase: () => opening,
      stateDirectory: context.stateDirectory(),
      host: options.host,
      port: options.port,
      allowedHosts: options.allowHost,
      allowedOrigins: options.allowOrigin,
      ...{ settings, configured, embedder, extraction },
      version: readBuild(),
      clock,
      log: createLogLines(log, clock),
    });
  } catch (error) {
    await opening.then(
      (database) => database.close(),
      () => undefined,
    );
    throw error;
  }
}

/**
 * Nobody owns a server, but its daemon is known by its state directory alone: a second one there would leave the first with nobody who
 * could find or stop it.
 */
async function requireOwnState(stateDirectory: string): Promise<void> {
  const daemon = await findDaemon(stateDirectory);
  if (!daemon) return;
  const { pid, url, startedAt, version } = daemon;
  throw new InklingError('data-directory-busy', `The daemon at ${url} (process ${pid}) uses ${stateDirectory}.`, {
    hint: 'Run `inkling down` with the same database address and INKLING_STATE_DIR first, or give this one another INKLING_STATE_DIR.',
    details: { pid, url, startedAt, version },
  });
}

async function announce(context: CommandContext, { facts }: Daemon): Promise<void> {
  const { terminal } = context;
  const place = describeStorage(context.storage());
  terminal.result(
    { ...facts, storage: place },
    () => `Inkling is up at ${facts.url} (process ${facts.pid}, ${place}).`,
  );
  if (!terminal.json) terminal.note(`${await inspectorNote(context, facts.url)}\nCtrl-C stops it.`);
  tellStarter(facts);
}

/** Who started it in the background waits for this, unless it has ended meanwhile: the daemon stays, as it was asked to. */
function tellStarter(facts: Daemon['facts']): void {
  if (process.connected) process.send?.({ type: 'ready', facts }, undefined, undefined, () => undefined);
}

/** Where the inspector is. Its address lets one in, so it is made for somebody who sits there, and never for the log of a supervisor. */
async function inspectorNote(context: CommandContext, url: string): Promise<string> {
  if (!context.terminal.interactive) return 'The inspector: `inkling inspect` prints its address.';
  const { inspectorAddress, inspectorHint } = await import('./inspect.ts');
  const address = await inspectorAddress(context, url);
  return `The inspector: ${address.url}\n${inspectorHint(address)}`;
}

/** The log is opened late: a daemon that is refused leaves no file behind. */
function openLog(context: CommandContext, { logFile }: UpOptions): LogFile {
  const print = (line: string): void => void process.stderr.write(line);
  const printed = { write: print, later: print, close: () => undefined };
  if (logFile === '-') return printed;
  let opened: LogFile | null = null;
  const open = (name: string): LogFile => {
    try {
      return openLogFile(name);
    } catch (error) {
      print(`${name}: ${String(error)}\n`);
      return printed;
    }
  };
  const file = (): LogFile => (opened ??= open(logFile ?? defaultLog(context)));
  return {
    write: (line) => file().write(line),
    later: (line) => file().later(line),
    close: () => opened?.close(),
  };
}

function defaultLog(context: CommandContext): string {
  return path.join(context.stateDirectory(), 'daemon.log');
}

async function detach(context: CommandContext, { logFile = defaultLog(context) }: UpOptions): Promise<ExitCode> {
  const outcome = await startDetached(process.argv.slice(2));
  if (outcome.kind === 'ended') {
    process.stderr.write(outcome.stderr);
    return outcome.exitCode;
  }
  const { facts } = outcome;
  context.terminal.result({ ...facts, logFile }, () => `Inkling is up at ${facts.url} (process ${facts.pid}).`);
  if (context.terminal.json) return EXIT.ok;
  context.terminal.note(await inspectorNote(context, facts.url));
  context.terminal.note(`Log: ${logFile}. \`inkling down\` stops it.`);
  return EXIT.ok;
}
