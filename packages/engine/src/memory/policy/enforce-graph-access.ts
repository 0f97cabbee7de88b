import type { AuthorizationResource, Authorizer, PolicyDecision, Principal } from './authorizer.ts';
import { decideOnce } from './decide-once.ts';

/** What a policy sees of a graph node. */
export type GraphNodeAttributes = Pick<AuthorizationResource, 'orgId' | 'id' | 'projectId' | 'classification'> & {
  /** Module, Function, Decision, … */
  readonly type: string;
};

/** One question about some nodes. */
export interface GraphAccessRequest {
  readonly identity: Principal;
  readonly nodes: readonly GraphNodeAttributes[];
  readonly verb: 'read';
  readonly signal?: AbortSignal;
}

/**
 * Decides on graph nodes, in order: a triplet may be shown when both of its ends are allowed. Another organisation's node is always denied,
 * whatever authorizer is asked, and so is everything when it fails. Seed "Graph Context Injection", Cedar enforcement.
 */
export async function enforceGraphAccess(
  { authorizer, onError }: { readonly authorizer: Authorizer; readonly onError: (error: unknown) => void },
  { identity, nodes, verb, signal }: GraphAccessRequest,
): Promise<readonly PolicyDecision[]> {
  const own = nodes.filter(({ orgId }) => orgId === identity.orgId);
  const resources = own.map(nodeResource);
  const decisions = own.length === 0 ? [] : await decideOnce(authorizer, identity, resources, onError, signal, verb);
  // By node, not by its id: one id with two sets of attributes is two questions.
  const byNode = new Map(own.map((node, index) => [node, decisions[index]]));
  return nodes.map((node) => byNode.get(node) ?? WALL);
}

const WALL: PolicyDecision = {
  allowed: false,
  policy: 'default.organisation-wall',
  reason: 'belongs to another organisation',
};

/** A node as policies are asked about it. */
export const nodeResource = ({
  orgId,
  id,
  projectId,
  classification,
  type,
}: GraphNodeAttributes): AuthorizationResource => ({
  type: 'graph-node',
  orgId,
  id,
  projectId,
  classification,
  kind: type,
  agentId: '',
});
