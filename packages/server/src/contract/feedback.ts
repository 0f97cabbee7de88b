import type {
  ObservationFeedback,
  ObservationFeedbackResult,
  RankDelta,
  SessionFeedbackResult,
} from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import {
  countInQuery,
  idSchema,
  observationIdSchema,
  sessionParams,
  timeSchema,
  uuidSchema,
  type SessionParams,
} from './fields.ts';
import { ANY_ROLE, PEOPLE, WORKERS } from './role.ts';

/** A verdict; without an agent it is the caller's. */
export type FeedbackBody = Omit<ObservationFeedback, 'agentId'> & { readonly agentId?: string };

/** A verdict on one observation. */
export const feedbackEndpoint: Endpoint<{ body: FeedbackBody; answer: ObservationFeedbackResult }> = {
  id: 'giveFeedback',
  method: 'post',
  path: '/v1/feedback',
  summary: 'Say that an observation was helpful, misleading or outdated',
  description:
    'Once for each agent and day. applied says whether it counted, and refusal why not: said-before, transferred (the memory belongs to another project and is read-only in this one), not-given (the session was not given it, or is none). An outdated observation is not recalled any more.',
  roles: ANY_ROLE,
  agent: 'asks',
  body: z.strictObject({
    observationId: observationIdSchema,
    sessionId: idSchema.nullable().exactOptional(),
    projectId: idSchema.nullable().exactOptional(),
    agentId: idSchema.exactOptional(),
    verdict: z.enum(['helpful', 'misleading', 'outdated']),
  }),
  answer: z.object({
    applied: z.boolean(),
    refusal: z.enum(['said-before', 'transferred', 'not-given']).nullable(),
    weight: z.number(),
  }),
  errors: ['ambiguous-id', 'observation-not-found'],
};

/** Feedback of a completion that failed, again. */
export const sessionFeedbackEndpoint: Endpoint<{ params: SessionParams; answer: SessionFeedbackResult }> = {
  id: 'applySessionFeedback',
  method: 'post',
  path: '/v1/sessions/{sessionId}/feedback',
  summary: 'Look at a session again: its evidence, its outcome, and what it used',
  description:
    'It happens by itself after an end and for some days after it. Repeating it changes nothing. It takes no body: PUT /v1/sessions/{sessionId}/outcome says how a session ended.',
  roles: WORKERS,
  params: sessionParams,
  answer: z.object({
    outcome: z.enum(['accepted', 'rework', 'rejected']).nullable(),
    observations: z.array(
      z.object({
        observationId: uuidSchema,
        evidence: z.enum(['cited', 'followed', 'touched', 'explicit']),
        oldWeight: z.number(),
        newWeight: z.number(),
      }),
    ),
    graph: z.object({ nodes: z.number().int(), edges: z.number().int() }),
  }),
  errors: ['session-not-found'],
};

/** Whose rank is asked about. */
export interface RankDeltaQuery {
  readonly sessionId?: string;
  readonly observationId?: string;
  /** ISO-8601. */
  readonly since?: string;
  readonly limit?: number;
}

/** What feedback did to ranks. */
export const rankDeltaEndpoint: Endpoint<{ query: RankDeltaQuery; answer: { rows: readonly RankDelta[] } }> = {
  id: 'rankDelta',
  method: 'get',
  path: '/v1/feedback/rank-delta',
  summary: 'What feedback did to the places of observations in retrievals, the most moved first',
  description:
    'meanDelta is the rank without weights less the rank with them: positive means that feedback moved it up.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({
    sessionId: idSchema.exactOptional(),
    observationId: observationIdSchema.exactOptional(),
    since: timeSchema.exactOptional(),
    limit: countInQuery(1, 1000).exactOptional(),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        observationId: uuidSchema,
        retrievals: z.number().int(),
        injected: z.number().int(),
        meanDelta: z.number(),
        meanWeight: z.number(),
      }),
    ),
  }),
};
