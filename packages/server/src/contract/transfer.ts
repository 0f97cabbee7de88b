import type { ProjectFingerprint, TransferGrant, TransferPair, TransferReason } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, timeSchema } from './fields.ts';
import { ADMINS, PEOPLE } from './role.ts';

const pair = { sourceProjectId: idSchema, destinationProjectId: idSchema };
const pairSchema: z.ZodType<TransferPair> = z.strictObject(pair);
const names: z.ZodType<readonly string[]> = z.array(idSchema).max(5000);
const fingerprint = { projectId: idSchema, technologies: names, manifests: names };

/** Every grant. */
export const listTransferGrantsEndpoint: Endpoint<{ answer: { grants: readonly TransferGrant[] } }> = {
  id: 'listTransferGrants',
  method: 'get',
  path: '/v1/transfer/grants',
  summary: "List which projects may be shown which other projects' memories",
  roles: ADMINS,
  action: 'viewTransfer',
  answer: z.object({ grants: z.array(z.object({ ...pair, grantedBy: z.string(), grantedAt: timeSchema })) }),
};

/** Grants a pair. */
export const grantTransferEndpoint: Endpoint<{ body: TransferPair; answer: { granted: boolean } }> = {
  id: 'grantTransfer',
  method: 'put',
  path: '/v1/transfer/grants',
  summary: 'Let memories of one project be shown in another; granted: false means that it was so before',
  roles: ADMINS,
  action: 'manageTransfer',
  body: pairSchema,
  answer: z.object({ granted: z.boolean() }),
};

/** Takes a grant back. */
export const revokeTransferEndpoint: Endpoint<{ body: TransferPair; answer: { revoked: boolean } }> = {
  id: 'revokeTransfer',
  method: 'post',
  path: '/v1/transfer/grants/revoke',
  summary: 'Take such a grant back; revoked: false means that there was none',
  roles: ADMINS,
  action: 'manageTransfer',
  body: pairSchema,
  answer: z.object({ revoked: z.boolean() }),
};

/** Says what holds for a pair. */
export const whyTransferEndpoint: Endpoint<{ body: TransferPair; answer: TransferReason }> = {
  id: 'whyTransfer',
  method: 'post',
  path: '/v1/transfer/why',
  summary: 'Say why memories of one project are shown in another, or not',
  description: 'The policy, the third condition, decides on each memory: see /v1/policies/denials.',
  roles: ADMINS,
  action: 'viewTransfer',
  body: pairSchema,
  answer: z.object({
    granted: z.boolean(),
    jaccard: z.number(),
    containment: z.number(),
    threshold: z.number(),
    measure: z.enum(['jaccard', 'containment']),
    alike: z.boolean(),
    unknownProjects: z.array(z.string()),
  }),
};

/** The technologies of a project. */
export const getFingerprintEndpoint: Endpoint<{
  query: { readonly projectId: string };
  answer: { fingerprint: ProjectFingerprint | null };
}> = {
  id: 'getFingerprint',
  method: 'get',
  path: '/v1/transfer/fingerprint',
  summary: 'The technologies of a project; null = nobody has read them',
  roles: PEOPLE,
  action: 'viewFingerprint',
  query: z.strictObject({ projectId: idSchema }),
  answer: z.object({ fingerprint: z.object(fingerprint).nullable() }),
};

/** Writes the technologies of a project. */
export const setFingerprintEndpoint: Endpoint<{ body: ProjectFingerprint; answer: { written: boolean } }> = {
  id: 'setFingerprint',
  method: 'put',
  path: '/v1/transfer/fingerprint',
  summary: 'Write the technologies of a project, as its manifests name them',
  roles: ADMINS,
  action: 'manageTransfer',
  body: z.strictObject(fingerprint),
  answer: z.object({ written: z.boolean() }),
};
