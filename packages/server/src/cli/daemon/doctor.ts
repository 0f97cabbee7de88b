import { InklingError } from '@inkling/engine/errors';
import { systemClock } from '@inkling/engine/operator';
import { type Command, Option } from 'commander';
import { findRepositoryPlace } from '../../git/locate-repository.ts';
import { createClient, type Client } from '../../client/client.ts';
import { describeStorage, hasStore, type Storage } from '../../config/storage.ts';
import { messageOf } from '../../base/printable-text.ts';
import { readBuild } from '../../config/version.ts';
import { planConnection } from '../../connect/connect-client.ts';
import { connectionFacts } from '../../connect/connection-facts.ts';
import type { ConnectionFacts, Connector } from '../../connect/clients/connector.ts';
import { CONNECTORS } from '../../connect/clients/connectors.ts';
import { type ClientReport, describeDoctor, type DoctorReport, isHealthy } from '../../connect/doctor/doctor-report.ts';
import { daemonUrlOf, stateOfHookScript } from '../../connect/install-hook-script.ts';
import { readHookLog, readStartError } from '../../state/hook-log.ts';
import { examineMcp } from '../../connect/doctor/examine-mcp.ts';
import { isOnPath } from '../../connect/is-on-path.ts';
import { proveSession, type SessionProof } from '../../connect/doctor/prove-session.ts';
import { runCanary } from '../../connect/doctor/run-canary.ts';
import type { CaseResult } from '../../connect/trial/judge-case.ts';
import { runCases } from '../../connect/trial/run-cases.ts';
import { runTrial, type TrialResult } from '../../connect/trial/run-trial.ts';
import { readDaemonToken } from '../../state/daemon-token.ts';
import { findDaemon, type FoundDaemon } from '../../state/find-daemon.ts';
import { reportHooks } from '../../contract/delivery.ts';
import { newCommand, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hookScriptFacts } from '../hook-script-facts.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function doctorCommand(): Command {
  return newCommand('doctor', 'check that memory reaches the connected agents, with a canary through their hooks', [
    'inkling doctor',
    'inkling doctor --live --client claude-code',
    'inkling doctor --json | jq .healthy',
  ])
    .addOption(
      new Option('--client <name...>', 'only these (default: those that are connected)')
        .choices(CONNECTORS.map(({ client }) => client))
        .default([], 'connected'),
    )
    .option(
      '--live',
      'also run the agents themselves against a model on this machine: with their hooks, then through a table of test cases',
    )
    .option('--no-cases', 'with --live: skip the table of test cases, which takes a minute or two for each agent')
    .option(
      '--session [id]',
      "look for a canary in the transcript of a running session (default: the agent's own session)",
    )
    .option('--wait <seconds>', 'with --session: how long to look', wholeNumber(0, 3600), 60)
    .action(acting(run));
}

interface DoctorOptions {
  readonly client: readonly string[];
  readonly live?: boolean;
  readonly cases: boolean;
  /** true = without an id. */
  readonly session?: string | true;
  readonly wait: number;
}

async function run(context: CommandContext, options: DoctorOptions): Promise<ExitCode> {
  const stateDirectory = context.stateDirectory();
  const daemon = await findDaemon(stateDirectory);
  const client =
    daemon && createClient({ url: daemon.url, secret: readDaemonToken(stateDirectory) ?? '', orgId: context.orgId });
  const examination: Examination = { context, options, daemon, client };
  const user = await examine(examination, 'user');
  const project = await examine(examination, 'project');
  const { orgId } = context;
  const daemonUrl = daemonUrlOf(daemon, stateDirectory);
  const hookScript = stateOfHookScript(hookScriptFacts(context, { orgId, daemonUrl }));
  const reports = [...user, ...project];
  const found: Omit<DoctorReport, 'healthy'> = {
    version: readBuild(),
    store: storeOf(context.storage()),
    daemon: daemon && {
      url: daemon.url,
      version: daemon.version,
      ready: daemon.ready,
      pid: daemon.pid,
      sameVersion: daemon.version === readBuild(),
      ...(daemon.withoutGit ? { withoutGit: true } : {}),
    },
    repository: await findRepositoryPlace(process.cwd()).then(() => null, messageOf),
    startError: daemon ? null : readStartError(stateDirectory),
    hookScript,
    clients: reports,
    session: await sessionProof(examination),
    hookLog: readHookLog(stateDirectory),
    hooks: client ? (await client.call(reportHooks, {})).rows : [],
  };
  const report: DoctorReport = { ...found, healthy: isHealthy(found) };
  context.terminal.result(report, () => describeDoctor(report));
  return report.healthy ? EXIT.ok : EXIT.failure;
}

/** Nobody but its schema knows whether a server has one. */
function storeOf(storage: Storage): DoctorReport['store'] {
  const exists = storage.kind === 'pglite' ? hasStore(storage.dataDirectory) : null;
  return { place: describeStorage(storage), exists };
}

interface Examination {
  readonly context: CommandContext;
  readonly options: DoctorOptions;
  readonly daemon: FoundDaemon | null;
  readonly client: Client | null;
}

async function sessionProof({ context, options, client }: Examination): Promise<SessionProof | null> {
  if (options.session === undefined || client === null) return null;
  const sessionId = options.session === true ? process.env['CLAUDE_CODE_SESSION_ID'] : options.session;
  if (!sessionId) {
    throw new InklingError('invalid-input', 'No session is given.', {
      hint: 'Name it: `inkling doctor --session <id>`.',
    });
  }
  const waitMs = options.wait * 1000;
  const { home, environment } = context.host;
  return proveSession({ client, sessionId, home, environment, waitMs, clock: systemClock });
}

async function examine(examination: Examination, scope: ConnectionFacts['scope']): Promise<readonly ClientReport[]> {
  const { context, options, daemon } = examination;
  const facts = await connectionFacts({
    scope,
    stateDirectory: context.stateDirectory(),
    orgId: context.orgId,
    daemon,
    // Whoever left the server out is connected all the same.
    withMcp: false,
    makesToken: false,
  });
  const isMeant = (connector: Connector): boolean =>
    options.client.length === 0 || options.client.includes(connector.client);
  const reports: ClientReport[] = [];
  // One after the other: their canaries' times are told.
  for (const connector of CONNECTORS.filter(isMeant)) {
    const report = await examineClient(examination, connector, facts);
    if (report) reports.push(report);
  }
  return reports;
}

/** null = nothing to tell: a client that is not connected is told of once, among the user's. */
async function examineClient(
  examination: Examination,
  connector: Connector,
  facts: ConnectionFacts,
): Promise<ClientReport | null> {
  const { context, options, client } = examination;
  const { scope } = facts;
  const { client: name, title } = connector;
  if (scope === 'project' && isUsersOwn(connector, facts)) return null;
  const problem = problemOfFiles(connector, facts);
  const connection = problem === null ? connectionOf(connector, facts) : 'unreadable';
  const found = { client: name, title, scope, installed: connector.isInstalled(facts), connection };
  if (scope === 'project' && connection === 'none') return null;
  if (problem !== null) {
    const mcp = { registration: 'none', why: null, probe: null } as const;
    return { ...found, canary: [], passedOver: problem, mcp, trial: null, cases: null };
  }
  // It would start the daemon, which nobody asked for.
  const mcp = await examineMcp(connector, facts, client !== null && connection !== 'none');
  const cases = scope === 'user' ? await casesOf(examination, connector) : null;
  if (connection === 'none') return { ...found, canary: [], passedOver: null, mcp, trial: null, cases };
  const canary = client ? await runCanary(connector, facts, client, process.cwd()) : [];
  const trial = client && options.live ? await trialOf(context, connector, facts, client) : null;
  return {
    ...found,
    mcp,
    canary,
    trial,
    cases,
    passedOver: (await connector.passesOver?.(facts)) ?? null,
  };
}

function trialOf(
  context: CommandContext,
  connector: Connector,
  facts: ConnectionFacts,
  client: Client,
): Promise<TrialResult> | null {
  const { trial } = connector;
  if (trial === undefined) return null;
  context.terminal.note(`Running ${connector.title} against a model on this machine…`);
  const stateDirectory = context.stateDirectory();
  return runTrial({ connector: { ...connector, trial }, facts, stateDirectory, client, clock: systemClock });
}

/** They connect the client in a home of their own: whether the user's is connected does not matter. */
async function casesOf(
  { context: { terminal }, options }: Examination,
  { trial, ...connector }: Connector,
): Promise<readonly CaseResult[] | null> {
  if (!options.live || !options.cases || trial === undefined || !isOnPath(trial.program, process.env)) return null;
  terminal.note(`Running ${connector.title} through each test case with a memory of its own…`);
  const programCommand = [process.execPath, process.argv[1] ?? ''] as const;
  const run = { environment: process.env, programCommand, clock: systemClock };
  return runCases({ connector: { ...connector, trial }, ...run });
}

/** In the home directory the project's settings are the user's. One file may be both everywhere: opencode's modules lie beside the data. */
function isUsersOwn(connector: Connector, facts: ConnectionFacts): boolean {
  const own = new Set(connector.files({ ...facts, scope: 'user' }).map(({ file }) => file));
  return connector.files(facts).every(({ file }) => own.has(file));
}

/** What is wrong with a settings file of the client; null = nothing. It stops no other client's examination. */
function problemOfFiles(connector: Connector, facts: ConnectionFacts): string | null {
  try {
    planConnection(connector, { ...facts, withMcp: true });
    return null;
  } catch (error) {
    if (InklingError.isInstance(error) && error.code === 'invalid-input') return messageOf(error);
    throw error;
  }
}

function connectionOf(connector: Connector, facts: ConnectionFacts): ClientReport['connection'] {
  if (connector.installedHooks(facts).length === 0) return 'none';
  return planConnection(connector, facts).length === 0 ? 'connected' : 'outdated';
}
