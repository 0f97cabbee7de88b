import type { InjectionTrace, TraceReason } from '@inkling/engine/types';
import { z } from 'zod';
import { uuidSchema } from './fields.ts';

const REASONS = [
  'over-budget',
  'over-limit',
  'seen',
  'below-relevance',
  'near-duplicate',
  'denied',
  'not-recallable',
  'nothing-visible',
  'teaches-nothing',
  'duplicate',
  'foreign-organisation',
  'invalid-row',
] as const satisfies readonly TraceReason[];

const policy = z.string().max(512).nullable();
const number = z.number().nullable();

/** How a block came to be. */
export const injectionTraceSchema: z.ZodType<InjectionTrace> = z
  .strictObject({
    source: z.enum(['session-start', 'in-session', 'api']),
    blockHash: z.string().nullable(),
    outcome: z.string().max(512),
    elapsedMs: number,
    degraded: z.enum(['cold-index', 'stale-index']).nullable(),
    rows: z
      .array(
        z.strictObject({
          id: uuidSchema,
          relevance: z.number(),
          score: z.number(),
          weight: z.number(),
          unweightedRank: z.number().int(),
          weightedRank: z.number().int(),
          tokens: number,
          policy,
        }),
      )
      .max(1000),
    leftOut: z
      .array(
        z.strictObject({
          id: uuidSchema.nullable(),
          reason: z.enum(REASONS),
          relevance: number,
          weightedRank: z.number().int().nullable(),
          tokens: number,
          policy,
        }),
      )
      .max(1000),
    leftOutCount: z.number().int(),
  })
  .meta({
    id: 'InjectionTrace',
    description: 'How a block came to be: scores, places, token costs and policies, no text.',
  });
