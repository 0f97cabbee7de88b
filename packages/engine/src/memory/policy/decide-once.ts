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

/** The reason of a denial that says nothing but that nobody could decide. */
export const AUTHORIZER_FAILED = 'the authorizer failed';

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
  const { firsts, places } = groupAlike(resources);
  let decisions: readonly unknown[];
  try {
    const answer: unknown = await authorizer.authorize(principal, verb, [...firsts], signal);
    if (!Array.isArray(answer)) throw new TypeError('The authorizer answered no list of decisions.');
    decisions = answer;
  } catch (error) {
    if (!signal?.aborted) onError(error);
    return resources.map(() => DENIED_BY_FAILURE(AUTHORIZER_FAILED));
  }
  if (!firsts.every((_, index) => isDecision(decisions[index]))) {
    onError(new TypeError('The authorizer gave something else than a decision for each resource.'));
  }
  return places.map((place) => decisionOf(decisions[place]));
}

/** The first resource of each set of attributes, and for every resource the place of its set among these. */
function groupAlike(resources: readonly AuthorizationResource[]): {
  firsts: readonly AuthorizationResource[];
  places: readonly number[];
} {
  const firsts: AuthorizationResource[] = [];
  const placeOf = new Map<string, number>();
  const places = resources.map((resource) => {
    const key = attributesKey(resource);
    const place = placeOf.get(key) ?? firsts.push(resource) - 1;
    placeOf.set(key, place);
    return place;
  });
  return { firsts, places };
}

const NO_DECISION: PolicyDecision = DENIED_BY_FAILURE('the authorizer gave no decision');

function decisionOf(answer: unknown): PolicyDecision {
  return isDecision(answer) ? answer : NO_DECISION;
}

/** `allowed: 'no'` would be true to a condition: only the two booleans are decisions. */
function isDecision(answer: unknown): answer is PolicyDecision {
  return typeof answer === 'object' && answer !== null && 'allowed' in answer && typeof answer.allowed === 'boolean';
}
