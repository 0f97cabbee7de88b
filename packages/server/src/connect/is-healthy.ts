import type { ClientReport, DoctorReport } from './doctor-report.ts';

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
