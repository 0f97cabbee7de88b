import type {
  ConfigChange,
  ConfigOverride,
  EffectiveConfig,
  ListConfigChangesRequest,
  OverridePatch,
  ProjectMemoryConfig,
  ProjectMemoryPatch,
  VerifiedChanges,
} from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, idSchema, timeSchema, uuidSchema } from './fields.ts';
import { ADMINS, ANY_ROLE, OPERATOR } from './role.ts';

/** Which project is meant. */
export interface ProjectQuery {
  /** Left out for what belongs to no project. */
  readonly projectId?: string;
}

const projectQuery: z.ZodType<ProjectQuery> = z.strictObject({ projectId: idSchema.exactOptional() });

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

/** What holds for a project now. */
export const getEffectiveConfigEndpoint: Endpoint<{ query: ProjectQuery; answer: EffectiveConfig }> = {
  id: 'getEffectiveConfig',
  method: 'get',
  path: '/v1/config/effective',
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
};

/** The stored settings of a project. */
export const getProjectConfigEndpoint: Endpoint<{ query: ProjectQuery; answer: ProjectMemoryConfig }> = {
  id: 'getProjectConfig',
  method: 'get',
  path: '/v1/config/project',
  summary: 'The stored settings of a project',
  roles: ADMINS,
  action: 'viewConfig',
  query: projectQuery,
  answer: projectSchema,
};

/** The settings to change, and the version that they were computed from. */
export interface ProjectConfigBody extends ProjectMemoryPatch {
  /** The `updatedAt` that was read; null = nobody had set anything. Left out: whatever is stored. */
  readonly expectedUpdatedAt?: string | null;
}

/** Changes some settings of a project. */
export const setProjectConfigEndpoint: Endpoint<{
  query: ProjectQuery;
  body: ProjectConfigBody;
  answer: ProjectMemoryConfig;
}> = {
  id: 'setProjectConfig',
  method: 'patch',
  path: '/v1/config/project',
  summary: 'Change some settings of a project',
  description:
    'What the body leaves out stays. With expectedUpdatedAt, a version that is not stored any more is refused.',
  roles: ADMINS,
  action: 'manageConfig',
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
};

/** The projects for which somebody set something. */
export const listProjectConfigsEndpoint: Endpoint<{
  query: { readonly limit?: number; readonly after?: string };
  answer: { rows: readonly ProjectMemoryConfig[] };
}> = {
  id: 'listProjectConfigs',
  method: 'get',
  path: '/v1/config/projects',
  summary: 'The projects for which somebody set something, in the order of their ids',
  description:
    'What belongs to no project comes first. For the next page, after is the projectId of the last row; nothing (?after=) when that is null.',
  roles: ADMINS,
  action: 'viewConfig',
  query: z.strictObject({
    limit: countInQuery(1, 1000).exactOptional(),
    after: z.string().max(512).exactOptional(),
  }),
  answer: z.object({ rows: z.array(projectSchema) }),
};

/** Values by work type: the defaults, and what an organisation sets over them. */
export interface WorkTypeValues<Value> {
  readonly defaults: Readonly<Record<string, Value>>;
  /** What holds for every other work type. */
  readonly otherwise: Value;
  readonly overrides: readonly ConfigOverride<Value>[];
}

/** What a change of values came to. */
export interface ChangedKeys {
  /** The keys whose value is another one now. */
  readonly changed: readonly string[];
}

const changedSchema: z.ZodType<ChangedKeys> = z.object({ changed: z.array(z.string()) });

function overridesOf<Value>(value: z.ZodType<Value>): z.ZodType<ConfigOverride<Value>[]> {
  return z.array(z.object({ key: z.string(), value, updatedBy: z.string(), updatedAt: timeSchema }));
}

function valuesOf<Value>(value: z.ZodType<Value>): z.ZodType<WorkTypeValues<Value>> {
  return z.object({ defaults: z.record(z.string(), value), otherwise: value, overrides: overridesOf(value) });
}

function patchOf<Value>(value: z.ZodType<Value>): z.ZodType<OverridePatch<Value>> {
  return z.record(idSchema, value.nullable());
}

const PATCH = 'Null takes a value back to its default; what the body leaves out stays. At most 100 keys.';

/** Token budgets. */
export const getBudgetsEndpoint: Endpoint<{ answer: WorkTypeValues<number> }> = {
  id: 'getBudgets',
  method: 'get',
  path: '/v1/config/budgets',
  summary: 'Token budgets by work type',
  roles: ADMINS,
  action: 'viewConfig',
  answer: valuesOf(z.number()),
};

/** Changes token budgets. */
export const setBudgetsEndpoint: Endpoint<{ body: OverridePatch<number>; answer: ChangedKeys }> = {
  id: 'setBudgets',
  method: 'patch',
  path: '/v1/config/budgets',
  summary: 'Change token budgets of work types',
  description: PATCH,
  roles: ADMINS,
  action: 'manageConfig',
  body: patchOf(z.number()),
  answer: changedSchema,
  errors: ['config-conflict'],
};

/** Which work types recall the graph. */
export const getRecallMatrixEndpoint: Endpoint<{ answer: WorkTypeValues<boolean> }> = {
  id: 'getRecallMatrix',
  method: 'get',
  path: '/v1/config/recall-matrix',
  summary: 'Which work types recall the graph',
  roles: ADMINS,
  action: 'viewConfig',
  answer: valuesOf(z.boolean()),
};

/** Changes which work types recall the graph. */
export const setRecallMatrixEndpoint: Endpoint<{ body: OverridePatch<boolean>; answer: ChangedKeys }> = {
  id: 'setRecallMatrix',
  method: 'patch',
  path: '/v1/config/recall-matrix',
  summary: 'Change which work types recall the graph',
  description: PATCH,
  roles: OPERATOR,
  action: 'managePlan',
  body: patchOf(z.boolean()),
  answer: changedSchema,
  errors: ['config-conflict'],
};

/** How long observations are kept. */
export const getRetentionEndpoint: Endpoint<{ answer: { days: readonly ConfigOverride<number>[] } }> = {
  id: 'getRetention',
  method: 'get',
  path: '/v1/config/retention',
  summary: 'Days that observations are kept, by kind',
  roles: ADMINS,
  action: 'viewConfig',
  answer: z.object({ days: overridesOf(z.number()) }),
};

/** Changes how long observations are kept. */
export const setRetentionEndpoint: Endpoint<{ body: OverridePatch<number>; answer: ChangedKeys }> = {
  id: 'setRetention',
  method: 'patch',
  path: '/v1/config/retention',
  summary: 'Change for how many days observations of a kind are kept',
  description: `The kind * stands for every kind without days of its own. Pinned observations stay. ${PATCH}`,
  roles: ADMINS,
  action: 'manageConfig',
  body: patchOf(z.number()),
  answer: changedSchema,
  errors: ['config-conflict'],
};

/** Features of an organisation's plan. */
export const getPlanEndpoint: Endpoint<{ answer: { features: readonly ConfigOverride<boolean>[] } }> = {
  id: 'getPlan',
  method: 'get',
  path: '/v1/config/plan',
  summary: "Features of the organisation's plan",
  roles: ADMINS,
  action: 'viewConfig',
  answer: z.object({ features: overridesOf(z.boolean()) }),
};

/** Changes features of an organisation's plan. */
export const setPlanEndpoint: Endpoint<{ body: OverridePatch<boolean>; answer: ChangedKeys }> = {
  id: 'setPlan',
  method: 'patch',
  path: '/v1/config/plan',
  summary: "Change features of the organisation's plan",
  description: PATCH,
  roles: OPERATOR,
  action: 'managePlan',
  body: patchOf(z.boolean()),
  answer: changedSchema,
  errors: ['config-conflict'],
};

/** Who changed what. */
export const listConfigChangesEndpoint: Endpoint<{
  query: ListConfigChangesRequest;
  answer: { rows: readonly ConfigChange[] };
}> = {
  id: 'listConfigChanges',
  method: 'get',
  path: '/v1/config/changes',
  summary: 'Who changed what, newest first',
  description: 'For the next page, before is the id of the last row.',
  roles: ADMINS,
  action: 'viewConfig',
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
};

/** Whether the change log is as it was written. */
export const verifyChangesEndpoint: Endpoint<{ query: { readonly head?: string }; answer: VerifiedChanges }> = {
  id: 'verifyConfigChanges',
  method: 'get',
  path: '/v1/config/changes/verify',
  summary: 'Whether the change log is as it was written',
  description:
    'Each entry carries the hash of itself and of the one before. Whoever can write to the database can write the whole chain anew: keep head elsewhere to see that too.',
  roles: ADMINS,
  action: 'viewConfig',
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
      .describe('The first entry that is not as it was written; null = all are'),
  }),
};
