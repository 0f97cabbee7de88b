import type { AccessVerb, AuthorizationResource, Authorizer, PolicyDecision, Principal } from './authorizer.ts';

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
 * Fails closed: an authorizer that throws, answers no list, too few decisions or what is no decision denies. The failure goes to
 * `onError`, except that of a caller who stopped waiting.
 */
export async function decideOnce(
  authorizer: Authorizer,
  principal: Principal,
  resources: readonly AuthorizationResource[],
  onError: (error: unknown) => void,
  signal?: AbortSignal,
  verb: AccessVerb = 'read',
): Promise<readonly PolicyDecision[]> {
  const distinct = new Map<string, AuthorizationResource>();
  for (const resource of resources) {
    const key = attributesKey(resource);
    if (!distinct.has(key)) distinct.set(key, resource);
  }
  const keys = [...distinct.keys()];
  let decisions: readonly unknown[];
  try {
    const answer: unknown = await authorizer.authorize(principal, verb, [...distinct.values()], signal);
    if (!Array.isArray(answer)) throw new TypeError('The authorizer answered no list of decisions.');
    decisions = answer;
  } catch (error) {
    if (!signal?.aborted) onError(error);
    return resources.map(() => DENIED_BY_FAILURE('the authorizer failed'));
  }
  if (!keys.every((_, index) => isDecision(decisions[index]))) {
    onError(new TypeError('The authorizer gave something else than a decision for each resource.'));
  }
  const byKey = new Map(keys.map((key, index) => [key, decisionOf(decisions[index])]));
  return resources.map((resource) => byKey.get(attributesKey(resource)) ?? NO_DECISION);
}

const NO_DECISION: PolicyDecision = DENIED_BY_FAILURE('the authorizer gave no decision');

function decisionOf(answer: unknown): PolicyDecision {
  return isDecision(answer) ? answer : NO_DECISION;
}

/** `allowed: 'no'` would be true to a condition: only the two booleans are decisions. */
function isDecision(answer: unknown): answer is PolicyDecision {
  return typeof answer === 'object' && answer !== null && 'allowed' in answer && typeof answer.allowed === 'boolean';
}
