import type { AuthorizationResource, Authorizer, PolicyDecision, Principal } from './authorizer.ts';

/** What a policy may look at, without the id: resources that agree in this share one decision. */
const attributesKey = (resource: AuthorizationResource): string =>
  JSON.stringify([
    resource.type,
    resource.orgId,
    resource.projectId,
    resource.classification,
    resource.kind,
    resource.agentId,
  ]);

const DENIED_BY_FAILURE = (reason: string): PolicyDecision => ({ allowed: false, policy: null, reason });

/**
 * Asks the authorizer once for each distinct set of attributes and answers for every resource, in order.
 * Fails closed: an authorizer that throws, or answers with too few decisions, denies. The failure goes to `onError`.
 */
export async function decideOnce(
  authorizer: Authorizer,
  principal: Principal,
  resources: readonly AuthorizationResource[],
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<readonly PolicyDecision[]> {
  const distinct = new Map<string, AuthorizationResource>();
  for (const resource of resources) {
    const key = attributesKey(resource);
    if (!distinct.has(key)) distinct.set(key, resource);
  }
  const keys = [...distinct.keys()];
  let decisions: readonly PolicyDecision[];
  try {
    decisions = await authorizer.authorize(principal, 'read', [...distinct.values()], signal);
  } catch (error) {
    onError(error);
    return resources.map(() => DENIED_BY_FAILURE('the authorizer failed'));
  }
  const byKey = new Map(keys.map((key, index) => [key, decisions[index]]));
  return resources.map(
    (resource) => byKey.get(attributesKey(resource)) ?? DENIED_BY_FAILURE('the authorizer gave no decision'),
  );
}
