import type { SaidOutcome, SessionOutcomeView } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { sessionParams, type SessionParams } from './fields.ts';
import { ANY_ROLE } from './role.ts';

const outcomeSchema = z.enum(['accepted', 'rework', 'rejected']).nullable();
const sourceSchema = z.enum(['verdict', 'completion', 'commit', 'survival', 'fix-up', 'revert', 'check', 'correction']);

const answer: z.ZodType<SessionOutcomeView> = z
  .object({
    sessionId: z.string(),
    outcome: outcomeSchema.describe('null = unknown'),
    source: sourceSchema.nullable().describe('What decided; null = there is no evidence'),
    confidence: z.number().describe('0 to 1: how far the deciding source can be trusted'),
    decidedAt: z.string().nullable(),
    evidence: z.array(
      z.object({
        source: sourceSchema,
        subject: z.string(),
        says: z.enum(['accepted', 'rework', 'rejected', 'unknown', 'withdrawn']),
        detail: z.string(),
        actor: z.string().nullable(),
        occurredAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'SessionOutcome', description: 'What is known of how a session ended, and by what.' });

const shared = { path: '/v1/sessions/{sessionId}/outcome', params: sessionParams, answer, roles: ANY_ROLE } as const;

/** How a session ended. */
export const getOutcomeEndpoint: Endpoint<{ params: SessionParams; answer: SessionOutcomeView }> = {
  ...shared,
  id: 'getSessionOutcome',
  method: 'get',
  summary: 'What is known of how a session ended, and by what evidence',
  errors: ['session-not-found'],
};

/** What somebody says of a session. */
export interface OutcomeBody {
  readonly outcome: SaidOutcome;
  readonly reason?: string;
}

/** Says how a session ended. */
export const setOutcomeEndpoint: Endpoint<{ params: SessionParams; body: OutcomeBody; answer: SessionOutcomeView }> = {
  ...shared,
  id: 'setSessionOutcome',
  method: 'put',
  summary: 'Say how a session ended, over all other evidence',
  description:
    'However late: the weights become what they would have been. unknown says that nobody can know. The change log names the caller.',
  body: z.strictObject({
    outcome: z.enum(['accepted', 'rework', 'rejected', 'unknown']),
    reason: z.string().max(300).exactOptional(),
  }),
  errors: ['session-not-found'],
};

/** Takes back what was said. */
export const removeOutcomeEndpoint: Endpoint<{ params: SessionParams; answer: SessionOutcomeView }> = {
  ...shared,
  id: 'removeSessionOutcome',
  method: 'delete',
  summary: 'Take back what was said of how a session ended: the other evidence decides again',
  errors: ['session-not-found'],
};
