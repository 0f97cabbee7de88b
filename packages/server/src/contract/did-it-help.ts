import type { DidItHelp } from '@inkling/engine/types';
import { z } from 'zod';
import { analyticsFields, type AnalyticsQuery } from './analytics-query.ts';
import type { Endpoint } from './endpoint.ts';
import { experimentReportSchema } from './experiments.ts';
import { timeSchema, uuidSchema } from './fields.ts';
import { PEOPLE } from './role.ts';

const int = z.number().int();
const named = { id: uuidSchema, kind: z.string(), excerpt: z.string() };
const { bucket: _bucket, ...fields } = analyticsFields;

/** Whether memory helped. */
export const didItHelpEndpoint: Endpoint<{ query: Omit<AnalyticsQuery, 'bucket'>; answer: DidItHelp }> = {
  id: 'didItHelp',
  method: 'get',
  path: '/v1/analytics/did-it-help',
  summary: 'Whether memory helped: what was given, what it cost, what was used, and what became of it',
  description:
    'Of the 7 days before now, unless since and until say otherwise; 366 days at most. idle are memories that were in three blocks or more and that no session ' +
    'ever cited or followed. Memories that the caller may not read are left out.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject(fields),
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
      earned: z.array(z.object({ ...named, cited: int, followed: int, accepted: int, weight: z.number() })),
      idle: z.array(z.object({ ...named, blocks: int, tokens: int })),
      learned: z.array(z.object({ ...named, createdAt: timeSchema })),
    })
    .meta({ id: 'DidItHelp', description: 'Whether memory helped, as far as anybody can know.' }),
};
