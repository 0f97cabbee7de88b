import type { RecalledObservation, RecallRequest, RecallResult } from '@inkling/engine';
import type { PolicyDecision, ShadowDenial } from '@inkling/engine/types';
import type { RecalledTalk } from '@inkling/engine/capture';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { deadlineSchema, type FieldsOf, idSchema, pathsSchema, shareSchema, timeSchema, uuidSchema } from './fields.ts';
import { observationSchema } from './observation.ts';
import { ANY_ROLE } from './role.ts';

/** What is asked; the organisation is the caller's. */
export type RecallBody = Omit<
  RecallRequest,
  'orgId' | 'signal' | 'withLeftOut' | 'seen' | 'commits' | 'guessFiles' | 'linesOf'
>;

/** The fields that every request for memories shares. */
export const askingFields: FieldsOf<Omit<RecallBody, 'moreQueries' | 'sessionId' | 'scope' | 'namespace'>> = {
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
  exchangeIds: z.array(uuidSchema),
  lines: z.array(
    z.object({
      exchangeId: uuidSchema,
      place: z.number(),
      voice: z.enum(['user', 'agreed', 'agent']),
      text: z.string(),
      worth: z.number(),
    }),
  ),
});

/** One recalled row. */
export const recalledSchema: z.ZodType<RecalledObservation> = z
  .object({
    observation: observationSchema,
    relevance: z.number(),
    score: z.number(),
    unweightedRank: z.number().int(),
    weightedRank: z.number().int(),
    policy: z.string().exactOptional(),
    talk: talk.exactOptional(),
    explanation: explanation.exactOptional(),
  })
  .meta({ id: 'RecalledObservation', description: 'One recalled row with its place and scores.' });

/** The fields about what recall left out and how well it could look. */
export const recallEndFields: FieldsOf<Pick<RecallResult, 'leftOut' | 'degraded' | 'elapsedMs'>> = {
  leftOut: z.array(
    z.object({
      id: uuidSchema,
      reason: z.enum(['below-relevance', 'not-recallable', 'near-duplicate', 'denied']),
      relevance: z.number(),
      decision: decisionSchema.exactOptional(),
    }),
  ),
  degraded: z.enum(['cold-index', 'stale-index']).nullable(),
  elapsedMs: z.number(),
};

/** Finds, ranks and authorizes. */
export const recallEndpoint: Endpoint<{ body: RecallBody; answer: RecallResult }> = {
  id: 'recall',
  method: 'post',
  path: '/v1/recall',
  summary: 'Find what is remembered and matters for a query',
  description: 'Within deadlineMs (default 1000), whatever happens: outcome is then deadline-exceeded.',
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
};

/** Which index to load. */
export interface WarmBody {
  readonly projectId?: string | null;
}

/** Loads a search index and waits for it. */
export const warmEndpoint: Endpoint<{ body: WarmBody; answer: { warm: boolean } }> = {
  id: 'warm',
  method: 'post',
  path: '/v1/warm',
  summary: 'Load the search index of a project, or of the organisation, and wait for it',
  description: 'Without it the first recalls are answered from SQL and say degraded: cold-index.',
  roles: ANY_ROLE,
  body: z.strictObject({ projectId: z.string().max(512).nullable().exactOptional() }),
  answer: z.object({ warm: z.boolean() }),
};
