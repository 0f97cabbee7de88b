import type { InjectionResult, ProviderHookEvent } from '@inkling/engine';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, uuidSchema } from './fields.ts';
import type { Role } from './role.ts';

/** A hook of an agent around one tool call; the organisation is the caller's. */
export interface HookEventBody extends Omit<ProviderHookEvent, 'orgId'> {
  /** Of `post-tool-use`: false = the call failed: it sets no facet. (Default: true) */
  readonly succeeded?: boolean;
  /** Of `post-tool-use`: what the tool said. Of a test, build or check that failed the first and last 1,000 characters are kept. */
  readonly output?: string;
}

/** Whoever sees tool calls. */
const REPORTERS: readonly Role[] = ['worker', 'agent', 'admin'];

/** Reports a tool call. */
export const reportEventEndpoint: Endpoint<{ body: HookEventBody; answer: InjectionResult }> = {
  id: 'reportEvent',
  method: 'post',
  path: '/v1/events',
  summary: 'Report a tool call of an agent; what matters for it is enqueued',
  description:
    'Answers at once with the outcome: never later than the 100 ms budget, and a block comes with the next beat. A session that is unknown, another ' +
    "organisation's or not running is skipped (not-running), and so is one that names another project than its session's (other-project). The same event again brings no second block. emittedAt is told to metrics and decides " +
    'nothing, so one from the future is taken. Of the paths in toolInput the first counts. With toolUseId the look-up begins at pre-tool-use ' +
    '(prefetching) and its block is handed over at post-tool-use. What a post-tool-use of a running session tells about it (the file that was ' +
    'edited, the test that ran) is written as context activities, unless succeeded is false; of a test, build or check that failed, the command and ' +
    'the ends of its output.',
  roles: REPORTERS,
  agent: 'asks',
  body: z.strictObject({
    type: z.enum(['pre-tool-use', 'post-tool-use']),
    sessionId: idSchema,
    agentId: idSchema,
    projectId: idSchema.nullable().exactOptional(),
    toolName: z.string().max(512),
    toolInput: z.unknown(),
    toolUseId: idSchema.exactOptional(),
    succeeded: z.boolean().exactOptional(),
    output: z.string().exactOptional(),
    emittedAt: z.number(),
    memoryScope: z.enum(['project', 'org', 'session']).exactOptional(),
    memoryNamespace: z.string().max(512).exactOptional(),
  }),
  answer: z.object({
    outcome: z.enum(['injected', 'queued', 'no-match', 'skipped', 'budget-exceeded', 'disabled']),
    reason: z
      .enum([
        'delivery-off',
        'not-running',
        'other-project',
        'prefetching',
        'session-ended',
        'lookup-failed',
        'delivery-failed',
        'delivery-open',
      ])
      .nullable(),
    observationIds: z.array(uuidSchema),
    actualTokens: z.number(),
    degraded: z.enum(['cold-index', 'stale-index']).nullable(),
    elapsedMs: z.number(),
  }),
};
