import { ADMINISTRATIVE_ACTIONS, POLICY_MODES } from '@inkling/engine/operator';
import type { AdministrationRequest, AdministrativeAction, ApiKey, OrgPolicy, PolicyTest } from '@inkling/engine/types';
import { z } from 'zod';
import { ADMINS, endpoint, ROLES } from './endpoint.ts';
import { idSchema, observationIdSchema, pathsSchema, timeSchema, uuidSchema, words } from './fields.ts';
import { classificationSchema } from './observation.ts';
import { decisionSchema, shadowSchema } from './recall.ts';

const keyFields = {
  id: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  agents: z.array(z.string()),
  projects: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdAt: timeSchema,
  revokedAt: timeSchema.nullable(),
};

const apiKeySchema: z.ZodType<ApiKey> = z
  .object(keyFields)
  .meta({ id: 'ApiKey', description: 'A key as it may be shown, without its secret.' });

const viewing = { roles: ADMINS, action: 'viewPolicies' } as const;

const forKeys = { roles: ADMINS, action: 'manageKeys' } as const;

export const createApiKey = endpoint('createApiKey', 'post', '/v1/api-keys', {
  summary: 'Create an API key',
  description:
    'The text of the key is only in this answer. Only an operator can create keys with the role operator. agents are those that its holder may act as (none: ' +
    'the key itself, by its id), projects the only ones that it may read and write (none: all).',
  ...forKeys,
  body: z.strictObject({
    role: z.enum(ROLES),
    name: idSchema,
    agents: z.array(idSchema).max(100).exactOptional(),
    projects: z.array(idSchema).min(1).max(100).exactOptional(),
  }),
  answer: z.object({ ...keyFields, text: z.string() }),
  status: 201,
});

export const listApiKeys = endpoint('listApiKeys', 'get', '/v1/api-keys', {
  summary: 'List the API keys, newest first, without their secrets',
  roles: ADMINS,
  action: 'viewKeys',
  answer: z.object({ keys: z.array(apiKeySchema) }),
});

export const revokeApiKey = endpoint('revokeApiKey', 'delete', '/v1/api-keys/{id}', {
  summary: 'Revoke an API key',
  description:
    'Requests with the key may still be accepted for 10 s. revoked: false means that no valid key had this id.',
  ...forKeys,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ revoked: z.boolean() }),
});

export const issueInspectorCode = endpoint('issueInspectorCode', 'post', '/v1/inspector/codes', {
  summary: 'Create a one-time code for the inspector, valid on this machine for ten minutes',
  description: 'Needs the token of the machine: a pass (from a code) or an API key is refused as unauthorized.',
  ...forKeys,
  answer: z.object({ code: z.string(), expiresAt: timeSchema }),
  status: 201,
});

export const openInspector = endpoint('openInspector', 'post', '/v1/inspector/passes', {
  summary: 'Exchange a code, sent as the bearer, for a pass of one organisation with the role operator',
  description:
    'The code is used up, even by a request for something else. The pass is accepted from this machine only, for a week.',
  ...forKeys,
  answer: z.object({ secret: z.string(), orgId: z.string(), expiresAt: timeSchema }),
  status: 201,
  errors: ['inspector-code-refused'],
});

const agent = {
  agentId: idSchema,
  projectId: idSchema.nullable().exactOptional(),
  sessionId: idSchema.nullable().exactOptional(),
};
const policyParams = z.strictObject({ name: idSchema });
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

const problems = z.array(
  z.object({ message: z.string(), line: z.number().int().nullable(), column: z.number().int().nullable() }),
);

export const listPolicies = endpoint('listPolicies', 'get', '/v1/policies', {
  summary: "List the organisation's own policies by name",
  ...viewing,
  answer: z.object({ policies: z.array(policySchema) }),
});

export const putPolicy = endpoint('putPolicy', 'put', '/v1/policies/{name}', {
  summary: 'Store Cedar policies under a name',
  description:
    'Validated first. In the mode shadow it is evaluated and reported, and denies nothing. (Default: enforce)',
  roles: ADMINS,
  action: 'managePolicies',
  params: policyParams,
  body: z.strictObject({ text: z.string(), mode: mode.exactOptional() }),
  answer: policySchema,
  errors: ['policy-invalid'],
});

export const removePolicy = endpoint('removePolicy', 'delete', '/v1/policies/{name}', {
  summary: 'Remove a policy. Idempotent: removed is false when there was none',
  roles: ADMINS,
  action: 'managePolicies',
  params: policyParams,
  answer: z.object({ removed: z.boolean() }),
});

export const checkPolicy = endpoint('checkPolicy', 'post', '/v1/policies/check', {
  summary: 'Validate Cedar policies',
  ...viewing,
  body: z.strictObject({ text: z.string() }),
  answer: z.object({ problems, warnings: problems }),
});

export const explainAccess = endpoint('explainAccess', 'post', '/v1/policies/explain', {
  summary: 'Explain whether an agent may be shown an observation, and by which policy',
  description: 'decision: null means that there is no such observation, or none in the projects of the key.',
  ...viewing,
  body: z.strictObject({ ...agent, observationId: observationIdSchema }),
  answer: z.object({ decision: decisionSchema.nullable() }),
});

const ACTIONS = Object.keys(ADMINISTRATIVE_ACTIONS) as AdministrativeAction[];

/** Policies beside the stored ones, each in place of the stored one of its name. */
const tried = z
  .array(z.strictObject({ name: idSchema, text: z.string(), mode }))
  .max(20)
  .exactOptional();

export const explainAdministration = endpoint('explainAdministration', 'post', '/v1/policies/administration', {
  summary:
    'Explain whether a role may perform an administrative action, and by which policy; policies that are not stored can be tried too',
  ...viewing,
  body: z.strictObject({
    action: z.enum(ACTIONS),
    role: z.enum(ROLES),
    caller: idSchema.exactOptional(),
    policies: tried,
  }) as z.ZodType<AdministrationRequest & Pick<PolicyTest, 'policies'>>,
  answer: z.object({ decision: decisionSchema }),
  errors: ['policy-invalid'],
});

export const testPolicies = endpoint('testPolicies', 'post', '/v1/policies/test', {
  summary: 'Test a decision, also with policies that are not stored',
  description: 'policies are tried together with the stored ones; each replaces a stored one of the same name.',
  ...viewing,
  body: z.strictObject({
    ...agent,
    verb: z.enum(['read', 'transfer']).exactOptional(),
    resource: z
      .strictObject({
        type: z.enum(['observation', 'graph-node']).exactOptional(),
        projectId: idSchema.nullable().exactOptional(),
        classification: classificationSchema.exactOptional(),
        kind: z.string().max(512).exactOptional(),
        agentId: idSchema.exactOptional(),
      })
      .exactOptional(),
    policies: tried,
  }) as z.ZodType<PolicyTest>,
  answer: z.object({ decision: decisionSchema }),
  errors: ['policy-invalid'],
});

const denial = z.discriminatedUnion('type', [
  z.object({ type: z.literal('observation'), id: uuidSchema, decision: decisionSchema }),
  z.object({
    type: z.literal('triplet'),
    sourceNodeId: uuidSchema,
    targetNodeId: uuidSchema,
    nodeId: uuidSchema,
    decision: decisionSchema,
  }),
]);

export const explainDenials = endpoint('explainDenials', 'post', '/v1/policies/denials', {
  summary: "Say what the policies keep out of a session's start block, or out of the answer to a question",
  description:
    'Uses the memory and the policies as they are now; writes nothing. What is denied is named only by its ids.',
  ...viewing,
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
    outcome: words.blockOutcome,
  }),
  errors: ['session-not-found'],
});
