import type { AccessVerb, AuthorizationResource, Principal } from './authorizer.ts';
import type { CedarEntity, CedarEntityId, CedarRequest } from './cedar.ts';

const RESOURCE_TYPE = { observation: 'Observation', 'graph-node': 'GraphNode' } as const;

// Policies cannot name a single resource (policy-parts.ts), so the question does not either.
const ANY_ID = '';

const id = (type: string, value: string): CedarEntityId => ({ type, id: value });
const reference = (type: string, value: string): { __entity: CedarEntityId } => ({ __entity: id(type, value) });

/** The question in Cedar's words: who, what, and the entities of `policies/schema.cedarschema` with their attributes. */
export function cedarRequest(principal: Principal, verb: AccessVerb, resource: AuthorizationResource): CedarRequest {
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
