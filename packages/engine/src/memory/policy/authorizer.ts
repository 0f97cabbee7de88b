/** The authorizer port: one decision per memory and per edge, fail closed. */

export interface Principal {
  readonly orgId: string;
  readonly agentId: string;
  readonly projectId?: string | null;
  readonly sessionId?: string | null;
}

/** Agents without a name are decided for as one. */
export const ANONYMOUS_AGENT = 'anonymous';

/** The attributes of an observation that a policy may look at. Rows with the same attributes share one decision. */
export interface AuthorizationResource {
  readonly orgId: string;
  readonly id: string;
  readonly type: 'observation' | 'graph-node';
  readonly projectId: string | null;
  readonly classification: string;
  readonly kind: string;
  readonly agentId: string;
}

/**
 * What is asked for: to be shown what the recall scope covers, or what belongs to a peer project (contract section 11). Custom
 * authorizers are asked both.
 */
export type AccessVerb = 'read' | 'transfer';

/** What policies in shadow mode would deny that is allowed. */
export interface ShadowDenial {
  /** The policies that would, null when one of them failed. */
  readonly policy: string | null;
  readonly reason: string;
}

/** A permit with the policy that gave it, or a deny with its reason. Several policies are separated by commas. */
export type PolicyDecision =
  | { readonly allowed: true; readonly policy: string; readonly shadow?: ShadowDenial }
  | { readonly allowed: false; readonly policy: string | null; readonly reason: string };

/** Decides who may read what. */
export interface Authorizer {
  /** Decides each resource, in order. An authorizer that throws denies everything; callers treat it so. */
  authorize(
    principal: Principal,
    verb: AccessVerb,
    resources: readonly AuthorizationResource[],
    signal?: AbortSignal,
  ): Promise<readonly PolicyDecision[]>;
}

/** One question, decided at once. */
export type Decide = (principal: Principal, verb: AccessVerb, resource: AuthorizationResource) => PolicyDecision;

const deny = (policy: string, reason: string): PolicyDecision => ({ allowed: false, policy, reason });

/**
 * The rules that hold without any policy of the organisation's own, most binding first: nothing crosses organisations; what is
 * `confidential` or `restricted` stays in its project and never transfers; `restricted` needs a clearance there too, which no principal
 * has by default; everything else is readable inside the organisation. Source: contract sections 3, 9 and 11. Which projects are searched
 * at all is the recall scope's business. `policies/default.cedar` says the same, and a property test holds both to it.
 */
export function decideByDefault(
  principal: Principal,
  verb: AccessVerb,
  { orgId, projectId, classification }: AuthorizationResource,
): PolicyDecision {
  if (orgId !== principal.orgId) return deny('default.organisation-wall', 'belongs to another organisation');
  const sameProject = projectId === (principal.projectId ?? null);
  const guarded = classification === 'confidential' || classification === 'restricted';
  if (guarded && !sameProject) {
    return deny('default.project-boundary', `is ${classification} and belongs to another project`);
  }
  if (verb === 'transfer') {
    return guarded ? deny('default.transfer', `is ${classification}`) : { allowed: true, policy: 'default.transfer' };
  }
  if (classification === 'restricted') {
    return deny('default.clearance', 'is restricted and the agent has no clearance');
  }
  return { allowed: true, policy: sameProject ? 'default.same-project' : 'default.same-organisation' };
}

/** The rules without Cedar: they answer at once and load nothing. What an organisation stores as policies of its own is not asked. */
export function createDefaultAuthorizer(): Authorizer {
  return {
    authorize: (principal, verb, resources) =>
      Promise.resolve(resources.map((resource) => decideByDefault(principal, verb, resource))),
  };
}
