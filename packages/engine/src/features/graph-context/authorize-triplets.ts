import type { FoundTriplet, TripletNode } from '../../memory/graph/expand-graph.ts';
import type { PolicyDecision, Principal } from '../../memory/policy/authorizer.ts';
import type { GraphAccessRequest } from '../../memory/policy/enforce-graph-access.ts';

/** `enforceGraphAccess` of the seed as a port: one decision for each node, in order. Whatever is no clear permit denies. */
export type EnforceGraphAccess = (request: GraphAccessRequest) => Promise<readonly PolicyDecision[]>;

/** A triplet that must not be shown: by ids only, because its names are what must not be. */
export interface DeniedTriplet {
  readonly sourceNodeId: string;
  readonly targetNodeId: string;
  /** The end that may not be read; the source when neither may. */
  readonly nodeId: string;
  readonly decision: PolicyDecision;
}

/** Triplets by what the policy says, both in the order given. */
export interface AuthorizedTriplets<T> {
  readonly allowed: readonly T[];
  readonly denied: readonly DeniedTriplet[];
}

const denial = (reason: string): PolicyDecision => ({ allowed: false, policy: null, reason });

/**
 * Keeps the triplets of which both ends may be read. Each node is asked about once. A node of another organisation is never asked about:
 * it is denied whatever the policy would say. Rejects as the policy does; the caller shows nothing then. Seed "Graph Context Injection",
 * Cedar enforcement.
 */
export async function authorizeTriplets<T extends Pick<FoundTriplet, 'source' | 'target'>>(
  enforce: EnforceGraphAccess,
  identity: Principal,
  triplets: readonly T[],
  signal?: AbortSignal,
): Promise<AuthorizedTriplets<T>> {
  const ends = triplets.flatMap(({ source, target }) => [source, target]);
  const nodes = [...new Map(ends.map((node) => [nodeKey(node), node])).values()];
  const own = nodes.filter(({ orgId }) => orgId === identity.orgId);
  const decided: unknown =
    own.length === 0 ? [] : await enforce({ identity, verb: 'read', nodes: own, ...(signal ? { signal } : {}) });
  const answers: readonly unknown[] = Array.isArray(decided) && decided.length === own.length ? decided : [];
  const decisions = new Map(own.map((node, index) => [nodeKey(node), decisionOf(answers[index])]));
  const allowed: T[] = [];
  const denied: DeniedTriplet[] = [];
  for (const triplet of triplets) {
    const refusal = refusalOf(triplet, decisions);
    if (refusal) denied.push(refusal);
    else allowed.push(triplet);
  }
  return { allowed, denied };
}

function refusalOf(
  { source, target }: Pick<FoundTriplet, 'source' | 'target'>,
  decisions: ReadonlyMap<string, PolicyDecision>,
): DeniedTriplet | null {
  for (const node of [source, target]) {
    const decision = decisions.get(nodeKey(node)) ?? denial('belongs to another organisation');
    if (!decision.allowed) return { sourceNodeId: source.id, targetNodeId: target.id, nodeId: node.id, decision };
  }
  return null;
}

/** Everything that a policy may look at: two nodes with one id and different attributes are two questions. */
function nodeKey({ orgId, id, projectId, type, classification }: TripletNode): string {
  return JSON.stringify([orgId, id, projectId, type, classification]);
}

function decisionOf(answer: unknown): PolicyDecision {
  const isDecision = typeof answer === 'object' && answer !== null && 'allowed' in answer;
  if (isDecision && (answer.allowed === true || answer.allowed === false)) return answer as PolicyDecision;
  return denial('the policy gave no decision');
}
