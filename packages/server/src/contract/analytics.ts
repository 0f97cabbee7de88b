import type { Claim, FileDrift, ParetoPoint } from '@inkling/engine/types';
import { z } from 'zod';
import { endpoint, PEOPLE } from './endpoint.ts';
import { experimentReportSchema } from './feedback.ts';
import { countInQuery, timeSchema, uuidSchema } from './fields.ts';

const bucketSize = z.enum(['hour', 'day', 'week']);
const stretchFields = {
  projectId: z.string().max(512).exactOptional(),
  since: timeSchema.exactOptional(),
  until: timeSchema.exactOptional(),
};
const analyticsFields = { ...stretchFields, bucket: bucketSize.exactOptional() };
const analyticsQuery = z.strictObject(analyticsFields);

const windowField = { window: z.object({ since: timeSchema, until: timeSchema, bucket: bucketSize }) };

const WINDOW =
  'Covers the last 30 days unless since and until say otherwise; at most 366 days, in at most 400 buckets (UTC).';

const int = z.number().int();
const number = z.number().nullable();
const text = z.string().nullable();
const bucket = timeSchema.nullable();

const seeing = { roles: PEOPLE, action: 'viewAnalytics' } as const;

export const getFeedbackImpact = endpoint('getFeedbackImpact', 'get', '/v1/analytics/feedback-impact', {
  summary: 'What feedback did to ranks and weights: injection rate, rank delta, weight movement',
  description: `${WINDOW} The retrieval figures without a bucket cover the whole period.`,
  ...seeing,
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
});

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

export const getContextBudget = endpoint('getContextBudget', 'get', '/v1/analytics/context-budget', {
  summary: 'Tokens injected against accepted rate and share of memories used, by work type; the Pareto front is marked',
  description: `${WINDOW} level=budget puts blocks of one budget together, level=tokens those within 100 tokens.`,
  ...seeing,
  query: z.strictObject({ ...analyticsFields, level: z.enum(['budget', 'tokens']).exactOptional() }),
  answer: z.object({ ...windowField, points: z.array(paretoPoint) }),
});

const named = z.array(z.object({ id: uuidSchema, blocks: int }));

export const getBudgetChange = endpoint('getBudgetChange', 'get', '/v1/analytics/budget-change', {
  summary: 'What another budget would have put into the start blocks of a work type',
  description: `An estimate from the cost of lines in the log; only memories that were recalled at the time can be added. ${WINDOW}`,
  ...seeing,
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
});

export const getLatency = endpoint('getLatency', 'get', '/v1/analytics/latency', {
  summary: 'Outcomes of tool calls over time with their latencies, and the histogram',
  description: `${WINDOW} Outcomes without a bucket cover the whole period. Events are kept for 30 days.`,
  ...seeing,
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
});

export const getTopObservations = endpoint('getTopObservations', 'get', '/v1/analytics/top-observations', {
  summary: 'The observations with the highest (order=top) or lowest (order=bottom) weights, of those given or judged',
  description: WINDOW,
  ...seeing,
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
});

const time = timeSchema.nullable();

const fileDrift: z.ZodType<FileDrift> = z
  .object({
    observationId: uuidSchema,
    projectId: text,
    kind: z.string(),
    excerpt: z.string(),
    weight: z.number(),
    createdAt: timeSchema,
    path: z.string(),
    changedAt: time,
    commits: int,
  })
  .meta({ id: 'FileDrift', description: 'A memory about a file that is not what it was.' });

const claim: z.ZodType<Claim> = z.object({
  id: uuidSchema,
  projectId: text,
  content: z.string(),
  createdAt: timeSchema,
});

export const getDrift = endpoint('getDrift', 'get', '/v1/analytics/drift', {
  summary:
    'Memories about files that imported commits changed since, or that are not in the code index, and memories that contradict each other',
  description:
    `${WINDOW} The period applies to the commits; memories of any age are included. Contradictions are statements with nearly the same words, but other numbers or a ` +
    'negation, among the newest 2000 statements.',
  ...seeing,
  query: z.strictObject({ ...analyticsFields, limit: countInQuery(1, 500).exactOptional() }),
  answer: z.object({
    ...windowField,
    changedFiles: z.array(fileDrift),
    vanishedFiles: z.array(fileDrift),
    contradictions: z.array(
      z.object({ because: z.enum(['number', 'negation']), newer: claim, older: claim, likeness: z.number() }),
    ),
    compared: int,
  }),
});

export const getCoverage = endpoint('getCoverage', 'get', '/v1/analytics/coverage', {
  summary: 'Memories by directory, beside the files that the code index has there',
  description:
    'Paths are grouped by their first segments; depth says by how many (2 by default). With under, only paths below that directory count.',
  ...seeing,
  query: z.strictObject({
    projectId: stretchFields.projectId,
    under: z.string().max(1024).exactOptional(),
    depth: countInQuery(1, 8).exactOptional(),
    limit: countInQuery(1, 1000).exactOptional(),
  }),
  answer: z.object({
    directories: z.array(
      z.object({
        directory: z.string(),
        memories: int,
        files: int,
        meanWeight: z.number().nullable(),
        newestAt: time,
        indexedFiles: int,
      }),
    ),
  }),
});

export const getTrends = endpoint('getTrends', 'get', '/v1/analytics/trends', {
  summary: 'Statements over time by kind or agent: the twelve largest, and all others under null',
  description: WINDOW,
  ...seeing,
  query: z.strictObject({ ...analyticsFields, by: z.enum(['kind', 'agent']) }),
  answer: z.object({ ...windowField, trends: z.array(z.object({ bucket: timeSchema, key: text, created: int })) }),
});

export const getMemoryHealth = endpoint('getMemoryHealth', 'get', '/v1/analytics/health', {
  summary: 'States, ages, repetition and junk of what is remembered',
  description:
    'The state as it is now. Repeated: active statements with almost the same words as another. Junk: active ones of fewer than 20 bytes or a weight of ' +
    '0.5 or less. Only forgotten is limited to the time between since and until.',
  ...seeing,
  query: analyticsQuery,
  answer: z.object({
    ...windowField,
    total: int,
    active: int,
    superseded: int,
    expired: int,
    quarantined: int,
    pinned: int,
    repeated: int,
    dedupRatio: z.number(),
    junk: int,
    junkShare: z.number(),
    meanWeight: z.number().nullable(),
    bytes: int,
    oldestAt: time,
    newestAt: time,
    ages: z.object({ week: int, month: int, quarter: int, year: int, older: int }),
    forgotten: int,
  }),
});

const memory = { id: uuidSchema, kind: z.string(), excerpt: z.string() };

export const didItHelp = endpoint('didItHelp', 'get', '/v1/analytics/did-it-help', {
  summary: 'Whether memory helped: what was given, what it cost, what was used, and what became of it',
  description:
    'Covers the last 7 days unless since and until say otherwise; at most 366 days. idle lists memories that were in three blocks or more and that no session ' +
    'ever cited or followed. Memories that the caller may not read are left out.',
  ...seeing,
  query: z.strictObject(stretchFields),
  answer: z
    .object({
      since: timeSchema,
      until: timeSchema,
      verdict: z.string(),
      figures: z.object({
        sessions: int,
        live: int,
        givenSessions: int,
        blocks: int,
        tokens: int,
        lines: int,
        cited: int,
        followed: int,
        usingSessions: int,
        outcomes: z.object({ accepted: int, rework: int, rejected: int, unknown: int }),
      }),
      experiment: experimentReportSchema.nullable(),
      earned: z.array(z.object({ ...memory, cited: int, followed: int, accepted: int, weight: z.number() })),
      idle: z.array(z.object({ ...memory, blocks: int, tokens: int })),
      learned: z.array(z.object({ ...memory, createdAt: timeSchema })),
    })
    .meta({ id: 'DidItHelp', description: 'Whether memory helped, as far as anybody can know.' }),
});
