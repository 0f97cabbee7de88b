import type {
  Claim,
  DirectoryCoverage,
  DirectoryCoverageRequest,
  FileDrift,
  MemoryDrift,
  MemoryHealth,
  MemoryTrend,
  TrendKey,
  WithWindow,
} from '@inkling/engine/types';
import { z } from 'zod';
import { analyticsFields, analyticsQuery, WINDOW, windowField, type AnalyticsQuery } from './analytics-query.ts';
import type { Endpoint } from './endpoint.ts';
import { countInQuery, timeSchema, uuidSchema } from './fields.ts';
import { PEOPLE } from './role.ts';

const int = z.number().int();
const text = z.string().nullable();
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

/** How many alerts. */
export interface DriftQuery extends AnalyticsQuery {
  readonly limit?: number;
}

/** What may not hold any more. */
export const driftEndpoint: Endpoint<{ query: DriftQuery; answer: MemoryDrift }> = {
  id: 'getDrift',
  method: 'get',
  path: '/v1/analytics/drift',
  summary:
    'Memories about files that imported commits changed since, or that the code index has not, and memories that contradict each other',
  description:
    `${WINDOW} It is the commits that are of this time; memories of any time are told. Contradictions are nearly the same words with other numbers or a ` +
    'negation, among the newest 2000 statements.',
  roles: PEOPLE,
  action: 'viewAnalytics',
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
};

/** Which directories. */
export interface CoverageQuery extends Pick<AnalyticsQuery, 'projectId'>, DirectoryCoverageRequest {}

/** What is known where. */
export const coverageEndpoint: Endpoint<{
  query: CoverageQuery;
  answer: { directories: readonly DirectoryCoverage[] };
}> = {
  id: 'getCoverage',
  method: 'get',
  path: '/v1/analytics/coverage',
  summary: 'Memories by directory, beside the files that the code index has there',
  description:
    'The first depth segments of a path count (2 by default), only below the directory under when it is given.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({
    projectId: z.string().max(512).exactOptional(),
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
};

/** By what. */
export interface TrendsQuery extends AnalyticsQuery {
  readonly by: TrendKey;
}

/** What was remembered when. */
export const trendsEndpoint: Endpoint<{
  query: TrendsQuery;
  answer: WithWindow & { readonly trends: readonly MemoryTrend[] };
}> = {
  id: 'getTrends',
  method: 'get',
  path: '/v1/analytics/trends',
  summary: 'Statements over time by kind or agent: the twelve largest, and all others under null',
  description: WINDOW,
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ ...analyticsFields, by: z.enum(['kind', 'agent']) }),
  answer: z.object({ ...windowField, trends: z.array(z.object({ bucket: timeSchema, key: text, created: int })) }),
};

/** How the memory is doing. */
export const healthEndpoint: Endpoint<{ query: AnalyticsQuery; answer: WithWindow & MemoryHealth }> = {
  id: 'getMemoryHealth',
  method: 'get',
  path: '/v1/analytics/health',
  summary: 'States, ages, repetition and junk of what is remembered',
  description:
    'As it is now. Repeated: active statements whose words are those of another but for small things. Junk: active ones of fewer than 20 bytes or a weight of ' +
    '0.5 or less. forgotten counts within since and until.',
  roles: PEOPLE,
  action: 'viewAnalytics',
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
};
