import type {
  BudgetChange,
  BudgetChangeRequest,
  ContextBudgetLevel,
  FeedbackImpact,
  ObservationStanding,
  ParetoPoint,
  TopObservationsRequest,
  VerbLatency,
  WithWindow,
} from '@inkling/engine/types';
import { z } from 'zod';
import { analyticsFields, analyticsQuery, WINDOW, windowField, type AnalyticsQuery } from './analytics-query.ts';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, timeSchema, uuidSchema } from './fields.ts';
import { PEOPLE } from './role.ts';

const int = z.number().int();
const number = z.number().nullable();
const text = z.string().nullable();
const bucket = timeSchema.nullable();

/** What feedback did. */
export const feedbackImpactEndpoint: Endpoint<{ query: AnalyticsQuery; answer: FeedbackImpact }> = {
  id: 'getFeedbackImpact',
  method: 'get',
  path: '/v1/analytics/feedback-impact',
  summary: 'What feedback did to ranks and weights: injection rate, rank delta, weight movement',
  description: `${WINDOW} The retrieval figures without a bucket are those of all of it.`,
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: analyticsQuery,
  answer: z.object({
    ...windowField,
    retrievals: z.array(
      z.object({
        bucket,
        retrievals: int,
        injecting: int,
        candidates: int,
        injected: int,
        movedUp: int,
        movedDown: int,
        meanShift: z.number(),
        meanInjectedWeight: number,
      }),
    ),
    weights: z.array(
      z.object({
        bucket: timeSchema,
        cause: z.string(),
        changes: int,
        meanChange: z.number(),
        meanWeight: z.number(),
      }),
    ),
  }),
};

const paretoPoint: z.ZodType<ParetoPoint> = z
  .object({
    source: z.string(),
    workType: z.string(),
    level: int,
    injections: int,
    sessions: int,
    meanTokens: z.number(),
    judged: int,
    accepted: int,
    acceptedRate: number,
    given: int,
    used: int,
    usedShare: number,
    onFront: z.boolean(),
  })
  .meta({ id: 'ContextBudgetPoint', description: 'What blocks of one work type cost and what became of them.' });

/** By what injections are put together. */
export interface ContextBudgetQuery extends AnalyticsQuery {
  readonly level?: ContextBudgetLevel;
}

/** Tokens against outcomes. */
export const contextBudgetEndpoint: Endpoint<{
  query: ContextBudgetQuery;
  answer: WithWindow & { readonly points: readonly ParetoPoint[] };
}> = {
  id: 'getContextBudget',
  method: 'get',
  path: '/v1/analytics/context-budget',
  summary: 'Tokens injected against accepted rate and share of memories used, by work type; the Pareto front is marked',
  description: `${WINDOW} level=budget puts blocks of one budget together, level=tokens those within 100 tokens.`,
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ ...analyticsFields, level: z.enum(['budget', 'tokens']).exactOptional() }),
  answer: z.object({ ...windowField, points: z.array(paretoPoint) }),
};

/** Which blocks are filled again. */
export interface BudgetChangeQuery
  extends AnalyticsQuery, Pick<BudgetChangeRequest, 'workType' | 'budgetTokens' | 'limit'> {}

const named = z.array(z.object({ id: uuidSchema, blocks: int }));

/** Another budget. */
export const budgetChangeEndpoint: Endpoint<{ query: BudgetChangeQuery; answer: WithWindow & BudgetChange }> = {
  id: 'getBudgetChange',
  method: 'get',
  path: '/v1/analytics/budget-change',
  summary: 'What another budget would have put into the start blocks of a work type',
  description: `An estimate from what the log says that lines cost; only what was recalled then can come in. ${WINDOW}`,
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({
    ...analyticsFields,
    workType: z.string().max(512),
    budgetTokens: countInQuery(0, 100_000),
    limit: countInQuery(1, 2000).exactOptional(),
  }),
  answer: z.object({
    ...windowField,
    workType: z.string(),
    budgetTokens: int,
    blocks: int,
    meanTokensBefore: z.number(),
    meanTokensAfter: z.number(),
    meanMemoriesBefore: z.number(),
    meanMemoriesAfter: z.number(),
    changedBlocks: int,
    gained: named,
    lost: named,
  }),
};

/** Outcomes and times. */
export const latencyEndpoint: Endpoint<{ query: AnalyticsQuery; answer: VerbLatency }> = {
  id: 'getLatency',
  method: 'get',
  path: '/v1/analytics/latency',
  summary: 'Outcomes of tool calls over time with their latencies, and the histogram',
  description: `${WINDOW} Outcomes without a bucket are those of all of it. Events are kept for 30 days.`,
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: analyticsQuery,
  answer: z.object({
    ...windowField,
    outcomes: z.array(
      z.object({
        bucket,
        outcome: z.string(),
        events: int,
        p50: z.number(),
        p95: z.number(),
        p99: z.number(),
        max: z.number(),
      }),
    ),
    histogram: z.array(z.object({ outcome: z.string(), fromMs: z.number(), toMs: number, events: int })),
  }),
};

/** Which end of the list. */
export interface TopObservationsQuery extends AnalyticsQuery, TopObservationsRequest {}

/** The best and the worst. */
export const topObservationsEndpoint: Endpoint<{
  query: TopObservationsQuery;
  answer: WithWindow & { readonly observations: readonly ObservationStanding[] };
}> = {
  id: 'getTopObservations',
  method: 'get',
  path: '/v1/analytics/top-observations',
  summary: 'The observations with the highest (order=top) or lowest (order=bottom) weights, of those given or judged',
  description: WINDOW,
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({
    ...analyticsFields,
    order: z.enum(['top', 'bottom']).exactOptional(),
    limit: countInQuery(1, 100).exactOptional(),
  }),
  answer: z.object({
    ...windowField,
    observations: z.array(
      z
        .object({
          id: uuidSchema,
          projectId: text,
          kind: z.string(),
          excerpt: z.string(),
          pinned: z.boolean(),
          weight: z.number(),
          injections: int,
          cited: int,
          followed: int,
          touched: int,
          weightChange: z.number(),
          misleading: int,
        })
        .meta({
          id: 'ObservationStanding',
          description: 'An observation that was given to sessions, and what it did.',
        }),
    ),
  }),
};
