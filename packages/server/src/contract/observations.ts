import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import type { ChangeObservationResult } from '@inkling/engine/types';
import { z } from 'zod';
import { ADMINS, ANY_ROLE, endpoint, PEOPLE } from './endpoint.ts';
import {
  countInQuery,
  cursorSchema,
  flagInQuery,
  idSchema,
  observationIdSchema,
  timeSchema,
  uuidSchema,
  weightInQuery,
  words,
} from './fields.ts';
import {
  classificationSchema,
  observationBodySchema,
  observationRecordSchema,
  observationSchema,
  rememberResultFields,
  rememberResultSchema,
  statementFields,
  statusSchema,
} from './observation.ts';

const REFUSALS = ['observation-empty', 'observation-too-large'] as const;

// 500 statements of 8 KiB are 4 MiB, and escapes or metadata may double that.
const BATCH_BYTES = 2 ** 23;

const observationParams = z.strictObject({ id: observationIdSchema });

export const remember = endpoint('remember', 'post', '/v1/observations', {
  summary: 'Remember one statement',
  description: 'Idempotent: the same statement again returns the existing row, with created: false.',
  roles: ANY_ROLE,
  body: observationBodySchema,
  answer: rememberResultSchema,
  errors: REFUSALS,
});

export const rememberMany = endpoint('rememberMany', 'post', '/v1/observations/batch', {
  summary: 'Remember up to 500 statements',
  description:
    'All or none: if one statement cannot be stored, the batch is refused. One result each, in order. With refresh, what an import brings again takes over its kind and metadata.',
  roles: ANY_ROLE,
  body: z.strictObject({
    observations: z.array(observationBodySchema).max(500),
    refresh: z.boolean().exactOptional(),
  }),
  answer: z.object({ results: z.array(rememberResultSchema) }),
  errors: REFUSALS,
  maxBodyBytes: BATCH_BYTES,
});

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

export const listObservations = endpoint('listObservations', 'get', '/v1/observations', {
  summary: 'List observations, newest first',
  description:
    'An empty projectId (?projectId=) selects what belongs to no project; without projectId, every project is listed. A key gets only what the policies let it read.',
  roles: ANY_ROLE,
  query: z.strictObject({
    ...filterFields,
    limit: countInQuery(1, 1000).exactOptional(),
    cursor: cursorSchema.exactOptional(),
  }),
  answer: z.object({ rows: z.array(observationSchema), nextCursor: z.string().nullable() }),
});

export const countObservations = endpoint('countObservations', 'get', '/v1/observations/count', {
  summary: 'Count observations',
  roles: ANY_ROLE,
  query: z.strictObject(filterFields),
  answer: z.object({ count: z.number().int() }),
});

export const listTalks = endpoint('listTalks', 'get', '/v1/observations/talks', {
  summary: 'List the sessions whose conversation is remembered, the newest first',
  description:
    'Each row has the first exchange; for all of them, call listObservations with kind=exchange and the sessionId. An empty projectId (?projectId=) selects what ' +
    'belongs to no project. A key gets only exchanges that the policies let it read, and no session without one.',
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
        .meta({ id: 'Talk', description: 'What is remembered of the conversation in one session.' }),
    ),
    nextCursor: z.string().nullable(),
  }),
});

export const getObservation = endpoint('getObservation', 'get', '/v1/observations/{id}', {
  summary: 'Read one observation, whatever its state',
  description: 'An observation that the policies hide from a key is reported as not found.',
  roles: ANY_ROLE,
  params: observationParams,
  answer: observationSchema,
  errors: ['ambiguous-id', 'observation-not-found'],
});

export const supersede = endpoint('supersede', 'post', '/v1/observations/{id}/supersede', {
  summary: 'Replace a statement by a newer one',
  description: 'The old statement is never recalled again. Fields left out of the body are copied from it.',
  roles: ANY_ROLE,
  params: observationParams,
  body: z.strictObject({ content: z.string(), ...statementFields }),
  answer: z.object({
    ...rememberResultFields,
    outcome: z.enum(['superseded', 'unchanged']),
    supersededId: uuidSchema,
  }),
  errors: ['observation-not-found', 'ambiguous-id', 'observation-superseded', ...REFUSALS],
});

export const release = endpoint('release', 'post', '/v1/observations/{id}/release', {
  summary: 'Release an observation from quarantine',
  description: 'released: false means that it was not in quarantine.',
  roles: PEOPLE,
  action: 'reviewQuarantine',
  params: observationParams,
  answer: z.object({ released: z.boolean(), observation: observationSchema }),
  errors: ['ambiguous-id', 'observation-not-found'],
});

export const forget = endpoint('forget', 'post', '/v1/observations/forget', {
  summary: 'Delete permanently, by id, session, project, or all',
  description:
    'The text is deleted from every table; logs keep ids and hashes. Forgetting a session also forgets the sessions that resumed it; with `traceless` the session itself goes too, with its logs, figures and feedback. Imports do not bring back what was forgotten by its id (unless `mayReturn`) or with its session. What does not exist, or may not be read, is not an error: it does not count as forgotten.',
  roles: PEOPLE,
  action: 'forget',
  body: z.union([
    z.strictObject({ id: observationIdSchema, mayReturn: z.boolean().exactOptional() }),
    z.strictObject({ sessionId: idSchema, traceless: z.boolean().exactOptional() }),
    z.strictObject({ projectId: idSchema.nullable() }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  answer: z.object({ forgotten: z.number().int() }),
});

export const exportObservations = endpoint('exportObservations', 'get', '/v1/observations/export', {
  summary: 'Export observations as JSON lines that import back without loss',
  description: 'In the order of ids. An answer that is not ended properly was cut off: throw it away.',
  roles: ADMINS,
  action: 'exportMemory',
  query: z.strictObject({ projectId: z.string().max(512).exactOptional() }),
  answer: observationRecordSchema,
  format: 'ndjson',
});

export const importObservations = endpoint('importObservations', 'post', '/v1/observations/import', {
  summary: 'Import up to 500 exported rows',
  description: 'Lossless and idempotent. A row that cannot be imported is rejected alone and reported by its index.',
  roles: ADMINS,
  action: 'importMemory',
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
});

const changedSchema: z.ZodType<ChangeObservationResult> = z.object({
  changed: z.boolean(),
  observation: observationSchema,
});

export const getSupersessionChain = endpoint('getSupersessionChain', 'get', '/v1/observations/{id}/chain', {
  summary: 'What an observation replaced and what replaced it, oldest first, itself included',
  description: 'At most 100 each way; empty when there is no such observation.',
  roles: ANY_ROLE,
  params: observationParams,
  answer: z.object({ rows: z.array(observationSchema) }),
});

export const listWeightHistory = endpoint('listWeightHistory', 'get', '/v1/observations/{id}/weight-history', {
  summary: "The changes of an observation's weight, newest first",
  roles: ANY_ROLE,
  params: observationParams,
  query: z.strictObject({ limit: countInQuery(1, 1000).exactOptional() }),
  answer: z.object({
    rows: z.array(
      z
        .object({
          id: uuidSchema,
          observationId: uuidSchema,
          sessionId: z.string().nullable(),
          cause: z.enum(['accepted', 'rework', 'rejected', 'helpful', 'misleading', 'outdated', 'withdrawn']),
          evidence: words.evidence,
          oldWeight: z.number(),
          newWeight: z.number(),
          createdAt: timeSchema,
        })
        .meta({ id: 'WeightChange', description: 'One change of a weight, and what caused it.' }),
    ),
  }),
});

export const pinObservation = endpoint('pinObservation', 'put', '/v1/observations/{id}/pin', {
  summary: 'Pin or unpin an observation',
  description: 'The change log (GET /v1/config/changes, subject observation:<id>) records who did it.',
  roles: PEOPLE,
  action: 'pin',
  params: observationParams,
  body: z.strictObject({ pinned: z.boolean() }),
  answer: changedSchema,
  errors: ['ambiguous-id', 'observation-not-found'],
});

export const classifyObservation = endpoint('classifyObservation', 'put', '/v1/observations/{id}/classification', {
  summary: 'Classify an observation',
  description: 'It applies from the next recall on. The change log records who did it.',
  roles: ADMINS,
  action: 'classify',
  params: observationParams,
  body: z.strictObject({ classification: classificationSchema }),
  answer: changedSchema,
  errors: ['ambiguous-id', 'observation-not-found'],
});
