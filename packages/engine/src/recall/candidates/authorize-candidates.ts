import type { Observation } from '../../memory/observations/observation.ts';
import {
  ANONYMOUS_AGENT,
  type AuthorizationResource,
  type Authorizer,
  type Principal,
  type ShadowDenial,
} from '../../memory/policy/authorizer.ts';
import { decideOnce } from '../../memory/policy/decide-once.ts';
import type { LeftOut, RecallRequest } from '../memory-store.ts';
import type { Candidate } from './read-candidates.ts';

/** Who asks, as policies see it. */
export const principalOf = (request: RecallRequest): Principal => ({
  orgId: request.orgId,
  agentId: request.agentId ?? ANONYMOUS_AGENT,
  projectId: request.projectId ?? null,
  sessionId: request.sessionId ?? null,
});

/** What a policy may look at. */
export const resourceOf = (row: Observation): AuthorizationResource => ({
  type: 'observation',
  orgId: row.orgId,
  id: row.id,
  projectId: row.projectId,
  classification: row.classification,
  kind: row.kind,
  agentId: row.agentId,
});

/** A candidate that may be read, with the policy that says so. */
export interface AllowedCandidate extends Candidate {
  readonly policy: string;
  readonly shadow?: ShadowDenial;
}

/**
 * Keeps the candidates that the policy allows. Anything but a clear permit is a deny. Before ranking, although the hallway names it
 * last: a row that may not be read must neither stand for its near-duplicates nor corroborate them. Candidates with the same attributes
 * share one decision, so asking for all of them costs what asking for the ranked ones would.
 */
export async function authorizeCandidates(
  ports: { readonly authorizer: Authorizer; readonly onError: (error: unknown) => void },
  request: RecallRequest,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<{ allowed: readonly AllowedCandidate[]; leftOut: readonly LeftOut[] }> {
  if (candidates.length === 0) return { allowed: [], leftOut: [] };
  const resources = candidates.map((candidate) => resourceOf(candidate.observation));
  const decisions = await decideOnce(ports.authorizer, principalOf(request), resources, ports.onError, signal);
  const allowed: AllowedCandidate[] = [];
  const leftOut: LeftOut[] = [];
  for (let index = 0; index < candidates.length; index++) {
    const { hit, observation } = candidates[index]!;
    const decision = decisions[index];
    if (decision?.allowed === true) {
      const { policy, shadow } = decision;
      allowed.push(shadow ? { hit, observation, policy, shadow } : { hit, observation, policy });
    } else {
      const denied = { id: observation.id, reason: 'denied', relevance: hit.relevance } as const;
      leftOut.push(decision ? { ...denied, decision } : denied);
    }
  }
  return { allowed, leftOut };
}
