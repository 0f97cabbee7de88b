import type { Amendment } from '@inkling/engine/capture';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, timeSchema } from './fields.ts';
import { PEOPLE, WORKERS } from './role.ts';

/** A link between two talks. */
export const amendmentSchema: z.ZodType<Amendment> = z.object({
  sessionId: idSchema,
  amendsSessionId: idSchema,
  projectId: idSchema.nullable(),
  amendedAt: timeSchema,
  undoneAt: timeSchema.nullable(),
});

const listSchema = z.object({ amendments: z.array(amendmentSchema).readonly() });

interface AmendmentList {
  readonly amendments: readonly Amendment[];
}

/** Which talks change what an earlier one settled. */
export const listAmendmentsEndpoint: Endpoint<{ query: { readonly projectId?: string }; answer: AmendmentList }> = {
  id: 'listAmendments',
  method: 'get',
  path: '/v1/amendments',
  summary: 'List the sessions that amend what an earlier session settled',
  description: 'Newest first, at most 500, those taken back included. An empty projectId means none.',
  roles: PEOPLE,
  action: 'viewAnalytics',
  query: z.strictObject({ projectId: z.string().max(512).exactOptional() }),
  answer: listSchema,
};

interface LinkBody {
  readonly sessionId: string;
  readonly projectId: string | null;
}

/** Looks for the earlier talk that a session amends. */
export const linkAmendmentsEndpoint: Endpoint<{ body: LinkBody; answer: AmendmentList }> = {
  id: 'linkAmendments',
  method: 'post',
  path: '/v1/amendments',
  summary: 'Link a remembered session to the earlier one whose rules it changes',
  description: 'Answers the links that were made now. It happens by itself when a session ends.',
  roles: [...WORKERS, 'member'],
  body: z.strictObject({ sessionId: idSchema, projectId: idSchema.nullable() }),
  answer: listSchema,
};

/** Two talks. */
export type AmendmentLink = Pick<Amendment, 'sessionId' | 'amendsSessionId'>;

/** Takes a link back. */
export const undoAmendmentEndpoint: Endpoint<{ body: AmendmentLink; answer: { readonly undone: boolean } }> = {
  id: 'undoAmendment',
  method: 'post',
  path: '/v1/amendments/undo',
  summary: 'Take back that one session amends another',
  description: 'Both sessions are recalled again, each for itself; the link is not made again.',
  roles: PEOPLE,
  action: 'amend',
  body: z.strictObject({ sessionId: idSchema, amendsSessionId: idSchema }),
  answer: z.object({ undone: z.boolean() }),
};
