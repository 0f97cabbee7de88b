/** The authorizer port: one decision per memory and per edge, fail closed. */

export interface Principal {
  readonly orgId: string;
  readonly agentId: string;
  readonly projectId?: string | null;
  readonly sessionId?: string | null;
}

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
