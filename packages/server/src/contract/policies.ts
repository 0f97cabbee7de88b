import {
  POLICY_MODES,
  type AccessQuestion,
  type OrgPolicy,
  type PolicyCheck,
  type PolicyDecision,
  type PolicyMode,
  type PolicyProblem,
} from '@inkling/engine';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, timeSchema, uuidSchema } from './fields.ts';
import { decisionSchema } from './recall.ts';
import { ADMINS } from './role.ts';

/** Which policy is meant. */
export interface PolicyParams {
  readonly name: string;
}

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
  body: z.strictObject({
    agentId: idSchema,
    projectId: idSchema.nullable().exactOptional(),
    sessionId: idSchema.nullable().exactOptional(),
    observationId: uuidSchema,
  }),
  answer: z.object({ decision: decisionSchema.nullable() }),
};
