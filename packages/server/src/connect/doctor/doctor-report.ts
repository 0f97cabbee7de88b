import type { HookReportRow } from '../../contract/delivery.ts';
import { OTHER_BUILD } from '../../config/version.ts';
import type { FoundDaemon } from '../../state/find-daemon.ts';
import type { HookLog } from '../../state/hook-log.ts';
import type { ConnectionScope } from '../clients/connector.ts';
import { type CaseResult, CASES, describeNotes } from '../trial/judge-case.ts';
import type { TrialCanary, TrialResult } from '../trial/run-trial.ts';
import type { HookScriptState } from '../install-hook-script.ts';
import type { McpProbe, McpReport } from './examine-mcp.ts';
import type { SessionProof } from './prove-session.ts';
import type { CanaryResult } from './run-canary.ts';

/** What doctor found of one client. */
export interface ClientReport {
  readonly client: string;
  readonly title: string;
  readonly scope: ConnectionScope;
  readonly installed: boolean;
  /** `outdated`: connected by another version, or for another daemon: `inkling init` brings it up to date. `unreadable`: a settings file is broken. */
  readonly connection: 'connected' | 'outdated' | 'none' | 'unreadable';
  readonly canary: readonly CanaryResult[];
  /** Why the client passes over the hooks that are installed, or cannot be examined; null = it does not, or was not asked. */
  readonly passedOver: string | null;
  readonly mcp: McpReport;
  /** How the client itself did; null = it was not run. */
  readonly trial: TrialResult | null;
  /** What it did with blocks in each case, with a memory of its own; null = it was not run. */
  readonly cases: readonly CaseResult[] | null;
}

export interface DoctorReport {
  readonly version: string;
  readonly daemon:
    | (Pick<FoundDaemon, 'url' | 'version' | 'ready' | 'pid' | 'withoutGit'> & { readonly sameVersion: boolean })
    | null;
  /** Why no daemon came up when a hook last started one; null = one runs, or nothing was noted. */
  readonly startError: string | null;
  /** Where memory is kept; `exists`: null = on a server, which is not asked. */
  readonly store: { readonly place: string; readonly exists: boolean | null };
  /** Why git does not read the working directory as a repository; null = it does, or there is none. */
  readonly repository: string | null;
  readonly hookScript: HookScriptState;
  readonly clients: readonly ClientReport[];
  /** Of the session that was asked about; null = of none. */
  readonly session: SessionProof | null;
  /** Beside the agents, since the log began. */
  readonly hookLog: HookLog;
  /** In the daemon, since it started. */
  readonly hooks: readonly HookReportRow[];
  readonly healthy: boolean;
}

/**
 * Whether memory reaches the agents: one client at least is connected, and each that is hands its canaries over, reaches the MCP server
 * that it was told of and lost nothing in its cases.
 */
export function isHealthy({ daemon, hookScript, clients, session }: Omit<DoctorReport, 'healthy'>): boolean {
  const connected = clients.filter(({ connection }) => connection !== 'none');
  const reached = connected.length > 0 && connected.every((client) => works(client) && passes(client));
  const proven = session === null || session.outcome === 'arrived';
  return daemon !== null && (hookScript === 'installed' || hookScript === 'outdated') && reached && proven;
}

/** A client whose program is not on the path cannot be run: its hooks are all that can be proven of it. */
function works({ canary, passedOver, mcp, trial }: ClientReport): boolean {
  return (
    passedOver === null &&
    mcp.probe?.outcome !== 'failed' &&
    canary.some(({ outcome }) => outcome === 'arrived') &&
    canary.every(({ outcome }) => outcome === 'arrived' || outcome === 'answered') &&
    (trial === null || trial.outcome === 'arrived' || trial.outcome === 'not-on-path')
  );
}

/** Late is allowed. */
function passes({ cases }: ClientReport): boolean {
  return (cases ?? []).every(({ outcome }) => !['lost', 'twice', 'failed'].includes(outcome));
}

/** The newest of them: older ones are in the JSON. */
const SHOWN_FAIL_OPENS = 10;

export function describeDoctor(report: DoctorReport): string {
  return [
    describeDaemon(report),
    ...(report.repository === null ? [] : [`repository   ${report.repository}`]),
    describeScript(report),
    ...report.clients.flatMap(describeClient),
    ...describeCases(report),
    ...(report.session === null ? [] : [describeSession(report.session)]),
    ...describeTimes(report),
    ...describeFailOpens(report),
    report.healthy ? 'Memory reaches every connected agent.' : 'Memory does not reach every agent: see above.',
  ].join('\n');
}

function describeDaemon({ daemon, startError, version, store }: DoctorReport): string {
  const nowhere = store.exists === false ? ` and there is no store in ${store.place} yet` : '';
  const failed = startError === null ? '' : ` (when a hook last started it: ${startError})`;
  if (daemon === null) return `daemon       not running${nowhere}: start it with \`inkling up --detach\`${failed}`;
  const other = daemon.sameVersion ? '' : `; this program is ${version}, the daemon that runs ${OTHER_BUILD}`;
  const blind = daemon.withoutGit
    ? '; it finds no git on its PATH and takes each directory for a project: restart it where git is on the PATH'
    : '';
  return `daemon       ${daemon.version} at ${daemon.url}, ${daemon.ready ? 'ready' : 'not ready yet'}${other}${blind}`;
}

function describeScript({ hookScript }: DoctorReport): string {
  const words = {
    installed: 'installed',
    missing: 'missing: run `inkling init`',
    'program-gone': 'may fail to start the daemon, its program has moved: run `inkling init`',
    outdated:
      'or mcp.sh beside it was written by another version, or for another program, daemon or store: run `inkling init`',
  };
  return `hook command ${words[hookScript]}`;
}

function describeClient(report: ClientReport): readonly string[] {
  const { title, scope, installed, connection, canary, passedOver, mcp, trial } = report;
  const words = {
    connected: `connected (${scope})`,
    outdated: `connected (${scope}) by another version or for another daemon: run \`inkling init\``,
    unreadable: 'its settings cannot be read',
    none: installed ? 'installed, not connected: run `inkling init`' : 'not installed',
  };
  const warning = passedOver === null ? [] : [`  ${passedOver}`];
  const steps = canary.map(describeStep);
  return [`${title}: ${words[connection]}`, ...warning, ...steps, ...describeMcp(mcp), ...describeTrial(trial)];
}

function describeMcp({ registration, why, probe }: McpReport): readonly string[] {
  if (registration === 'none') return [];
  const words = {
    registered: 'registered',
    outdated: 'registered by another version: run `inkling init`',
    left: `not registered: ${why ?? 'no reason given'}`,
  };
  return [`  ${'MCP server'.padEnd(20)} ${[words[registration], ...describeProbe(probe)].join(', ')}`];
}

function describeProbe(probe: McpProbe | null): readonly string[] {
  if (probe === null) return [];
  if (probe.outcome === 'failed') return [`does not answer: ${probe.problem}`];
  return [`answers with ${probe.tools.length} tools (${probe.tools.join(', ')}) in ${milliseconds(probe.elapsedMs)}`];
}

function describeStep({ event, outcome, problem, elapsedMs, attempts }: CanaryResult): string {
  const words = {
    arrived: 'the canary arrived',
    answered: 'answered',
    missing: 'answered without the canary',
    'no-hook': 'no hook',
    failed: `failed: ${problem ?? 'no reason given'}`,
  };
  const time = elapsedMs === null ? '' : milliseconds(elapsedMs);
  return `  ${event.padEnd(20)} ${words[outcome].padEnd(28)} ${time}${again(attempts)}`.trimEnd();
}

function again(attempts: number): string {
  return attempts > 1 ? `, at attempt ${attempts}` : '';
}

function describeTrial(trial: TrialResult | null): readonly string[] {
  if (trial === null) return [];
  const { problem, canaries, toolCallMs, elapsedMs, attempts } = trial;
  if (elapsedMs === null) return [`  the client itself was not run: ${problem ?? trial.outcome}`];
  const call = toolCallMs === null ? '' : `, its tool call in ${milliseconds(toolCallMs)}`;
  return [
    `  the client itself, run in ${(elapsedMs / 1000).toFixed(1)} s${call}${again(attempts)}`,
    ...canaries.map(describeTrialCanary),
    ...(problem === null ? [] : [`    ${problem}`]),
  ];
}

function describeTrialCanary({ at, spokenBy, inTranscript }: TrialCanary): string {
  const where = at === 'prompt' ? "the model's first request" : 'the request after the tool call';
  const kept = inTranscript === null ? '' : inTranscript ? ', in its transcript' : ', not in its transcript';
  return spokenBy === null
    ? `    no canary in ${where}${kept}`
    : `    the canary arrived in ${where}, as ${spokenBy}${kept}`;
}

/** A table of client and case, and below it where each note was seen that was not in its place. */
function describeCases({ clients }: DoctorReport): readonly string[] {
  const rows = clients.flatMap(({ title, cases }) => (cases === null ? [] : [{ title, cases }]));
  if (rows.length === 0) return [];
  const line = (head: string, cells: readonly string[]): string =>
    `  ${head.padEnd(14)} ${cells.map((cell) => cell.padEnd(14)).join(' ')}`.trimEnd();
  const notes = rows.flatMap(({ title, cases }) =>
    cases
      .filter(({ outcome }) => outcome !== 'arrived')
      .map((result) => `  ${title}, ${result.name}: ${describeNotes(result)}`),
  );
  return [
    'whether memory reached the agent, by test case',
    line('', CASES),
    ...rows.map(({ title, cases }) =>
      line(
        title,
        cases.map(({ outcome }) => outcome.replace('-', ' ')),
      ),
    ),
    ...notes,
  ];
}

function describeSession({ sessionId, client, outcome }: SessionProof): string {
  const words = {
    arrived: 'the canary is in its transcript',
    waiting: 'the canary waits for its next prompt or tool call: ask again then',
    ended: 'it has ended, and no canary is in its transcript',
    'no-transcript': 'its client keeps no transcript here to look into',
    'no-session': 'no hook has reported it to the daemon',
  };
  return `session ${sessionId}${client === null ? '' : ` (${client})`}: ${words[outcome]}`;
}

function describeTimes({ hookLog, hooks }: DoctorReport): readonly string[] {
  const row = (who: string, what: string, count: number, times: readonly number[]): string =>
    `  ${who.padEnd(14)} ${what.padEnd(18)} ${String(count).padStart(7)} ${times.map((ms) => milliseconds(ms).padStart(10)).join('')}`;
  const head = '                                      calls       p50       p95       p99';
  const beside = hookLog.rows.map((each) =>
    row(each.client, each.event, each.answered, [each.p50Ms, each.p95Ms, each.p99Ms]),
  );
  const within = hooks.map((each) => {
    const count = Object.values(each.outcomes).reduce((sum, number) => sum + number, 0);
    return row(each.client, each.event, count, [each.p50Ms, each.p95Ms, each.p99Ms]);
  });
  return [
    ...(beside.length === 0 ? [] : [`hook command, beside the agent`, head, ...beside]),
    ...(within.length === 0 ? [] : [`in the daemon, since it started`, head, ...within]),
  ];
}

function describeFailOpens({ hookLog, hooks }: DoctorReport): readonly string[] {
  const late = hooks.flatMap(({ client, event, outcomes }) =>
    (['too-late', 'failed', 'held'] as const).flatMap((outcome) =>
      outcomes[outcome] === undefined ? [] : [`  ${client} ${event}: ${outcomes[outcome]} ${outcome} in the daemon`],
    ),
  );
  const shown = hookLog.failOpens
    .slice(-SHOWN_FAIL_OPENS)
    .map(({ at, client, event, cause }) => `  ${at} ${client} ${event}: ${cause}`);
  const count = hookLog.failOpens.length;
  if (count + late.length === 0) return ['agents went on without an answer: never, as far as the log goes back'];
  return [`agents went on without an answer: ${count} in the log of the hook command`, ...shown, ...late];
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
