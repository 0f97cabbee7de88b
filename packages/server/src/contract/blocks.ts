import type { SessionBlockRequest, SessionMemoryBlock } from '@inkling/engine';
import type { ContextInjectionLog, ListContextInjectionsOptions, StoredContextInjection } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, type FieldsOf, idSchema, shareSchema, timeSchema, uuidSchema } from './fields.ts';
import { deniedTripletsSchema } from './graph-search.ts';
import { injectionTraceSchema } from './injection-trace.ts';
import { askingFields, recalledSchema, recallEndFields } from './recall.ts';
import { ANY_ROLE, PEOPLE, WORKERS } from './role.ts';

/** What a block is built from; the organisation is the caller's, and functions do not travel. */
export type BlockBody = Omit<
  SessionBlockRequest,
  'store' | 'graph' | 'linesOf' | 'estimateTokens' | 'onError' | 'signal'
>;

const budgets = z.record(z.string(), z.number());

const edgeKeys = z.array(z.object({ sourceId: uuidSchema, targetId: uuidSchema, relationshipName: z.string() }));

/** Builds the block of a session start, and writes nothing. */
export const buildBlockEndpoint: Endpoint<{ body: BlockBody; answer: SessionMemoryBlock }> = {
  id: 'buildSessionMemoryBlock',
  method: 'post',
  path: '/v1/blocks',
  summary: 'Preview the block that an agent gets at session start',
  description:
    'With what is granted from other projects and triplets of the graph, as a claimed session has it. Writes nothing and delivers nothing; a broken store or estimator is an outcome, not an error.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    ...askingFields,
    sessionId: idSchema,
    workType: z.string().max(512),
    atMostTokens: budgets
      .exactOptional()
      .describe('By work type, * for every other: no more than this, whatever budgets say'),
    withoutGraph: z.boolean().exactOptional(),
    budget: z
      .strictObject({ defaults: budgets, orgOverrides: z.record(z.string(), budgets).exactOptional() })
      .exactOptional(),
    crossProjectTransfer: z
      .strictObject({
        threshold: shareSchema.exactOptional(),
        measure: z.enum(['jaccard', 'containment']).exactOptional(),
        maxSources: z.number().int().min(1).max(20).exactOptional(),
      })
      .exactOptional(),
  }),
  answer: z.object({
    block: z.string(),
    observationIds: z.array(uuidSchema),
    sessionSummaryIds: z.array(uuidSchema),
    graphNodeIds: z.array(uuidSchema),
    graphEdgeKeys: edgeKeys,
    deniedTriplets: deniedTripletsSchema,
    budgetTokens: z.number(),
    actualTokens: z.number(),
    queryText: z.string(),
    rows: z.array(recalledSchema),
    skipped: z.array(
      z.object({
        id: z.string().nullable(),
        reason: z.enum([
          'over-budget',
          'over-limit',
          'nothing-visible',
          'teaches-nothing',
          'duplicate',
          'foreign-organisation',
          'invalid-row',
        ]),
        tokens: z.number().exactOptional(),
        relevance: z.number().exactOptional(),
        weightedRank: z.number().int().exactOptional(),
      }),
    ),
    outcome: z.enum(['ok', 'no-match', 'nothing-fits', 'deadline-exceeded', 'failed']),
    ...recallEndFields,
  }),
};

const logFields = {
  sessionId: idSchema,
  workType: z.string().max(512),
  budgetTokens: z.number().int(),
  actualTokens: z.number().int(),
  observationIds: z.array(uuidSchema).max(1000),
  sessionSummaryIds: z.array(uuidSchema).max(1000),
  queryText: z.string(),
};

/** The fields of a row of the injection log as it is read back. */
export const storedInjectionFields: FieldsOf<StoredContextInjection> = {
  ...logFields,
  id: uuidSchema,
  graphNodeIds: z.array(uuidSchema),
  graphEdgeKeys: edgeKeys,
  orgId: z.string(),
  projectId: z.string().nullable(),
  timestamp: timeSchema,
  trace: injectionTraceSchema.nullable(),
  shown: z.boolean(),
};

/** Writes one row of the injection log. */
export const recordInjectionEndpoint: Endpoint<{
  body: Omit<ContextInjectionLog, 'orgId' | 'timestamp'>;
  answer: { id: string };
}> = {
  id: 'recordContextInjection',
  method: 'post',
  path: '/v1/context-injections',
  summary: 'Write one row of the injection log',
  description: 'With an id, writing it again changes nothing.',
  roles: WORKERS,
  body: z.strictObject({
    ...logFields,
    id: uuidSchema.exactOptional(),
    graphNodeIds: z.array(uuidSchema).max(1000).exactOptional(),
    graphEdgeKeys: edgeKeys.max(1000).exactOptional(),
    projectId: z.string().max(512).nullable().exactOptional(),
    trace: injectionTraceSchema.nullable().exactOptional(),
    shown: z.boolean().exactOptional(),
  }),
  answer: z.object({ id: uuidSchema }),
};

/** The injections of a session, newest first. */
export const listInjectionsEndpoint: Endpoint<{
  params: { readonly sessionId: string };
  query: ListContextInjectionsOptions;
  answer: { rows: readonly StoredContextInjection[] };
}> = {
  id: 'listContextInjections',
  method: 'get',
  path: '/v1/sessions/{sessionId}/context-injections',
  summary: 'What was injected into a session, newest first',
  roles: [...PEOPLE, 'worker'],
  params: z.strictObject({ sessionId: idSchema }),
  query: z.strictObject({ limit: countInQuery(1, 1000).exactOptional() }),
  answer: z.object({
    rows: z.array(
      z.object(storedInjectionFields).meta({ id: 'ContextInjection', description: 'One row of the injection log.' }),
    ),
  }),
};
