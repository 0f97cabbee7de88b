import type { Observation, RememberResult } from '@inkling/engine';
import type {
  ForgetRequest,
  ImportResult,
  ListRequest,
  ListTalksRequest,
  ObservationPage,
  ObservationRecord,
  ReleaseResult,
  SupersedeResult,
  TalkPage,
} from '@inkling/engine/types';
import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import {
  countInQuery,
  cursorSchema,
  flagInQuery,
  idSchema,
  observationIdSchema,
  timeSchema,
  uuidSchema,
  weightInQuery,
} from './fields.ts';
import {
  classificationSchema,
  observationBodySchema,
  observationRecordSchema,
  observationSchema,
  rememberResultSchema,
  statementFields,
  statusSchema,
  type ObservationBody,
} from './observation.ts';
import { ADMINS, ANY_ROLE, PEOPLE } from './role.ts';

const REFUSALS = ['observation-empty', 'observation-too-large'] as const;

// 500 statements of 8 KiB are 4 MiB, and escapes or metadata may double that.
const BATCH_BYTES = 2 ** 23;

/** One observation in the path. */
export interface ObservationParams {
  readonly id: string;
}

/** One observation in the path. */
export const observationParams: z.ZodType<ObservationParams> = z.strictObject({ id: observationIdSchema });

/** Remembers one statement. */
export const rememberEndpoint: Endpoint<{ body: ObservationBody; answer: RememberResult }> = {
  id: 'remember',
  method: 'post',
  path: '/v1/observations',
  summary: 'Remember one statement',
  description: 'Idempotent: the same statement again returns the existing row, with created: false.',
  roles: ANY_ROLE,
  agent: 'writes',
  body: observationBodySchema,
  answer: rememberResultSchema,
  errors: REFUSALS,
};

/** A batch of statements. */
export interface RememberManyBody {
  readonly observations: readonly ObservationBody[];
}

/** Remembers up to 500 statements. */
export const rememberManyEndpoint: Endpoint<{ body: RememberManyBody; answer: { results: RememberResult[] } }> = {
  id: 'rememberMany',
  method: 'post',
  path: '/v1/observations/batch',
  summary: 'Remember up to 500 statements',
  description: 'All or none: one that cannot be stored refuses the batch. One result each, in order.',
  roles: ANY_ROLE,
  agent: 'writes',
  body: z.strictObject({ observations: z.array(observationBodySchema).max(500) }),
  answer: z.object({ results: z.array(rememberResultSchema) }),
  errors: REFUSALS,
  maxBodyBytes: BATCH_BYTES,
};

const filterFields = {
  projectId: z.string().max(512).exactOptional(),
  kind: idSchema.exactOptional(),
  sessionId: idSchema.exactOptional(),
  agentId: idSchema.exactOptional(),
  path: z.string().max(4096).exactOptional(),
  status: statusSchema.exactOptional(),
  classification: classificationSchema.exactOptional(),
  pinned: flagInQuery.exactOptional(),
  minWeight: weightInQuery.exactOptional(),
  maxWeight: weightInQuery.exactOptional(),
};

/** One page of observations. */
export const listObservationsEndpoint: Endpoint<{ query: ListRequest; answer: ObservationPage }> = {
  id: 'listObservations',
  method: 'get',
  path: '/v1/observations',
  summary: 'List observations, newest first',
  description:
    'A projectId of nothing (?projectId=) means what belongs to no project; without it, every project. To a key only what the policies let it read: a page may be shorter than its limit.',
  roles: ANY_ROLE,
  query: z.strictObject({
    ...filterFields,
    limit: countInQuery(1, 1000).exactOptional(),
    cursor: cursorSchema.exactOptional(),
  }),
  answer: z.object({ rows: z.array(observationSchema), nextCursor: z.string().nullable() }),
};

/** How many observations there are. */
export const countObservationsEndpoint: Endpoint<{
  query: Omit<ListRequest, 'limit' | 'cursor'>;
  answer: { count: number };
}> = {
  id: 'countObservations',
  method: 'get',
  path: '/v1/observations/count',
  summary: 'Count observations',
  roles: ANY_ROLE,
  query: z.strictObject(filterFields),
  answer: z.object({ count: z.number().int() }),
};

/** Sessions whose talk is remembered. */
export const listTalksEndpoint: Endpoint<{ query: ListTalksRequest; answer: TalkPage }> = {
  id: 'listTalks',
  method: 'get',
  path: '/v1/observations/talks',
  summary: 'List the sessions whose talk is remembered, the newest first',
  description:
    'Each with its first exchange; all of them are listObservations with kind=exchange and the sessionId. A projectId of nothing (?projectId=) means what ' +
    'belongs to no project. A key is not told of a session whose first exchange the policies keep from it: a page may be shorter than its limit.',
  roles: ANY_ROLE,
  query: z.strictObject({
    projectId: z.string().max(512).exactOptional(),
    limit: countInQuery(1, 200).exactOptional(),
    cursor: cursorSchema.exactOptional(),
  }),
  answer: z.object({
    rows: z.array(
      z
        .object({
          sessionId: z.string(),
          projectId: z.string().nullable(),
          exchanges: z.number().int(),
          firstAt: timeSchema,
          lastAt: timeSchema,
          opening: observationSchema,
        })
        .meta({ id: 'Talk', description: 'What is remembered of the talk in one session.' }),
    ),
    nextCursor: z.string().nullable(),
  }),
};

/** One observation, whatever its state. */
export const getObservationEndpoint: Endpoint<{ params: ObservationParams; answer: Observation }> = {
  id: 'getObservation',
  method: 'get',
  path: '/v1/observations/{id}',
  summary: 'Read one observation, whatever its state',
  description: 'What the policies keep from a key is not found.',
  roles: ANY_ROLE,
  params: observationParams,
  answer: observationSchema,
  errors: ['ambiguous-id', 'observation-not-found'],
};

/** A correction; what it does not say is taken over from the old statement. */
export type SupersedeBody = Omit<ObservationBody, 'projectId'>;

/** Replaces a statement by a newer one. */
export const supersedeEndpoint: Endpoint<{
  params: ObservationParams;
  body: SupersedeBody;
  answer: Omit<SupersedeResult, 'changed'>;
}> = {
  id: 'supersede',
  method: 'post',
  path: '/v1/observations/{id}/supersede',
  summary: 'Replace a statement by a newer one',
  description: 'The old statement is never recalled again. What the body leaves out is taken over from it.',
  roles: ANY_ROLE,
  params: observationParams,
  agent: 'writes',
  body: z.strictObject({ content: z.string(), ...statementFields }),
  answer: z.object({
    id: uuidSchema,
    created: z.boolean(),
    contentHash: z.string(),
    status: statusSchema,
    redacted: z.array(z.string()),
    outcome: z.enum(['superseded', 'unchanged']),
    supersededId: uuidSchema,
  }),
  errors: ['observation-not-found', 'ambiguous-id', 'observation-superseded', ...REFUSALS],
};

/** Ends a quarantine after a review. */
export const releaseEndpoint: Endpoint<{ params: ObservationParams; answer: ReleaseResult }> = {
  id: 'release',
  method: 'post',
  path: '/v1/observations/{id}/release',
  summary: 'Let a quarantined observation be recalled',
  description: 'released: false means that it was in no quarantine.',
  roles: PEOPLE,
  action: 'reviewQuarantine',
  params: observationParams,
  answer: z.object({ released: z.boolean(), observation: observationSchema }),
  errors: ['ambiguous-id', 'observation-not-found'],
};

/** Deletes for good. */
export const forgetEndpoint: Endpoint<{ body: ForgetRequest; answer: { forgotten: number } }> = {
  id: 'forget',
  method: 'post',
  path: '/v1/observations/forget',
  summary: 'Delete for good, by id, session, project, or all',
  description:
    'The text leaves every table; logs keep ids and hashes. With a session goes what it was resumed as. What does not exist, or may not be read, is no error: it does not count as forgotten.',
  roles: PEOPLE,
  action: 'forget',
  body: z.union([
    z.strictObject({ id: observationIdSchema }),
    z.strictObject({ sessionId: idSchema }),
    z.strictObject({ projectId: idSchema.nullable() }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  answer: z.object({ forgotten: z.number().int() }),
};

/** Everything, line by line. */
export const exportObservationsEndpoint: Endpoint<{ query: { projectId?: string }; answer: ObservationRecord }> = {
  id: 'exportObservations',
  method: 'get',
  path: '/v1/observations/export',
  summary: 'Export observations as JSON lines that import back without loss',
  description: 'In the order of ids. An answer that is not ended properly was cut off: throw it away.',
  roles: ADMINS,
  action: 'exportMemory',
  query: z.strictObject({ projectId: z.string().max(512).exactOptional() }),
  answer: observationRecordSchema,
  format: 'ndjson',
};

/** Rows of an import, each a record or anything with a `content`. */
export interface ImportRowsBody {
  readonly rows: readonly unknown[];
}

/** Imports up to 500 rows. */
export const importObservationsEndpoint: Endpoint<{ body: ImportRowsBody; answer: ImportResult }> = {
  id: 'importObservations',
  method: 'post',
  path: '/v1/observations/import',
  summary: 'Import up to 500 exported rows',
  description: 'Lossless and idempotent. A row that cannot be imported is rejected by itself, by its index.',
  roles: ADMINS,
  action: 'importMemory',
  agent: 'writes',
  body: z.strictObject({ rows: z.array(z.unknown()).max(500) }),
  answer: z.object({
    imported: z.number().int(),
    duplicates: z.number().int(),
    rejected: z.array(
      z.object({
        index: z.number().int(),
        code: z.enum(Object.keys(ERROR_CODES) as ErrorCode[]),
        reason: z.string(),
      }),
    ),
  }),
  maxBodyBytes: BATCH_BYTES,
};
