import type { RecalledObservation } from '@inkling/engine';
import type { RecalledTalk } from '@inkling/engine/capture';
import { RECALL_REASONS, SKIP_REASONS } from '@inkling/engine/operator';
import type { AnsweredTriplet, DeniedTriplet, PolicyDecision, ShadowDenial, TripletNode } from '@inkling/engine/types';
import { z } from 'zod';
import { ANY_ROLE, endpoint } from './endpoint.ts';
import { deadlineSchema, idSchema, pathsSchema, shareSchema, timeSchema, uuidSchema, words } from './fields.ts';
import { classificationSchema, observationSchema } from './observation.ts';

const askingFields = {
  projectId: z.string().max(512).nullable().exactOptional(),
  agentId: idSchema.exactOptional(),
  queryText: z.string(),
  paths: pathsSchema.exactOptional(),
  context: z.array(z.string()).max(1000).exactOptional(),
  minRelevance: shareSchema.exactOptional(),
  limit: z.number().int().min(1).max(200).exactOptional(),
  deadlineMs: deadlineSchema.exactOptional(),
  explain: z.boolean().exactOptional(),
};

/** What policies in shadow mode would deny. */
export const shadowSchema: z.ZodType<ShadowDenial> = z.object({ policy: z.string().nullable(), reason: z.string() });

/** What the authorizer says of one resource. */
export const decisionSchema: z.ZodType<PolicyDecision> = z.union([
  z.object({ allowed: z.literal(true), policy: z.string(), shadow: shadowSchema.exactOptional() }),
  z.object({ allowed: z.literal(false), policy: z.string().nullable(), reason: z.string() }),
]);

const explanation = z.object({
  lexical: z.number(),
  fields: z.array(z.string()),
  terms: z.array(z.string()),
  pathHint: z.number(),
  session: z.number(),
  recency: z.number(),
  coChange: z.number(),
  namedTime: z.number(),
  semantic: z.number().nullable(),
  pathBoost: z.number(),
  corroboration: z.number(),
  provenanceFactor: z.number().exactOptional(),
  feedbackFactor: z.number(),
  policy: z.string(),
  shadow: shadowSchema.exactOptional(),
});

const talk: z.ZodType<RecalledTalk> = z.object({
  title: z.string(),
  replaces: timeSchema.nullable(),
  revisits: timeSchema.nullable(),
  exchangeIds: z.array(uuidSchema),
  lines: z.array(
    z.object({
      exchangeId: uuidSchema,
      place: z.number(),
      voice: z.enum(['user', 'agreed', 'agent', 'agent, unanswered']),
      text: z.string(),
      worth: z.number(),
    }),
  ),
});

const recalledSchema: z.ZodType<RecalledObservation> = z
  .object({
    observation: observationSchema,
    relevance: z.number(),
    score: z.number(),
    sharedInformation: z
      .number()
      .exactOptional()
      .describe(
        'What the words of the question that it holds tell, in nats; not there when SQL answered, or when its meaning or its time found it',
      ),
    unweightedRank: z.number().int(),
    weightedRank: z.number().int(),
    policy: z.string().exactOptional(),
    reason: z.string().exactOptional().describe('Why it is shown, in at most three words, such as: pinned'),
    talk: talk.exactOptional(),
    explanation: explanation.exactOptional(),
  })
  .meta({ id: 'RecalledObservation', description: 'One recalled row with its place and scores.' });

/** The fields about what recall left out and how well it could look. */
const recallEndFields = {
  leftOut: z.array(
    z.object({
      id: uuidSchema,
      reason: z.enum(RECALL_REASONS),
      relevance: z.number(),
      decision: decisionSchema.exactOptional(),
    }),
  ),
  degraded: words.degraded,
  elapsedMs: z.number(),
};

export const recall = endpoint('recall', 'post', '/v1/recall', {
  summary: 'Search the memory',
  description:
    'Always answers within deadlineMs (default 1000). If the deadline passes first, outcome is deadline-exceeded.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    ...askingFields,
    sessionId: idSchema.exactOptional(),
    scope: z.enum(['project', 'org', 'session']).exactOptional(),
    namespace: z.string().max(512).exactOptional(),
    moreQueries: z.array(z.string()).max(8).exactOptional(),
  }),
  answer: z.object({
    outcome: z.enum(['ok', 'deadline-exceeded']),
    rows: z.array(recalledSchema),
    namesNothing: z.literal(true).exactOptional(),
    semantic: z.object({ modelId: z.string(), lowest: z.number(), highest: z.number() }).nullable(),
    ...recallEndFields,
  }),
});

export const warm = endpoint('warm', 'post', '/v1/warm', {
  summary: 'Load the search index of a project, or of the organisation, and wait for it',
  description: 'Without it the first recalls are answered from SQL and say degraded: cold-index.',
  roles: ANY_ROLE,
  body: z.strictObject({ projectId: z.string().max(512).nullable().exactOptional() }),
  answer: z.object({ warm: z.boolean() }),
});

const tripletNode: z.ZodType<TripletNode> = z.object({
  orgId: z.string(),
  id: uuidSchema,
  projectId: z.string().nullable(),
  type: z.string(),
  classification: classificationSchema,
});

const tripletSchema: z.ZodType<AnsweredTriplet> = z
  .object({
    sourceEntity: z.string(),
    relationship: z.string(),
    targetEntity: z.string(),
    relevanceScore: z.number(),
    sourceNodeId: uuidSchema,
    targetNodeId: uuidSchema,
    source: tripletNode,
    target: tripletNode,
    importance: z.number(),
    distance: z.number().int(),
    provenance: z.object({
      observationId: uuidSchema.nullable(),
      sessionId: z.string().nullable(),
      timestamp: timeSchema.nullable(),
    }),
  })
  .meta({ id: 'Triplet', description: 'Source → relationship → target. A lower relevanceScore is more relevant.' });

/** Triplets that must not be shown: their ids, and the policy. */
const deniedTripletsSchema: z.ZodType<readonly DeniedTriplet[]> = z.array(
  z.object({ sourceNodeId: uuidSchema, targetNodeId: uuidSchema, nodeId: uuidSchema, decision: decisionSchema }),
);

export const searchGraph = endpoint('searchGraph', 'post', '/v1/graph/search', {
  summary: 'Search the graph',
  description:
    'Returns only triplets whose two ends may be read, most relevant first. If deadlineMs (default 1000) passes, outcome is deadline-exceeded. ' +
    'With explain, denied lists the denied triplets, by ids only.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    agentId: idSchema.exactOptional(),
    projectId: idSchema.nullable().exactOptional(),
    sessionId: idSchema.nullable().exactOptional(),
    scope: z.enum(['project', 'org']).exactOptional(),
    queryText: z.string(),
    paths: pathsSchema.exactOptional(),
    topK: z.number().int().min(1).max(100).exactOptional(),
    neighborhoodDepth: z.number().int().min(1).max(3).exactOptional(),
    deadlineMs: deadlineSchema.exactOptional(),
    explain: z.boolean().exactOptional(),
  }),
  answer: z.object({
    outcome: z.enum(['ok', 'deadline-exceeded']),
    triplets: z.array(tripletSchema),
    denied: deniedTripletsSchema,
    elapsedMs: z.number(),
  }),
});

const budgets = z.record(z.string(), z.number());

export const edgeKeys = z.array(z.object({ sourceId: uuidSchema, targetId: uuidSchema, relationshipName: z.string() }));

export const buildSessionMemoryBlock = endpoint('buildSessionMemoryBlock', 'post', '/v1/blocks', {
  summary: 'Preview the block that an agent gets at session start',
  description:
    'Includes memories granted from other projects and triplets of the graph, as for a claimed session. Writes nothing and delivers nothing; a failing store or estimator is an outcome, not an error.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    ...askingFields,
    sessionId: idSchema,
    workType: z.string().max(512),
    atMostTokens: budgets
      .exactOptional()
      .describe('Upper limit by work type, * for every other one; it applies whatever the budgets say'),
    withoutGraph: z.boolean().exactOptional(),
    budget: z
      .strictObject({ defaults: budgets, orgOverrides: z.record(z.string(), budgets).exactOptional() })
      .exactOptional(),
    crossProjectTransfer: z
      .strictObject({
        threshold: shareSchema.exactOptional(),
        measure: words.measure.exactOptional(),
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
        reason: z.enum(SKIP_REASONS),
        tokens: z.number().exactOptional(),
        relevance: z.number().exactOptional(),
        weightedRank: z.number().int().exactOptional(),
      }),
    ),
    outcome: words.blockOutcome,
    ...recallEndFields,
  }),
});
