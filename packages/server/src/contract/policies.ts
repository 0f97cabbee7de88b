import { ADMINISTRATIVE_ACTIONS, POLICY_MODES } from '@inkling/engine/operator';
import type {
  AccessQuestion,
  AdministrationRequest,
  AdministrativeAction,
  Denial,
  DenialExplanation,
  DenialQuestion,
  OrgPolicy,
  PolicyCheck,
  PolicyDecision,
  PolicyMode,
  PolicyProblem,
  PolicyTest,
} from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, observationIdSchema, pathsSchema, timeSchema, uuidSchema } from './fields.ts';
import { decisionSchema, shadowSchema } from './recall.ts';
import { ADMINS, ROLES } from './role.ts';

/** Which policy is meant. */
export interface PolicyParams {
  readonly name: string;
}

const agent = {
  agentId: idSchema,
  projectId: idSchema.nullable().exactOptional(),
  sessionId: idSchema.nullable().exactOptional(),
};
const params: z.ZodType<PolicyParams> = z.strictObject({ name: idSchema });
const mode = z.enum(POLICY_MODES);

const policySchema: z.ZodType<OrgPolicy> = z
  .object({
    name: z.string(),
    text: z.string(),
    mode,
    version: z.number().int(),
    updatedBy: z.string(),
    updatedAt: timeSchema,
  })
  .meta({ id: 'OrgPolicy', description: 'A text of Cedar policies as it is stored.' });

const problems: z.ZodType<PolicyProblem[]> = z.array(
  z.object({ message: z.string(), line: z.number().int().nullable(), column: z.number().int().nullable() }),
);

/** The organisation's own policies. */
export const listPoliciesEndpoint: Endpoint<{ answer: { policies: readonly OrgPolicy[] } }> = {
  id: 'listPolicies',
  method: 'get',
  path: '/v1/policies',
  summary: "List the organisation's own policies by name",
  roles: ADMINS,
  action: 'viewPolicies',
  answer: z.object({ policies: z.array(policySchema) }),
};

/** A text of policies, and whether it counts. */
export interface PolicyBody {
  readonly text: string;
  readonly mode?: PolicyMode;
}

/** Stores a policy. */
export const putPolicyEndpoint: Endpoint<{ params: PolicyParams; body: PolicyBody; answer: OrgPolicy }> = {
  id: 'putPolicy',
  method: 'put',
  path: '/v1/policies/{name}',
  summary: 'Store a text of Cedar policies under a name',
  description:
    'Validated first. In the mode shadow it is evaluated and reported, and denies nothing. (Default: enforce)',
  roles: ADMINS,
  action: 'managePolicies',
  params,
  body: z.strictObject({ text: z.string(), mode: mode.exactOptional() }),
  answer: policySchema,
  errors: ['policy-invalid', 'config-conflict'],
};

/** Removes a policy. */
export const removePolicyEndpoint: Endpoint<{ params: PolicyParams; answer: { removed: boolean } }> = {
  id: 'removePolicy',
  method: 'delete',
  path: '/v1/policies/{name}',
  summary: 'Remove a policy; removed: false means that there was none',
  roles: ADMINS,
  action: 'managePolicies',
  params,
  answer: z.object({ removed: z.boolean() }),
};

/** Validates a text without storing it. */
export const checkPolicyEndpoint: Endpoint<{ body: { readonly text: string }; answer: PolicyCheck }> = {
  id: 'checkPolicy',
  method: 'post',
  path: '/v1/policies/check',
  summary: 'Validate a text of Cedar policies',
  roles: ADMINS,
  action: 'viewPolicies',
  body: z.strictObject({ text: z.string() }),
  answer: z.object({ problems, warnings: problems }),
};

/** Decides on one observation, as recall does. */
export const explainAccessEndpoint: Endpoint<{ body: AccessQuestion; answer: { decision: PolicyDecision | null } }> = {
  id: 'explainAccess',
  method: 'post',
  path: '/v1/policies/explain',
  summary: 'Say whether an agent may be shown an observation, and by which policy',
  description: 'decision: null means that there is no such observation.',
  roles: ADMINS,
  action: 'viewPolicies',
  agent: 'described',
  body: z.strictObject({ ...agent, observationId: observationIdSchema }),
  answer: z.object({ decision: decisionSchema.nullable() }),
};

const ACTIONS = Object.keys(ADMINISTRATIVE_ACTIONS) as AdministrativeAction[];

/** Policies beside the stored ones, each in place of the stored one of its name. */
const tried = z
  .array(z.strictObject({ name: idSchema, text: z.string(), mode }))
  .max(20)
  .exactOptional();

/** Decides on an administrative call, as the daemon does. */
export const explainAdministrationEndpoint: Endpoint<{
  body: AdministrationRequest & Pick<PolicyTest, 'policies'>;
  answer: { decision: PolicyDecision };
}> = {
  id: 'explainAdministration',
  method: 'post',
  path: '/v1/policies/administration',
  summary: 'Say whether a key of some role may administer, and by which policy, also by policies that are not stored',
  roles: ADMINS,
  action: 'viewPolicies',
  body: z.strictObject({
    action: z.enum(ACTIONS),
    role: z.enum(ROLES),
    caller: idSchema.exactOptional(),
    policies: tried,
  }),
  answer: z.object({ decision: decisionSchema }),
  errors: ['policy-invalid'],
};

/** Decides on a description. */
export const testPoliciesEndpoint: Endpoint<{ body: PolicyTest; answer: { decision: PolicyDecision } }> = {
  id: 'testPolicies',
  method: 'post',
  path: '/v1/policies/test',
  summary: 'Decide on something that is only described, also by policies that are not stored',
  description: 'policies are tried beside the stored ones, each in place of the stored one of its name.',
  roles: ADMINS,
  action: 'viewPolicies',
  agent: 'described',
  body: z.strictObject({
    ...agent,
    verb: z.enum(['read', 'transfer']).exactOptional(),
    resource: z
      .strictObject({
        type: z.enum(['observation', 'graph-node']).exactOptional(),
        projectId: idSchema.nullable().exactOptional(),
        classification: z.enum(['public', 'internal', 'confidential', 'restricted']).exactOptional(),
        kind: z.string().max(512).exactOptional(),
        agentId: idSchema.exactOptional(),
      })
      .exactOptional(),
    policies: tried,
  }),
  answer: z.object({ decision: decisionSchema }),
  errors: ['policy-invalid'],
};

const denial: z.ZodType<Denial> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('observation'), id: uuidSchema, decision: decisionSchema }),
  z.object({
    type: z.literal('triplet'),
    sourceNodeId: uuidSchema,
    targetNodeId: uuidSchema,
    nodeId: uuidSchema,
    decision: decisionSchema,
  }),
]);

/** What policies keep out of a block. */
export const explainDenialsEndpoint: Endpoint<{ body: DenialQuestion; answer: DenialExplanation }> = {
  id: 'explainDenials',
  method: 'post',
  path: '/v1/policies/denials',
  summary: "Say what the policies keep out of a session's start block, or out of the answer to a question",
  description: 'By memory and policies as they are now; nothing is written. What is denied is named by its ids only.',
  roles: ADMINS,
  action: 'viewPolicies',
  agent: 'described',
  body: z.union([
    z.strictObject({ sessionId: idSchema }),
    z.strictObject({
      queryText: z.string(),
      agentId: idSchema.exactOptional(),
      projectId: idSchema.nullable().exactOptional(),
      paths: pathsSchema.exactOptional(),
      workType: z.string().max(512).exactOptional(),
    }),
  ]),
  answer: z.object({
    queryText: z.string(),
    agentId: z.string().nullable(),
    projectId: z.string().nullable(),
    denied: z.array(denial),
    allowed: z.array(z.object({ id: uuidSchema, policy: z.string(), shadow: shadowSchema.exactOptional() })),
    triplets: z.number().int(),
    outcome: z.enum(['ok', 'no-match', 'nothing-fits', 'deadline-exceeded', 'failed']),
  }),
  errors: ['session-not-found'],
};
