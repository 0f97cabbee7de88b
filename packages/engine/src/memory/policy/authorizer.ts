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

/** A permit with the policy that gave it, or a deny with its reason. */
export type PolicyDecision =
  | { readonly allowed: true; readonly policy: string }
  | { readonly allowed: false; readonly policy: string | null; readonly reason: string };

/** Decides who may read what. */
export interface Authorizer {
  /** Decides each resource, in order. An authorizer that throws denies everything; callers treat it so. */
  authorize(
    principal: Principal,
    verb: 'read',
    resources: readonly AuthorizationResource[],
    signal?: AbortSignal,
  ): Promise<readonly PolicyDecision[]>;
}
