import { Command } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import { createClient, type Client } from '../../client/client.ts';
import { readVersion } from '../../config/version.ts';
import { planConnection } from '../../connect/connect-client.ts';
import { connectionFacts } from '../../connect/connection-facts.ts';
import type { ConnectionFacts, Connector } from '../../connect/connector.ts';
import { CONNECTORS } from '../../connect/connectors.ts';
import { describeDoctor } from '../../connect/describe-doctor.ts';
import type { ClientReport, DoctorReport } from '../../connect/doctor-report.ts';
import { hookScriptPath } from '../../connect/install-hook-script.ts';
import { readHookLog } from '../../connect/hook-log.ts';
import { examineMcp } from '../../connect/examine-mcp.ts';
import { runCanary } from '../../connect/run-canary.ts';
import { reportHooksEndpoint } from '../../contract/hooks.ts';
import { DEFAULT_PORT } from '../../daemon/default-port.ts';
import { readDaemonToken } from '../../daemon/daemon-token.ts';
import { findDaemon, type FoundDaemon } from '../../daemon/find-daemon.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { runCommand, type CommandContext } from '../run-command.ts';

/** `inkling doctor` */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'prove that memory reaches the connected agents: a canary through their installed hooks, times, failures',
    )
    .addHelpText('after', examples('inkling doctor', 'inkling doctor --json | jq .healthy'))
    .action((_options: unknown, command: Command) => runCommand(command, run));
}

async function run(context: CommandContext): Promise<ExitCode> {
  const stateDirectory = context.stateDirectory();
  const daemon = await findDaemon(stateDirectory);
  const client =
    daemon && createClient({ url: daemon.url, secret: readDaemonToken(stateDirectory) ?? '', orgId: context.orgId });
  const user = await examine(context, 'user', daemon, client);
  const project = await examine(context, 'project', daemon, client);
  const hookScript = stateOfScript(hookScriptPath(stateDirectory));
  const reports = [...user, ...project];
  const report: DoctorReport = {
    version: readVersion(),
    daemon: daemon && {
      url: daemon.url,
      version: daemon.version,
      ready: daemon.ready,
      pid: daemon.pid,
      sameVersion: daemon.version === readVersion(),
    },
    hookScript,
    clients: reports,
    hookLog: readHookLog(stateDirectory),
    hooks: client ? (await client.call(reportHooksEndpoint, {})).rows : [],
    healthy: daemon !== null && hookScript === 'installed' && isHealthy(reports),
  };
  context.terminal.result(report, () => describeDoctor(report));
  return report.healthy ? EXIT.ok : EXIT.failure;
}

/** One client at least is connected, and each that is hands the canary over and reaches the MCP server that it was told of. */
function isHealthy(reports: readonly ClientReport[]): boolean {
  const connected = reports.filter(({ connection }) => connection !== 'none');
  const works = ({ canary, passedOver, mcp }: ClientReport): boolean =>
    passedOver === null &&
    mcp.probe?.outcome !== 'failed' &&
    canary.some(({ outcome }) => outcome === 'arrived') &&
    canary.every(({ outcome }) => outcome === 'arrived' || outcome === 'answered');
  return connected.length > 0 && connected.every(works);
}

async function examine(
  context: CommandContext,
  scope: ConnectionFacts['scope'],
  daemon: FoundDaemon | null,
  client: Client | null,
): Promise<readonly ClientReport[]> {
  const facts = await connectionFacts({
    scope,
    stateDirectory: context.stateDirectory(),
    orgId: context.orgId,
    daemonUrl: daemon?.url ?? `http://127.0.0.1:${DEFAULT_PORT}`,
    directory: process.cwd(),
    programCommand: [process.execPath, process.argv[1] ?? ''],
    // Whoever left the server out is connected all the same.
    withMcp: false,
  });
  const reports: ClientReport[] = [];
  // One after the other: their canaries' times are told.
  for (const connector of CONNECTORS) {
    const connection = connectionOf(connector, facts);
    if (scope === 'project' && (connection === 'none' || isUsersOwn(connector, facts))) continue;
    const canary = client && connection !== 'none' ? await runCanary(connector, facts, client, process.cwd()) : [];
    const { client: name, title } = connector;
    const passedOver = connection === 'none' ? null : ((await connector.passesOver?.(facts)) ?? null);
    reports.push({
      client: name,
      title,
      scope,
      installed: connector.isInstalled(facts),
      connection,
      canary,
      passedOver,
      // It would start the daemon, which nobody asked for.
      mcp: await examineMcp(connector, facts, client !== null && connection !== 'none'),
    });
  }
  return reports;
}

/** In the home directory the project's settings are the user's. */
function isUsersOwn(connector: Connector, facts: ConnectionFacts): boolean {
  const own = new Set(connector.files({ ...facts, scope: 'user' }).map(({ file }) => file));
  return connector.files(facts).some(({ file }) => own.has(file));
}

function connectionOf(connector: Connector, facts: ConnectionFacts): ClientReport['connection'] {
  if (connector.installedHooks(facts).length === 0) return 'none';
  return planConnection(connector, facts).length === 0 ? 'connected' : 'outdated';
}

/** The hook command names the program that starts the daemon; an update of Node or of Inkling may have taken it away. */
function stateOfScript(file: string): DoctorReport['hookScript'] {
  if (!existsSync(file)) return 'missing';
  const text = readFileSync(file, 'utf8');
  const named = ['node', 'main'].map((name) => new RegExp(`^${name}='(.*)'$`, 'm').exec(text)?.[1]);
  return named.every((program) => program !== undefined && existsSync(program)) ? 'installed' : 'program-gone';
}
