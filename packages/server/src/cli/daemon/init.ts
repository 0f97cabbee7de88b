import path from 'node:path';
import { confirm } from '@clack/prompts';
import { InklingError } from '@inkling/engine/errors';
import { type Command, Option } from 'commander';
import { AGENT_CLIENT_NAMES, type AgentClientName } from '../../base/agent-clients.ts';
import {
  applyConnection,
  applyRemoval,
  describeChange,
  type FileChange,
  planConnection,
  planRemoval,
  registeredMcp,
  type RemovedFile,
} from '../../connect/connect-client.ts';
import { connectionFacts } from '../../connect/connection-facts.ts';
import type { ConnectionFacts, Connector } from '../../connect/clients/connector.ts';
import { CONNECTORS } from '../../connect/clients/connectors.ts';
import { messageOf } from '../../base/printable-text.ts';
import { installHookScript, writePluginDirectory } from '../../connect/install-hook-script.ts';
import { findDaemon } from '../../state/find-daemon.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hookScriptFacts } from '../hook-script-facts.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface InitOptions {
  readonly agent: readonly AgentClientName[];
  readonly inProject?: boolean;
  readonly plugin?: string;
  readonly remove?: boolean;
  readonly yes?: boolean;
  readonly mcp: boolean;
}

export function initCommand(): Command {
  return newCommand('init', 'connect the agents of this machine by hooks and MCP server; --remove disconnects them', [
    'inkling init',
    'inkling init --agent claude-code --yes',
    'inkling init --remove',
  ])
    .addOption(
      new Option('--agent <name...>', 'only these (default: those that are installed)')
        .choices(AGENT_CLIENT_NAMES)
        .default([], 'installed'),
    )
    .option('--in-project', "in this project's own settings, for everybody who works in it (default: your settings)")
    .option(
      '--plugin <dir>',
      'write a plugin directory that Claude Code, Codex and Copilot CLI install, and connect nothing',
    )
    .option('--no-mcp', 'do not register the MCP server: no tools, only what the hooks inject')
    .option('--remove', 'restore every file, byte for byte where nobody else has changed it')
    .option('-y, --yes', 'do not ask')
    .action(acting(run));
}

async function run(context: CommandContext, options: InitOptions): Promise<ExitCode> {
  if (options.plugin !== undefined) return makePlugin(context, options.plugin);
  const facts = await factsOf(context, options);
  const connectors = chosen(options, facts);
  if (connectors.length === 0) {
    throw new InklingError('invalid-input', 'None of the agents that Inkling connects is installed here.', {
      hint: `Name one with --agent ${AGENT_CLIENT_NAMES.join(', ')}.`,
    });
  }
  return options.remove === true
    ? remove(context, options, connectors, facts)
    : connect(context, options, connectors, facts);
}

function makePlugin(context: CommandContext, directory: string): ExitCode {
  const files = writePluginDirectory(path.resolve(directory));
  context.terminal.result(
    { plugin: path.resolve(directory), files },
    () => `${path.resolve(directory)} is a plugin now.`,
  );
  return EXIT.ok;
}

async function factsOf(
  context: CommandContext,
  { inProject, mcp, remove: isRemoval }: InitOptions,
): Promise<ConnectionFacts> {
  const stateDirectory = context.stateDirectory();
  return connectionFacts({
    scope: inProject === true ? 'project' : 'user',
    stateDirectory,
    orgId: context.orgId,
    daemon: await findDaemon(stateDirectory),
    withMcp: mcp,
    makesToken: isRemoval !== true,
  });
}

function chosen({ agent, remove: isRemoval }: InitOptions, facts: ConnectionFacts): readonly Connector[] {
  if (agent.length > 0) return CONNECTORS.filter(({ client }) => agent.includes(client));
  return CONNECTORS.filter((connector) => isRemoval === true || connector.isInstalled(facts));
}

async function connect(
  context: CommandContext,
  options: InitOptions,
  connectors: readonly Connector[],
  facts: ConnectionFacts,
): Promise<ExitCode> {
  const shown = forEach(connectors, (connector) => planConnection(connector, facts)).done.flat();
  if (!(await isAgreed(context, options, shown, 'Connect'))) return EXIT.cancelled;
  // Inkling's own files, so they are brought up to date without a question.
  installHookScript(hookScriptFacts(context, facts));
  // Anew: clients write these files themselves, and whoever was asked took their time.
  const { done: plans, failed } = forEach(connectors, (connector) => {
    const plan = planOf(connector, facts);
    applyConnection(connector, context.stateDirectory(), plan.changes, facts);
    return plan;
  });
  const agents = plans.map(({ connector, changes, mcp }) => ({
    agent: connector.client,
    scope: facts.scope,
    changed: changes.map(({ file }) => file),
    mcp,
    afterwards: connector.afterwards ?? null,
  }));
  context.terminal.result({ connected: agents, failed }, () =>
    [...plans.map(describeConnected), ...failed.map(describeFailed)].join('\n'),
  );
  if (!context.terminal.json) context.terminal.note('`inkling doctor` shows whether memory arrives.');
  const offered = await offerGraph(context, options);
  return failed.length === 0 ? offered : EXIT.partial;
}

/** What was done, and the clients with a file that cannot be read or changed. */
interface Done<T> {
  readonly done: readonly T[];
  readonly failed: readonly { readonly agent: AgentClientName; readonly problem: string }[];
}

/** One client's file stops no other client. With nothing else done, it is the error. */
function forEach<T>(connectors: readonly Connector[], work: (connector: Connector) => T): Done<T> {
  const done: T[] = [];
  const failed: { readonly agent: AgentClientName; readonly error: InklingError }[] = [];
  for (const connector of connectors) {
    try {
      done.push(work(connector));
    } catch (error) {
      if (!InklingError.isInstance(error) || error.code !== 'invalid-input') throw error;
      failed.push({ agent: connector.client, error });
    }
  }
  const [first] = failed;
  if (first && done.length === 0) throw first.error;
  return { done, failed: failed.map(({ agent, error }) => ({ agent, problem: messageOf(error) })) };
}

function describeFailed({ agent, problem }: Done<unknown>['failed'][number]): string {
  return `${agent}: ${problem}`;
}

/** What the code says is not there by itself. Reading it takes seconds, so it is asked for. */
async function offerGraph(context: CommandContext, { yes }: InitOptions): Promise<ExitCode> {
  const { terminal } = context;
  if (terminal.json) return EXIT.ok;
  const message = 'Also index the code of this repository, so that sessions learn what depends on what?';
  const isWanted =
    yes !== true && terminal.interactive && (await confirm({ message, initialValue: true, output: process.stderr }));
  if (isWanted === true) return (await import('../sources/graph.ts')).indexGraph(context, '.');
  terminal.note(
    '`inkling graph index` also indexes the code of a repository: its sessions then learn what depends on what.',
  );
  return EXIT.ok;
}

interface Plan {
  readonly connector: Connector;
  readonly changes: readonly FileChange[];
  /** What became of the MCP server; `why` it was left as it is. */
  readonly mcp: { readonly outcome: 'registered' | 'not-wanted' } | { readonly outcome: 'left'; readonly why: string };
}

function planOf(connector: Connector, facts: ConnectionFacts): Plan {
  const { entry } = registeredMcp(connector, facts);
  const mcp =
    entry.kind === 'left'
      ? ({ outcome: 'left', why: entry.why } as const)
      : ({ outcome: facts.withMcp ? 'registered' : 'not-wanted' } as const);
  return { connector, changes: planConnection(connector, facts), mcp };
}

function describeConnected({ connector, changes, mcp }: Plan): string {
  const { title, afterwards } = connector;
  const what = changes.length === 0 ? 'was connected already' : 'is connected';
  const left = mcp.outcome === 'left' ? [`Its MCP servers were left as they are: ${mcp.why}.`] : [];
  return [`${title} ${what}.`, ...left, ...(afterwards === undefined ? [] : [afterwards])].join(' ');
}

async function remove(
  context: CommandContext,
  options: InitOptions,
  connectors: readonly Connector[],
  facts: ConnectionFacts,
): Promise<ExitCode> {
  const plan = (connector: Connector): readonly RemovedFile[] =>
    planRemoval(connector, context.stateDirectory(), facts);
  const isChanged = ({ how }: RemovedFile): boolean => how !== 'unchanged';
  const shown = forEach(connectors, plan).done.flat().filter(isChanged);
  if (!(await isAgreed(context, options, shown, 'Disconnect'))) return EXIT.cancelled;
  const { done, failed } = forEach(connectors, (connector) => {
    const files = plan(connector);
    applyRemoval(context.stateDirectory(), files);
    return files;
  });
  const changed = done.flat().filter(isChanged);
  const removed = changed.map(({ file, how }) => ({ file, how }));
  context.terminal.result(
    { removed, failed },
    () => [...removed.map(describeRemoved), ...failed.map(describeFailed)].join('\n') || 'Nothing was connected.',
  );
  return failed.length === 0 ? EXIT.ok : EXIT.partial;
}

function describeRemoved({ file, how }: { readonly file: string; readonly how: string }): string {
  return how === 'restored'
    ? `${file} is as it was.`
    : `${file} was changed by somebody else since: only Inkling's entries are gone.`;
}

async function isAgreed(
  { terminal }: CommandContext,
  { yes }: InitOptions,
  changes: readonly FileChange[],
  verb: string,
): Promise<boolean> {
  if (!terminal.json) for (const change of changes) terminal.note(`${describeChange(change)}\n`);
  if (yes === true || changes.length === 0) return true;
  if (!terminal.interactive) {
    throw new InklingError(
      'invalid-input',
      'This changes settings of other programs, and there is no terminal to ask for confirmation.',
      {
        hint: 'Add --yes.',
      },
    );
  }
  const files = changes.map(({ file }) => file).join(', ');
  return (await confirm({ message: `${verb}: write ${files}?`, initialValue: true, output: process.stderr })) === true;
}
