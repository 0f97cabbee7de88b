import type { RememberResult } from '@inkling/engine';
import type { CaptureResult } from '@inkling/engine/capture';
import { z } from 'zod';
import { amendmentSchema } from './amendments.ts';
import type { Endpoint } from './endpoint.ts';
import { sessionParams, type SessionParams } from './fields.ts';
import { observationBodySchema, rememberResultSchema, type ObservationBody } from './observation.ts';
import { ANY_ROLE, WORKERS } from './role.ts';

/** Remembers what an agent says it learned. */
export const captureStatementEndpoint: Endpoint<{ body: ObservationBody; answer: RememberResult }> = {
  id: 'captureStatement',
  method: 'post',
  path: '/v1/captures',
  summary: 'Remember what an agent says it learned, unless it only repeats the memory',
  description:
    'As remember, for words that passed through a model: lines of blocks are left out, and what only repeats the memory, or a block of the session, ' +
    'is answered by the statement that says it, with created: false.',
  roles: ANY_ROLE,
  agent: 'writes',
  body: observationBodySchema,
  answer: rememberResultSchema,
  errors: ['observation-empty', 'observation-too-large'],
};

/** Captures a session again. */
export const captureSessionEndpoint: Endpoint<{ params: SessionParams; answer: CaptureResult }> = {
  id: 'captureSession',
  method: 'post',
  path: '/v1/sessions/{sessionId}/capture',
  summary: 'Capture what a session learned so far',
  description:
    'It happens by itself: of a prompt when it is reported, of a session when it ends. Repeating it adds nothing.',
  roles: WORKERS,
  params: sessionParams,
  answer: z.object({
    remembered: z.array(rememberResultSchema),
    known: z.number().int(),
    amendments: z.array(amendmentSchema).readonly(),
  }),
  errors: ['session-not-found'],
};
