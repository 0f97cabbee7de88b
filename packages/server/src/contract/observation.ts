import type { Classification, Observation, ObservationMetadata, RememberResult } from '@inkling/engine';
import type { ObservationRecord, ObservationSource, ObservationStatus } from '@inkling/engine/types';
import { z } from 'zod';
import { idSchema, timeSchema, uuidSchema } from './fields.ts';

/** Who may see a statement, roughly. */
export const classificationSchema: z.ZodType<Classification> = z.enum([
  'public',
  'internal',
  'confidential',
  'restricted',
]);
const source: z.ZodType<ObservationSource> = z.enum(['auto-capture', 'tool', 'import', 'api']);

const STATUSES = ['active', 'superseded', 'expired', 'quarantined'] as const;

/** Whether a statement may be recalled. */
export const statusSchema: z.ZodType<ObservationStatus> = z.enum(STATUSES);

const metadata: z.ZodType<ObservationMetadata> = z.looseObject({
  paths: z.array(z.string()).exactOptional(),
  namespace: z.string().exactOptional(),
  sessionId: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  speaker: z.string().exactOptional(),
});

/** The fields of an observation to remember that a correction may change too. */
export const statementFields = {
  agentId: idSchema.exactOptional(),
  sessionId: idSchema.nullable().exactOptional(),
  kind: idSchema.exactOptional(),
  source: source.exactOptional(),
  classification: classificationSchema.exactOptional(),
  weight: z.number().exactOptional(),
  pinned: z.boolean().exactOptional(),
  metadata: metadata.exactOptional(),
  createdAt: timeSchema.exactOptional(),
  validTo: timeSchema.nullable().exactOptional(),
};

export const observationBodySchema = z
  .strictObject({ content: z.string(), projectId: z.string().max(512).nullable().exactOptional(), ...statementFields })
  .meta({ id: 'ObservationInput', description: 'A statement to remember. Everything but content has a default.' });

/** An observation to remember; dates are texts, as JSON has no others. */
export type ObservationBody = z.output<typeof observationBodySchema>;

const fields = {
  id: uuidSchema,
  projectId: z.string().nullable(),
  agentId: z.string(),
  sessionId: z.string().nullable(),
  kind: z.string(),
  content: z.string(),
  contentHash: z.string(),
  source,
  classification: classificationSchema,
  weight: z.number(),
  pinned: z.boolean(),
  metadata,
  supersededBy: uuidSchema.nullable(),
  validTo: timeSchema.nullable(),
  quarantineReason: z.string().nullable(),
  createdAt: timeSchema,
};

export const observationSchema: z.ZodType<Observation> = z
  .object({ ...fields, orgId: z.string(), simhash: z.string(), updatedAt: timeSchema })
  .meta({ id: 'Observation', description: 'One remembered statement, as it is stored.' });

const amendmentRecord = z.object({
  sessionId: z.string(),
  projectId: z.string().nullable().exactOptional(),
  amendedAt: timeSchema,
  replaces: z.boolean().exactOptional(),
  undoneAt: timeSchema.nullable(),
});

/** An observation as it is exported. */
export const observationRecordSchema: z.ZodType<ObservationRecord> = z
  .object({ ...fields, amends: z.array(amendmentRecord).exactOptional() })
  .meta({ id: 'ObservationRecord', description: 'One remembered statement, as it is exported and imported.' });

export const rememberResultFields = {
  id: uuidSchema,
  created: z.boolean(),
  revived: z.literal(true).exactOptional(),
  contentHash: z.string(),
  status: z.enum([...STATUSES, 'forgotten']),
  redacted: z.array(z.string()),
};

export const rememberResultSchema: z.ZodType<RememberResult> = z.object(rememberResultFields).meta({
  id: 'RememberResult',
  description:
    'created: false means that the statement was already there; revived, that it had expired and is valid again; forgotten, that somebody forgot what an import brought, and nothing was stored.',
});
