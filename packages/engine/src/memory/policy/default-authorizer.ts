import type { AccessVerb, AuthorizationResource, Authorizer, PolicyDecision, Principal } from './authorizer.ts';

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
