import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { timeSchema } from './fields.ts';
import { ADMINS } from './role.ts';

/** A code for one browser. */
export interface InspectorCode {
  readonly code: string;
  readonly expiresAt: string;
}

/** What a browser was let in with. */
export interface InspectorPass {
  /** To be sent as the bearer. */
  readonly secret: string;
  readonly orgId: string;
  readonly expiresAt: string;
}

/** Makes a code. */
export const issueInspectorCodeEndpoint: Endpoint<{ answer: InspectorCode }> = {
  id: 'issueInspectorCode',
  method: 'post',
  path: '/v1/inspector/codes',
  summary: 'Make a code that lets a browser of this machine into the inspector: once, within ten minutes',
  description: 'With the token of the machine only: what came out of a code, or a key, is unauthorized here.',
  roles: ADMINS,
  action: 'manageKeys',
  answer: z.object({ code: z.string(), expiresAt: timeSchema }),
  status: 201,
};

/** Takes a code. */
export const openInspectorEndpoint: Endpoint<{ answer: InspectorPass }> = {
  id: 'openInspector',
  method: 'post',
  path: '/v1/inspector/passes',
  summary: 'Exchange a code, sent as the bearer, for a pass of one organisation with the role operator',
  description:
    'The code is used up, also by a request for something else. The pass is taken from this machine only, for a week.',
  roles: ADMINS,
  action: 'manageKeys',
  answer: z.object({ secret: z.string(), orgId: z.string(), expiresAt: timeSchema }),
  status: 201,
  errors: ['inspector-code-refused'],
};
