import type { Amendment } from '@inkling/engine/capture';
import { z } from 'zod';
import { ANY_ROLE, endpoint, PEOPLE, WORKERS } from './endpoint.ts';
import { idSchema, sessionParams, timeSchema } from './fields.ts';
import { observationBodySchema, rememberResultSchema } from './observation.ts';

const amendmentSchema: z.ZodType<Amendment> = z.object({
  sessionId: idSchema,
  amendsSessionId: idSchema,
  projectId: idSchema.nullable(),
  amendedAt: timeSchema,
  replaces: z.boolean(),
  undoneAt: timeSchema.nullable(),
});

export const captureStatement = endpoint('captureStatement', 'post', '/v1/captures', {
  summary: 'Remember what an agent says it learned, unless it only repeats the memory',
  description:
    'Like remember, for words that passed through a model: lines of blocks are left out, and for content that only repeats the memory, or a block of the session, ' +
    'the existing statement is returned, with created: false.',
  roles: ANY_ROLE,
  body: observationBodySchema,
  answer: rememberResultSchema,
  errors: ['observation-empty', 'observation-too-large'],
});

export const captureSession = endpoint('captureSession', 'post', '/v1/sessions/{sessionId}/capture', {
  summary: 'Capture what a session learned so far',
  description:
    'This also happens automatically: for a prompt when it is reported, for a session when it ends. Repeating it adds nothing.',
  roles: WORKERS,
  params: sessionParams,
  answer: z.object({
    remembered: z.array(rememberResultSchema),
    known: z.number().int(),
    amendments: z.array(amendmentSchema).readonly(),
  }),
  errors: ['session-not-found'],
});

const amendmentList = z.object({ amendments: z.array(amendmentSchema).readonly() });

export const listAmendments = endpoint('listAmendments', 'get', '/v1/amendments', {
  summary: 'List the sessions that amend what an earlier session settled, or come back to it',
  description:
    'Newest first, at most 500, undone links included. An empty projectId selects what belongs to no project.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ projectId: z.string().max(512).exactOptional() }),
  answer: amendmentList,
});

export const linkAmendments = endpoint('linkAmendments', 'post', '/v1/amendments', {
  summary: 'Link a remembered session to the earlier one whose rules it changes, or that is about the same',
  description: 'Returns the links that were made now. This also happens automatically when a session ends.',
  roles: [...WORKERS, 'member'],
  body: z.strictObject({ sessionId: idSchema, projectId: idSchema.nullable() }),
  answer: amendmentList,
});

export const undoAmendment = endpoint('undoAmendment', 'post', '/v1/amendments/undo', {
  summary: 'Undo the link between a session and the one it amends',
  description: 'Both sessions are recalled again, each on its own; the link is not made again.',
  roles: PEOPLE,
  action: 'amend',
  body: z.strictObject({ sessionId: idSchema, amendsSessionId: idSchema }),
  answer: z.object({ undone: z.boolean() }),
});
