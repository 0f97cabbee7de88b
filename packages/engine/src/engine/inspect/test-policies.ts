import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import type { AccessVerb, AuthorizationResource, Decide, PolicyDecision } from '../../memory/policy/authorizer.ts';
import { requirePolicy } from '../../memory/policy/check-policy.ts';
import { decideOnce } from '../../memory/policy/decide-once.ts';
import { decideWithPolicies } from '../../memory/policy/cedar/decide-with-policies.ts';
import { listPolicies, type NamedPolicy } from '../../memory/policy/org-policy.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** Something as policies see it, whether it exists or not. */
export interface DescribedResource {
  /** (Default: 'observation') */
  readonly type?: AuthorizationResource['type'];
  /** null = of no project. (Default: the project that the agent works in) */
  readonly projectId?: string | null;
  /** (Default: 'internal') */
  readonly classification?: string;
  /** Of an observation `decision`, `commit`, …; of a graph node its type. (Default: 'explicit') */
  readonly kind?: string;
  /** Who wrote an observation. (Default: 'somebody-else') */
  readonly agentId?: string;
}

/** Who would be shown what, by a description. */
export interface PolicyTest {
  readonly agentId: string;
  /** The project that the agent works in. (Default: none) */
  readonly projectId?: string | null;
  readonly sessionId?: string | null;
  /** (Default: 'read') */
  readonly verb?: AccessVerb;
  readonly resource?: DescribedResource;
  /** Policies to try beside the stored ones, each in place of the stored one of its name. (Default: none) */
  readonly policies?: readonly NamedPolicy[];
}

/**
 * Decides on a description, as recall decides on what is stored. With policies to try, Cedar decides whatever authorizer the memory has.
 * Fails with `invalid-input`, and with `policy-invalid` on a text that could not be stored.
 */
export async function testPolicies(
  rooms: Pick<Rooms, 'authorizer' | 'onError'>,
  tenant: TenantDatabase,
  test: PolicyTest,
): Promise<PolicyDecision> {
  requireTest(test);
  const { agentId, projectId = null, sessionId = null, verb = 'read', policies = [] } = test;
  const { orgId } = tenant;
  const principal = { orgId, agentId, projectId, sessionId };
  const resource = described(orgId, projectId, test.resource ?? {});
  if (policies.length > 0) return (await trial(rooms.onError, tenant, policies))(principal, verb, resource);
  const [decision] = await decideOnce(rooms.authorizer, principal, [resource], rooms.onError, undefined, verb);
  return decision ?? { allowed: false, policy: null, reason: 'the authorizer gave no decision' };
}

async function trial(
  onError: (error: unknown) => void,
  tenant: TenantDatabase,
  policies: readonly NamedPolicy[],
): Promise<Decide> {
  return decideWithPolicies(await besideStored(tenant, policies), onError);
}

/** The stored policies with those that are tried, each in place of the stored one of its name. Fails as {@link testPolicies} does. */
export async function besideStored(
  tenant: TenantDatabase,
  policies: readonly NamedPolicy[],
): Promise<readonly NamedPolicy[]> {
  requirePolicies(policies);
  for (const { name, text } of policies) requirePolicy(name, text);
  const tried = new Set(policies.map(({ name }) => name));
  return [...(await listPolicies(tenant)).filter(({ name }) => !tried.has(name)), ...policies];
}

function requirePolicies(policies: readonly NamedPolicy[]): void {
  const areTexts = policies.every(({ name, text }) => typeof name === 'string' && typeof text === 'string');
  requireInput(areTexts && policies.length <= 20, 'policies', 'at most 20 named texts');
}

function described(orgId: string, projectId: string | null, resource: DescribedResource): AuthorizationResource {
  const { type = 'observation', classification = 'internal', kind = 'explicit', agentId = 'somebody-else' } = resource;
  const home = resource.projectId === undefined ? projectId : resource.projectId;
  return { orgId, id: '', type, projectId: home, classification, kind, agentId };
}

const CLASSIFICATIONS: readonly unknown[] = [undefined, 'public', 'internal', 'confidential', 'restricted'];

function requireTest({ agentId, projectId, sessionId, verb, resource, policies = [] }: PolicyTest): void {
  requireId(agentId, 'agentId');
  for (const [field, id] of Object.entries({ projectId, sessionId, 'resource.projectId': resource?.projectId })) {
    if (id !== undefined && id !== null) requireId(id, field);
  }
  requireInput(verb === undefined || verb === 'read' || verb === 'transfer', 'verb', "'read' or 'transfer'");
  const types: readonly unknown[] = [undefined, 'observation', 'graph-node'];
  requireInput(types.includes(resource?.type), 'resource.type', "'observation' or 'graph-node'");
  const isClass = CLASSIFICATIONS.includes(resource?.classification);
  requireInput(isClass, 'resource.classification', 'public, internal, confidential or restricted');
  requirePolicies(policies);
}
