import type { ProjectMemoryConfig } from '@inkling/engine/types';
import { z } from 'zod';
import { ADMINS, ANY_ROLE, endpoint, OPERATOR, PEOPLE } from './endpoint.ts';
import { countInQuery, idSchema, timeSchema, uuidSchema, words } from './fields.ts';

const projectQuery = z.strictObject({ projectId: idSchema.exactOptional() });

const projectSchema: z.ZodType<ProjectMemoryConfig> = z
  .object({
    projectId: z.string().nullable(),
    memoryEnabled: z.boolean(),
    runtimeInjectEnabled: z.boolean(),
    graphEnabled: z.boolean().nullable(),
    captureOff: z.array(z.string()),
    exchangesPerSession: z.number().int(),
    exchangesPerProject: z.number().int(),
    updatedBy: z.string().nullable(),
    updatedAt: timeSchema.nullable(),
  })
  .meta({ id: 'ProjectMemoryConfig', description: 'The settings of one project as they are stored.' });

const viewing = { roles: ADMINS, action: 'viewConfig' } as const;

const managing = { roles: ADMINS, action: 'manageConfig' } as const;

const transferring = { roles: ADMINS, action: 'manageTransfer' } as const;

export const getEffectiveConfig = endpoint('getEffectiveConfig', 'get', '/v1/config/effective', {
  summary: 'What holds for a project now: its settings, the plan, the overrides, with the defaults filled in',
  roles: ANY_ROLE,
  query: projectQuery,
  answer: z.object({
    memoryEnabled: z.boolean(),
    runtimeInjectEnabled: z.boolean(),
    graph: z.object({
      enabled: z.boolean(),
      because: z.enum(['memory-off', 'project-toggle', 'plan', 'indexed', 'not-enabled']),
    }),
    captureOff: z.array(z.string()),
    budgetOverrides: z.record(z.string(), z.number()),
    recallMatrixOverrides: z.record(z.string(), z.boolean()),
  }),
});

export const getProjectConfig = endpoint('getProjectConfig', 'get', '/v1/config/project', {
  summary: 'The stored settings of a project',
  ...viewing,
  query: projectQuery,
  answer: projectSchema,
});

export const setProjectConfig = endpoint('setProjectConfig', 'patch', '/v1/config/project', {
  summary: 'Change some settings of a project',
  description:
    'Fields left out of the body keep their values. With expectedUpdatedAt, the change is refused if the stored settings have another version.',
  ...managing,
  query: projectQuery,
  body: z.strictObject({
    memoryEnabled: z.boolean().exactOptional(),
    runtimeInjectEnabled: z.boolean().exactOptional(),
    graphEnabled: z.boolean().nullable().exactOptional(),
    captureOff: z.array(idSchema).exactOptional(),
    exchangesPerSession: z.number().int().exactOptional(),
    exchangesPerProject: z.number().int().exactOptional(),
    expectedUpdatedAt: timeSchema.nullable().exactOptional(),
  }),
  answer: projectSchema,
  errors: ['config-conflict'],
});

export const listProjectConfigs = endpoint('listProjectConfigs', 'get', '/v1/config/projects', {
  summary: 'List projects with settings, by id',
  description:
    'What belongs to no project comes first. For the next page, set after to the projectId of the last row, or leave it empty (?after=) if that is null.',
  ...viewing,
  query: z.strictObject({
    limit: countInQuery(1, 1000).exactOptional(),
    after: z.string().max(512).exactOptional(),
  }),
  answer: z.object({ rows: z.array(projectSchema) }),
});

const overridesOf = <Value extends z.ZodType>(value: Value) =>
  z.array(z.object({ key: z.string(), value, updatedBy: z.string(), updatedAt: timeSchema }));

const valuesOf = <Value extends z.ZodType>(value: Value) =>
  z.object({ defaults: z.record(z.string(), value), otherwise: value, overrides: overridesOf(value) });

const changing = {
  answer: z.object({ changed: z.array(z.string()) }),
} as const;

const PATCH = 'null resets a value to its default; keys left out of the body keep their values. At most 100 keys.';

export const getBudgets = endpoint('getBudgets', 'get', '/v1/config/budgets', {
  summary: 'Token budgets by work type',
  ...viewing,
  answer: valuesOf(z.number()),
});

export const setBudgets = endpoint('setBudgets', 'patch', '/v1/config/budgets', {
  summary: 'Change token budgets of work types',
  description: PATCH,
  ...managing,
  body: z.record(idSchema, z.number().nullable()),
  ...changing,
});

export const getRecallMatrix = endpoint('getRecallMatrix', 'get', '/v1/config/recall-matrix', {
  summary: 'Which work types recall the graph',
  ...viewing,
  answer: valuesOf(z.boolean()),
});

export const setRecallMatrix = endpoint('setRecallMatrix', 'patch', '/v1/config/recall-matrix', {
  summary: 'Change which work types recall the graph',
  description: PATCH,
  roles: OPERATOR,
  action: 'managePlan',
  body: z.record(idSchema, z.boolean().nullable()),
  ...changing,
});

export const getRetention = endpoint('getRetention', 'get', '/v1/config/retention', {
  summary: 'Days that observations are kept, by kind',
  ...viewing,
  answer: z.object({ days: overridesOf(z.number()) }),
});

export const setRetention = endpoint('setRetention', 'patch', '/v1/config/retention', {
  summary: 'Change for how many days observations of a kind are kept',
  description: `The kind * stands for every kind that has no number of days itself. Pinned observations are kept. ${PATCH}`,
  ...managing,
  body: z.record(idSchema, z.number().nullable()),
  ...changing,
});

export const getPlan = endpoint('getPlan', 'get', '/v1/config/plan', {
  summary: "Features of the organisation's plan",
  ...viewing,
  answer: z.object({ features: overridesOf(z.boolean()) }),
});

export const setPlan = endpoint('setPlan', 'patch', '/v1/config/plan', {
  summary: "Change features of the organisation's plan",
  description: PATCH,
  roles: OPERATOR,
  action: 'managePlan',
  body: z.record(idSchema, z.boolean().nullable()),
  ...changing,
});

export const listConfigChanges = endpoint('listConfigChanges', 'get', '/v1/config/changes', {
  summary: 'The change log, newest first',
  description: 'For the next page, set before to the id of the last row.',
  ...viewing,
  query: z.strictObject({
    subject: z.string().max(600).exactOptional(),
    limit: countInQuery(1, 1000).exactOptional(),
    before: uuidSchema.exactOptional(),
  }),
  answer: z.object({
    rows: z.array(
      z
        .object({
          id: uuidSchema,
          actor: z.string(),
          subject: z.string(),
          field: z.string(),
          oldValue: z.unknown(),
          newValue: z.unknown(),
          createdAt: timeSchema,
        })
        .meta({ id: 'ConfigChange', description: 'One value that somebody changed; null is the default.' }),
    ),
  }),
});

export const verifyConfigChanges = endpoint('verifyConfigChanges', 'get', '/v1/config/changes/verify', {
  summary: 'Verify the change log',
  description:
    'Each entry carries its own hash and the hash of the entry before it. Whoever can write to the database can rewrite the whole chain: keep head elsewhere to detect that too.',
  ...viewing,
  query: z.strictObject({ head: z.string().max(64).exactOptional() }),
  answer: z.object({
    entries: z.number().int(),
    head: z.string().describe('The hash of the last entry'),
    broken: z
      .object({
        seq: z.number().int().nullable(),
        id: z.string().nullable(),
        why: z.enum(['changed', 'missing', 'unsealed', 'rewritten']),
      })
      .nullable()
      .describe('The first entry that does not verify; null = all do'),
  }),
});

const pair = { sourceProjectId: idSchema, destinationProjectId: idSchema };
const pairSchema = z.strictObject(pair);
const names = z.array(idSchema).max(5000);
const fingerprint = { projectId: idSchema, technologies: names, manifests: names };

export const listTransferGrants = endpoint('listTransferGrants', 'get', '/v1/transfer/grants', {
  summary: "List which projects may be shown which other projects' memories",
  roles: ADMINS,
  action: 'viewTransfer',
  answer: z.object({ grants: z.array(z.object({ ...pair, grantedBy: z.string(), grantedAt: timeSchema })) }),
});

export const grantTransfer = endpoint('grantTransfer', 'put', '/v1/transfer/grants', {
  summary:
    'Allow memories of one project to be shown in another. Idempotent: granted is false when it was allowed already',
  ...transferring,
  body: pairSchema,
  answer: z.object({ granted: z.boolean() }),
});

export const revokeTransfer = endpoint('revokeTransfer', 'post', '/v1/transfer/grants/revoke', {
  summary: 'Revoke a grant. Idempotent: revoked is false when there was none',
  ...transferring,
  body: pairSchema,
  answer: z.object({ revoked: z.boolean() }),
});

export const whyTransfer = endpoint('whyTransfer', 'post', '/v1/transfer/why', {
  summary: 'Explain why memories of one project are shown in another, or not',
  description: 'The policy, the third condition, decides on each memory: see /v1/policies/denials.',
  roles: ADMINS,
  action: 'viewTransfer',
  body: pairSchema,
  answer: z.object({
    granted: z.boolean(),
    jaccard: z.number(),
    containment: z.number(),
    threshold: z.number(),
    measure: words.measure,
    alike: z.boolean(),
    unknownProjects: z.array(z.string()),
  }),
});

export const getFingerprint = endpoint('getFingerprint', 'get', '/v1/transfer/fingerprint', {
  summary: 'The technologies of a project; null when there is no fingerprint',
  roles: PEOPLE,
  action: 'viewFingerprint',
  query: z.strictObject({ projectId: idSchema }),
  answer: z.object({ fingerprint: z.object(fingerprint).nullable() }),
});

export const setFingerprint = endpoint('setFingerprint', 'put', '/v1/transfer/fingerprint', {
  summary: 'Write the technologies of a project, as its manifests name them',
  ...transferring,
  body: z.strictObject(fingerprint),
  answer: z.object({ written: z.boolean() }),
});

const cursorQuery = z.strictObject({
  projectId: idSchema.exactOptional(),
  source: idSchema,
});
const cursor = z.record(z.string(), z.unknown());
// It names each file that an import of documents knows, twice: 30,000 of them.
const CURSOR_BYTES = 2 ** 22;

export const getImportCursor = endpoint('getImportCursor', 'get', '/v1/import-cursors', {
  summary: 'Read the progress of an import',
  roles: ADMINS,
  action: 'importMemory',
  query: cursorQuery,
  answer: z.object({ cursor: cursor.nullable() }),
});

export const setImportCursor = endpoint('setImportCursor', 'put', '/v1/import-cursors', {
  summary: 'Store the progress of an import',
  description:
    'Call this after the rows that it covers are written: writing them again is harmless, losing them is not.',
  roles: ADMINS,
  action: 'importMemory',
  maxBodyBytes: CURSOR_BYTES,
  query: cursorQuery,
  body: z.strictObject({ cursor }),
  answer: z.object({ cursor }),
});
