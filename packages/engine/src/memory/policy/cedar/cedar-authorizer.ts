import type {
  AccessVerb,
  AuthorizationResource,
  Authorizer,
  Decide,
  PolicyDecision,
  Principal,
  ShadowDenial,
} from '../authorizer.ts';

/** Something was allowed that policies in shadow mode would deny. */
export interface ShadowReport extends ShadowDenial {
  readonly principal: Principal;
  readonly verb: AccessVerb;
  readonly resource: AuthorizationResource;
}

/** Where the authorizer has its policies from, and whom it tells of shadow denials. */
export interface CedarAuthorizerOptions {
  /** What holds in an organisation now. A rejection denies everything. */
  readonly policies: (orgId: string) => Promise<Decide>;
  /** Called for each; what it throws is an error of the authorizer, so hand in what cannot. */
  readonly onShadowDenied: (report: ShadowReport) => void;
}

/**
 * Decides by Cedar: the default policies and the organisation's own. Nothing crosses organisations, whatever a policy says.
 * Seed "Graph Context Injection", Cedar enforcement; contract section 9.
 */
export function createCedarAuthorizer({ policies, onShadowDenied }: CedarAuthorizerOptions): Authorizer {
  function report(decision: PolicyDecision, question: Omit<ShadowReport, keyof ShadowDenial>): PolicyDecision {
    if (decision.allowed && decision.shadow) onShadowDenied({ ...question, ...decision.shadow });
    return decision;
  }
  return {
    async authorize(principal, verb, resources) {
      const decide = await policies(principal.orgId);
      return resources.map((resource) => report(decide(principal, verb, resource), { principal, verb, resource }));
    },
  };
}
