import type { Classification, Observation } from '@inkling/engine';
import type { ChangeObservationResult, WeightHistoryEntry, WeightHistoryOptions } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, timeSchema, uuidSchema } from './fields.ts';
import { classificationSchema, observationSchema } from './observation.ts';
import { observationParams, type ObservationParams } from './observations.ts';
import { ADMINS, ANY_ROLE, PEOPLE } from './role.ts';

const changedSchema: z.ZodType<ChangeObservationResult> = z.object({
  changed: z.boolean(),
  observation: observationSchema,
});

/** Corrections of one statement. */
export const getChainEndpoint: Endpoint<{ params: ObservationParams; answer: { rows: readonly Observation[] } }> = {
  id: 'getSupersessionChain',
  method: 'get',
  path: '/v1/observations/{id}/chain',
  summary: 'What an observation replaced and what replaced it, oldest first, itself included',
  description: 'At most 100 each way; empty when there is no such observation.',
  roles: ANY_ROLE,
  params: observationParams,
  answer: z.object({ rows: z.array(observationSchema) }),
};

/** Changes of one weight. */
export const listWeightHistoryEndpoint: Endpoint<{
  params: ObservationParams;
  query: WeightHistoryOptions;
  answer: { rows: readonly WeightHistoryEntry[] };
}> = {
  id: 'listWeightHistory',
  method: 'get',
  path: '/v1/observations/{id}/weight-history',
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
          evidence: z.enum(['cited', 'followed', 'touched', 'explicit']),
          oldWeight: z.number(),
          newWeight: z.number(),
          createdAt: timeSchema,
        })
        .meta({ id: 'WeightChange', description: 'One change of a weight, and what caused it.' }),
    ),
  }),
};

/** Pins or unpins. */
export const pinEndpoint: Endpoint<{
  params: ObservationParams;
  body: { readonly pinned: boolean };
  answer: ChangeObservationResult;
}> = {
  id: 'pinObservation',
  method: 'put',
  path: '/v1/observations/{id}/pin',
  summary: 'Pin or unpin an observation',
  description: 'The change log (GET /v1/config/changes, subject observation:<id>) tells who did.',
  roles: PEOPLE,
  action: 'pin',
  params: observationParams,
  body: z.strictObject({ pinned: z.boolean() }),
  answer: changedSchema,
  errors: ['ambiguous-id', 'observation-not-found'],
};

/** Classifies. */
export const classifyEndpoint: Endpoint<{
  params: ObservationParams;
  body: { readonly classification: Classification };
  answer: ChangeObservationResult;
}> = {
  id: 'classifyObservation',
  method: 'put',
  path: '/v1/observations/{id}/classification',
  summary: 'Classify an observation',
  description: 'It counts from the next recall on. The change log tells who did.',
  roles: ADMINS,
  action: 'classify',
  params: observationParams,
  body: z.strictObject({ classification: classificationSchema }),
  answer: changedSchema,
  errors: ['ambiguous-id', 'observation-not-found'],
};
