import type { AuthorizationResource, Authorizer, PolicyDecision, Principal } from './authorizer.ts';

const deny = (policy: string, reason: string): PolicyDecision => ({ allowed: false, policy, reason });

/**
 * The rules that hold without any policy of the organisation's own, most binding first:
 * nothing crosses organisations; `restricted` needs a clearance, which no principal has by default;
 * `confidential` stays in its project; everything else is readable inside the organisation.
 * Source: contract sections 3 and 9. Which projects are searched at all is the recall scope's business.
 */
export function decideByDefault(principal: Principal, resource: AuthorizationResource): PolicyDecision {
  if (resource.orgId !== principal.orgId) return deny('default.same-organisation', 'belongs to another organisation');
  if (resource.classification === 'restricted') {
    return deny('default.clearance', 'is restricted and the agent has no clearance');
  }
  const sameProject = resource.projectId === (principal.projectId ?? null);
  if (sameProject) return { allowed: true, policy: 'default.same-project' };
  if (resource.classification === 'confidential') {
    return deny('default.project-boundary', 'is confidential and belongs to another project');
  }
  return { allowed: true, policy: 'default.same-organisation' };
}

/** The authorizer used when none is given. It answers at once and needs no files. */
export function createDefaultAuthorizer(): Authorizer {
  return {
    authorize: (principal, _verb, resources) =>
      Promise.resolve(resources.map((resource) => decideByDefault(principal, resource))),
  };
}
