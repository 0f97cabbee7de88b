import { confirm } from '@clack/prompts';
import { InklingError } from '@inkling/engine';
import { Command, Option } from 'commander';
import path from 'node:path';
import { AGENT_CLIENT_NAMES, type AgentClientName } from '../../agents/agent-clients.ts';
import { applyConnection, applyRemoval, planConnection, planRemoval } from '../../connect/connect-client.ts';
import { connectionFacts } from '../../connect/connection-facts.ts';
import type { ConnectionFacts, ConnectionScope, Connector } from '../../connect/connector.ts';
import { CONNECTORS } from '../../connect/connectors.ts';
import { describeChange } from '../../connect/describe-change.ts';
import type { FileChange } from '../../connect/file-change.ts';
import { installHookScript } from '../../connect/install-hook-script.ts';
import { writePluginDirectory } from '../../connect/plugin-directory.ts';
import { DEFAULT_PORT } from '../../daemon/default-port.ts';
import { findDaemon } from '../../daemon/find-daemon.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { runCommand, type CommandContext } from '../run-command.ts';

interface InitOptions {
  readonly agent: readonly AgentClientName[];
  readonly inProject?: boolean;
  readonly plugin?: string;
  readonly remove?: boolean;
  readonly yes?: boolean;
}

/** `inkling init` */
export function initCommand(): Command {
  return new Command('init')
    .description('connect the agents of this machine: their hooks ask the daemon; --remove takes it back')
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
    .option('--remove', 'bring every file back, byte for byte where nobody else has changed it')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('inkling init', 'inkling init --agent claude-code --yes', 'inkling init --remove'))
    .action((options: InitOptions, command: Command) => runCommand(command, (context) => run(context, options)));
}

async function run(context: CommandContext, options: InitOptions): Promise<ExitCode> {
  if (options.plugin !== undefined) return makePlugin(context, options.plugin);
  const facts = await factsOf(context, options.inProject === true ? 'project' : 'user');
  const connectors = chosen(options, facts);
  if (connectors.length === 0) {
    throw new InklingError('invalid-input', 'None of the agents that Inkling connects is installed here.', {
      wayOut: `Name one with --agent ${AGENT_CLIENT_NAMES.join(', ')}.`,
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

async function factsOf(context: CommandContext, scope: ConnectionScope): Promise<ConnectionFacts> {
  const stateDirectory = context.stateDirectory();
  const daemon = await findDaemon(stateDirectory);
  return connectionFacts({
    scope,
    stateDirectory,
    orgId: context.orgId,
    daemonUrl: daemon?.url ?? `http://127.0.0.1:${DEFAULT_PORT}`,
    directory: process.cwd(),
    programCommand: [process.execPath, process.argv[1] ?? ''],
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
  const plans = connectors.map((connector) => ({ connector, changes: planConnection(connector, facts) }));
  const changes = plans.flatMap((plan) => plan.changes);
  if (!(await isAgreed(context, options, changes, 'Connect'))) return EXIT.cancelled;
  installScript(context, facts);
  for (const plan of plans) applyConnection(plan.connector, context.stateDirectory(), plan.changes, facts);
  const agents = plans.map(({ connector, changes: own }) => ({
    agent: connector.client,
    scope: facts.scope,
    changed: own.map(({ file }) => file),
    afterwards: connector.afterwards ?? null,
  }));
  context.terminal.result({ connected: agents }, () => plans.map((plan) => describeConnected(plan)).join('\n'));
  if (!context.terminal.json) context.terminal.note('`inkling doctor` shows whether memory arrives.');
  return EXIT.ok;
}

function describeConnected({ connector, changes }: { connector: Connector; changes: readonly FileChange[] }): string {
  const what = changes.length === 0 ? 'was connected already' : 'is connected';
  return `${connector.title} ${what}.${connector.afterwards === undefined ? '' : ` ${connector.afterwards}`}`;
}

/** The hook command is Inkling's own file, so it is brought up to date without a question. */
function installScript(context: CommandContext, { orgId, daemonUrl }: ConnectionFacts): void {
  // Only an embedded store needs nothing but its directory: a server's address is the environment's to say.
  const port = new URL(daemonUrl).port;
  installHookScript({
    stateDirectory: context.stateDirectory(),
    orgId,
    node: process.execPath,
    main: process.argv[1] ?? '',
    start: context.storage().kind === 'pglite' ? `up --detach --port ${port}` : '',
  });
}

async function remove(
  context: CommandContext,
  options: InitOptions,
  connectors: readonly Connector[],
  facts: ConnectionFacts,
): Promise<ExitCode> {
  const files = connectors.flatMap((connector) => planRemoval(connector, context.stateDirectory(), facts));
  const changed = files.filter(({ how }) => how !== 'unchanged');
  if (!(await isAgreed(context, options, changed, 'Disconnect'))) return EXIT.cancelled;
  applyRemoval(context.stateDirectory(), files);
  const removed = changed.map(({ file, how }) => ({ file, how }));
  context.terminal.result({ removed }, () => removed.map(describeRemoved).join('\n') || 'Nothing was connected.');
  return EXIT.ok;
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
      'Settings of other programs are changed, and there is no terminal to ask on.',
      {
        wayOut: 'Add --yes.',
      },
    );
  }
  const files = changes.map(({ file }) => file).join(', ');
  return (await confirm({ message: `${verb}: write ${files}?`, initialValue: true, output: process.stderr })) === true;
}
