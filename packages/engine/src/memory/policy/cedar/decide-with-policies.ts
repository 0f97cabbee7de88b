import { ADMINISTRATION_POLICIES, DEFAULT_POLICIES } from '../../../generated/policies.ts';
import {
  decideAdministrationByDefault,
  type DecideAdministration,
  administrationKey,
  administrationRequest,
} from '../administration.ts';
import {
  type Decide,
  type AccessVerb,
  type AuthorizationResource,
  type Principal,
  decideByDefault,
} from '../authorizer.ts';
import { compilePolicies, type Decider, type PolicyQuestions } from './compile-policies.ts';
import type { NamedPolicy } from '../org-policy.ts';
import type { CedarEntity, CedarEntityId, CedarRequest } from './cedar.ts';

/** What agents are shown. */
export const ACCESS: PolicyQuestions<Parameters<Decide>> = {
  subject: 'access',
  defaults: DEFAULT_POLICIES,
  byDefault: decideByDefault,
  key: questionKey,
  request: cedarRequest,
};

/** What people administer. */
export const ADMINISTRATION: PolicyQuestions<Parameters<DecideAdministration>> = {
  subject: 'administration',
  defaults: ADMINISTRATION_POLICIES,
  byDefault: decideAdministrationByDefault,
  key: administrationKey,
  request: administrationRequest,
};

/**
 * What holds for an organisation with these policies. Without enforced ones the default rules answer without Cedar: the same
 * decisions (a property test), 0.0005 ms instead of 0.3, and nothing to load (decision 0008). Never throws: policies that cannot be used
 * deny everything. `onError` hears why. (Default: nobody)
 */
export function decideWithPolicies(
  policies: readonly NamedPolicy[],
  onError: (error: unknown) => void = () => undefined,
): Decide {
  return decideBeside(ACCESS, policies, onError);
}

/** The same for administration. The repair of policies is not asked here: nothing that an organisation stores decides on it. */
export function decideAdministrationWithPolicies(
  policies: readonly NamedPolicy[],
  onError: (error: unknown) => void = () => undefined,
): DecideAdministration {
  return decideBeside(ADMINISTRATION, policies, onError);
}

function decideBeside<Question extends readonly unknown[]>(
  questions: PolicyQuestions<Question>,
  policies: readonly NamedPolicy[],
  onError: (error: unknown) => void,
): Decider<Question> {
  const enforced = policies.filter(({ mode }) => mode === 'enforce');
  const decide = enforced.length === 0 ? questions.byDefault : compilePolicies(questions, enforced, onError);
  if (enforced.length === policies.length) return decide;
  const shadowed = compilePolicies(questions, policies, onError);
  return (...question) => {
    const decision = decide(...question);
    if (!decision.allowed) return decision;
    const withShadow = shadowed(...question);
    if (withShadow.allowed) return decision;
    const { policy, reason } = withShadow;
    return { ...decision, shadow: { policy, reason } };
  };
}

/**
 * What policies can tell one question from another by. An id is opaque to Cedar: it can be compared with an id that a policy names, and
 * with the id of the same type on the other side, and nothing else. So an agent that no policy names is decided as every other such agent,
 * and what was decided for one holds for all. The kind and the author count only where a policy looks at them.
 *
 * `words` are all texts in the policies, names of attributes and ids of entities among them.
 */
export function questionKey(
  words: ReadonlySet<string>,
  principal: Principal,
  verb: AccessVerb,
  { orgId, type, projectId, classification, kind, agentId }: AuthorizationResource,
): string {
  const named = (id: string | null | undefined, same?: string | null): Seen => {
    if (typeof id !== 'string') return null;
    if (words.has(id)) return [id];
    return id === same ? 'same' : 'other';
  };
  return JSON.stringify([
    verb,
    type,
    classification,
    words.has('kind') ? kind : null,
    named(principal.orgId),
    named(orgId, principal.orgId),
    named(principal.projectId),
    named(projectId, principal.projectId),
    named(principal.sessionId),
    named(principal.agentId),
    words.has('agent') ? named(agentId, principal.agentId) : null,
  ]);
}

/** A list, so that no id passes for a word of ours. */
type Seen = readonly [string] | 'same' | 'other' | null;

const RESOURCE_TYPE = { observation: 'Observation', 'graph-node': 'GraphNode' } as const;

// Policies cannot name a single resource (policy-parts.ts), so the question does not either.
const ANY_ID = '';

const id = (type: string, value: string): CedarEntityId => ({ type, id: value });
const reference = (type: string, value: string): { __entity: CedarEntityId } => ({ __entity: id(type, value) });

/** The question in Cedar's words: who, what, and the entities of `policies/schema.cedarschema` with their attributes. */
function cedarRequest(principal: Principal, verb: AccessVerb, resource: AuthorizationResource): CedarRequest {
  const type = RESOURCE_TYPE[resource.type];
  return {
    principal: id('Agent', principal.agentId),
    action: id('Action', verb),
    resource: id(type, ANY_ID),
    context: {},
    entities: [principalEntity(principal), ...authorEntity(principal, resource), resourceEntity(type, resource)],
  };
}

function principalEntity({ orgId, agentId, projectId, sessionId }: Principal): CedarEntity {
  const parents = [id('Org', orgId)];
  const attrs: CedarEntity['attrs'] = { org: reference('Org', orgId) };
  if (typeof projectId === 'string') {
    parents.push(id('Project', projectId));
    attrs['project'] = reference('Project', projectId);
  }
  if (typeof sessionId === 'string') {
    parents.push(id('Session', sessionId));
    attrs['session'] = reference('Session', sessionId);
  }
  return { uid: id('Agent', agentId), attrs, parents };
}

/** Who wrote it, so that `resource.agent.org` is an answer and not an error. */
function authorEntity(principal: Principal, { type, agentId, orgId }: AuthorizationResource): CedarEntity[] {
  if (type !== 'observation' || agentId === principal.agentId) return [];
  return [{ uid: id('Agent', agentId), attrs: { org: reference('Org', orgId) }, parents: [id('Org', orgId)] }];
}

function resourceEntity(type: string, resource: AuthorizationResource): CedarEntity {
  const { orgId, projectId, classification, kind, agentId } = resource;
  const parents = [id('Org', orgId)];
  const attrs: CedarEntity['attrs'] = { org: reference('Org', orgId), classification, kind };
  if (projectId !== null) {
    parents.push(id('Project', projectId));
    attrs['project'] = reference('Project', projectId);
  }
  if (resource.type === 'observation') attrs['agent'] = reference('Agent', agentId);
  return { uid: id(type, ANY_ID), attrs, parents };
}
