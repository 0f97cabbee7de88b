import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type * as Cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { AccessVerb, AuthorizationResource, Principal } from '../../src/memory/policy/authorizer.ts';

const cedar = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs') as typeof Cedar;
const file = (name: string): string => readFileSync(new URL(`../../policies/${name}`, import.meta.url), 'utf8');
const ref = (type: string, id: string) => ({ __entity: { type, id } });

/**
 * The direct way: all policies as text, with the schema, in one `isAuthorized` call, the resource under its own id. Nothing is shared with
 * the code that is tested, save Cedar. An error of any policy is a deny.
 */
export function isAuthorizedDirectly(
  texts: readonly string[],
  principal: Principal,
  verb: AccessVerb,
  resource: AuthorizationResource,
): boolean {
  const type = resource.type === 'observation' ? 'Observation' : 'GraphNode';
  const answer = cedar.isAuthorized({
    principal: { type: 'Agent', id: principal.agentId },
    action: { type: 'Action', id: verb },
    resource: { type, id: resource.id },
    context: {},
    schema: file('schema.cedarschema'),
    validateRequest: true,
    policies: { staticPolicies: [file('default.cedar'), ...texts].join('\n') },
    entities: entitiesOf(principal, type, resource),
  });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  return answer.response.decision === 'allow' && answer.response.diagnostics.errors.length === 0;
}

function entitiesOf(principal: Principal, type: string, resource: AuthorizationResource): Cedar.EntityJson[] {
  const { projectId = null, sessionId = null } = principal;
  const asking: Cedar.EntityJson = {
    uid: { type: 'Agent', id: principal.agentId },
    attrs: {
      org: ref('Org', principal.orgId),
      ...(projectId === null ? {} : { project: ref('Project', projectId) }),
      ...(sessionId === null ? {} : { session: ref('Session', sessionId) }),
    },
    parents: [
      { type: 'Org', id: principal.orgId },
      ...(projectId === null ? [] : [{ type: 'Project', id: projectId }]),
      ...(sessionId === null ? [] : [{ type: 'Session', id: sessionId }]),
    ],
  };
  const author: Cedar.EntityJson = {
    uid: { type: 'Agent', id: resource.agentId },
    attrs: { org: ref('Org', resource.orgId) },
    parents: [{ type: 'Org', id: resource.orgId }],
  };
  const asked: Cedar.EntityJson = {
    uid: { type, id: resource.id },
    attrs: {
      org: ref('Org', resource.orgId),
      classification: resource.classification,
      kind: resource.kind,
      ...(type === 'Observation' ? { agent: ref('Agent', resource.agentId) } : {}),
      ...(resource.projectId === null ? {} : { project: ref('Project', resource.projectId) }),
    },
    parents: [
      { type: 'Org', id: resource.orgId },
      ...(resource.projectId === null ? [] : [{ type: 'Project', id: resource.projectId }]),
    ],
  };
  return resource.agentId === principal.agentId ? [asking, asked] : [asking, author, asked];
}
