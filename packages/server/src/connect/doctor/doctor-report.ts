import type { HookReportRow } from '../../contract/delivery.ts';
import type { FoundDaemon } from '../../state/find-daemon.ts';
import type { HookLog } from '../../state/hook-log.ts';
import type { ConnectionScope } from '../clients/connector.ts';
import type { McpReport } from './examine-mcp.ts';
import type { SessionProof } from './prove-session.ts';
import type { CanaryResult } from './run-canary.ts';
import type { CaseResult } from '../trial/judge-case.ts';
import type { TrialResult } from '../trial/watch-model.ts';

/** What doctor found of one client. */
export interface ClientReport {
  readonly client: string;
  readonly title: string;
  readonly scope: ConnectionScope;
  readonly installed: boolean;
  /** `outdated`: connected by another version, or for another daemon: `inkling init` brings it up to date. */
  readonly connection: 'connected' | 'outdated' | 'none';
  readonly canary: readonly CanaryResult[];
  /** Why the client passes over the hooks that are installed; null = it does not, or was not asked. */
  readonly passedOver: string | null;
  readonly mcp: McpReport;
  /** How the client itself did; null = it was not run. */
  readonly trial: TrialResult | null;
  /** What it did with blocks in each case, with a memory of its own; null = it was not run. */
  readonly cases: readonly CaseResult[] | null;
}

/** Everything that doctor found. */
export interface DoctorReport {
  readonly version: string;
  readonly daemon: (Pick<FoundDaemon, 'url' | 'version' | 'ready' | 'pid'> & { readonly sameVersion: boolean }) | null;
  /** Where memory is kept; `exists`: null = on a server, which is not asked. */
  readonly store: { readonly place: string; readonly exists: boolean | null };
  readonly hookScript: 'installed' | 'missing' | 'program-gone';
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
  return daemon !== null && hookScript === 'installed' && reached && proven;
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
