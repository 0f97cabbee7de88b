import type { Observation } from '../memory/observations/observation.ts';
import type { AuthorizationResource, Authorizer, Principal } from '../memory/policy/authorizer.ts';
import { decideOnce } from '../memory/policy/decide-once.ts';
import type { LeftOut, RecallRequest, RecalledObservation } from './memory-store.ts';

/** The agent id a request is decided for when it names none. */
const ANONYMOUS_AGENT = 'anonymous';

const principalOf = (request: RecallRequest): Principal => ({
  orgId: request.orgId,
  agentId: request.agentId ?? ANONYMOUS_AGENT,
  projectId: request.projectId ?? null,
  sessionId: request.sessionId ?? null,
});

const resourceOf = (row: Observation): AuthorizationResource => ({
  type: 'observation',
  orgId: row.orgId,
  id: row.id,
  projectId: row.projectId,
  classification: row.classification,
  kind: row.kind,
  agentId: row.agentId,
});

/** Keeps the rows that the policy allows, each marked with the policy that did. Anything but a clear permit is a deny. */
export async function authorizeRanked(
  ports: { readonly authorizer: Authorizer; readonly onError: (error: unknown) => void },
  request: RecallRequest,
  ranked: readonly RecalledObservation[],
  signal: AbortSignal,
): Promise<{ rows: readonly RecalledObservation[]; leftOut: readonly LeftOut[] }> {
  if (ranked.length === 0) return { rows: [], leftOut: [] };
  const resources = ranked.map((row) => resourceOf(row.observation));
  const decisions = await decideOnce(ports.authorizer, principalOf(request), resources, ports.onError, signal);
  const rows: RecalledObservation[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, row] of ranked.entries()) {
    const decision = decisions[index];
    if (decision?.allowed === true) {
      rows.push(row.explanation ? { ...row, explanation: { ...row.explanation, policy: decision.policy } } : row);
    } else {
      const denied = { id: row.observation.id, reason: 'denied', relevance: row.relevance } as const;
      leftOut.push(decision ? { ...denied, decision } : denied);
    }
  }
  return { rows, leftOut };
}
