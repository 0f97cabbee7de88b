import { once } from 'node:events';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { pause, systemClock } from '@inkling/engine/operator';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import type { CommandMemory } from '../../client/command-memory.ts';
import { readVersion } from '../../config/version.ts';
import { createCheckouts } from '../../git/checkout-files.ts';
import { createMcpServer } from '../../mcp/create-mcp-server.ts';
import type { McpContext } from '../../mcp/mcp-tool.ts';
import { createDirectoryFacts } from '../../project/directory-facts.ts';
import { pathsFromTop } from '../../project/project-identity.ts';
import { findDaemon, type FoundDaemon } from '../../state/find-daemon.ts';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { memoryOf, withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { type DetachedStart, startDetached } from '../start-detached.ts';

interface McpCommandOptions {
  readonly agent?: string;
  readonly session?: string;
}

export function mcpCommand(): Command {
  return newCommand('mcp', 'run the MCP server over standard input and output', [
    'claude mcp add inkling -- npx inkling mcp',
    'inkling mcp --project my-api',
  ])
    .option('--agent <id>', 'the agent that uses it (default: the name that the client reports)', named)
    .option('--session <id>', 'the session that it is used in', named)
    .action(acting(run));
}

async function run(context: CommandContext, options: McpCommandOptions): Promise<ExitCode> {
  // Before anything that takes time: a client that is gone by then has closed it.
  const closed = once(process.stdin, 'close');
  const { agent: agentId = null, session: sessionId = null } = options;
  // Why git does not read the directory is each tool's answer: the words of a server that ends reach nobody.
  let refusal: unknown = null;
  const projectId = await context.project().catch((error: unknown) => ((refusal = error), null));
  const hasFile = lookerFor(projectId);
  const who = { projectId, agentId, sessionId, otherwise: 'mcp', filesOf, hasFile, clock: systemClock };
  const serve = async (ask: McpContext['ask']): Promise<ExitCode> => {
    const onError = (error: unknown): void => context.terminal.warn(error);
    const answers: McpContext['ask'] = refusal === null ? ask : () => Promise.reject(refusal);
    const server = serveStdio(() => createMcpServer({ ...who, ask: answers, onError }, readVersion()));
    await closed;
    await server.close();
    return EXIT.ok;
  };
  // On a server nobody owns the data, so no daemon is needed.
  if (context.storage().kind === 'postgres') return withMemory(context, (memory) => serve((work) => work(memory)));
  const link = createDaemonLink(context);
  link.prepare();
  return serve((work) => link.ask(work));
}

/** Looks for files in the working directory's checkout; nowhere when that is another project's, or no work tree. */
function lookerFor(projectId: string | null): NonNullable<McpContext['hasFile']> {
  const { projectOf, topOf } = createDirectoryFacts(systemClock);
  const { hasFile } = createCheckouts(systemClock);
  return async (file) => {
    const isOwn = (await projectOf(process.cwd())) === projectId;
    return isOwn ? hasFile({ path: file, directory: await topOf(process.cwd()) }) : null;
  };
}

/** Agents mostly name files by their place on this machine, which says nothing on another one. */
async function filesOf(named: readonly string[]): Promise<readonly string[]> {
  const absolute = named.filter((file) => path.isAbsolute(file));
  const told = await pathsFromTop(absolute, process.cwd());
  const fromTop = new Map(absolute.map((file, at) => [file, told[at] ?? file]));
  return named.map((file) => fromTop.get(file) ?? file).filter((file) => !path.isAbsolute(file));
}

/** Links a process that outlives daemons to the daemon of its embedded store. A daemon that is not there is started. */
function createDaemonLink(context: CommandContext) {
  let memory: Promise<CommandMemory> | null = null;
  const connect = (): Promise<CommandMemory> => {
    const connecting = ensureDaemon(context).then((daemon) => memoryOf(context, daemon));
    // What failed is tried anew by whoever asks next, and told to who asked now.
    connecting.catch(() => (memory = null));
    return connecting;
  };
  const current = (): Promise<CommandMemory> => (memory ??= connect());
  return {
    /** Begins to connect, and waits for nothing. */
    prepare(): void {
      current().catch(() => undefined);
    },
    /** Gives the work the daemon's memory; when that daemon is gone, once more with the next one's. The work must bear to be repeated. */
    async ask<T>(work: (memory: CommandMemory) => Promise<T>): Promise<T> {
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
  throw new InklingError('daemon-unavailable', `No daemon is running, and none could be started (${why}).`, {
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
