import type { AnalyticsRequest, WithWindow } from '@inkling/engine/types';
import { z } from 'zod';
import { type FieldsOf, type OptionalFieldsOf, timeSchema } from './fields.ts';

/** A stretch of time in a query string, and whose figures are wanted. */
export interface AnalyticsQuery extends Omit<AnalyticsRequest, 'projectId' | 'since' | 'until'> {
  /** '' = what belongs to no project. */
  readonly projectId?: string;
  readonly since?: string;
  readonly until?: string;
}

/** The fields of {@link AnalyticsQuery}, all of which may be left out. */
export const analyticsFields: OptionalFieldsOf<AnalyticsQuery> = {
  projectId: z.string().max(512).exactOptional(),
  since: timeSchema.exactOptional(),
  until: timeSchema.exactOptional(),
  bucket: z.enum(['hour', 'day', 'week']).exactOptional(),
};

/** A stretch of time and nothing else. */
export const analyticsQuery: z.ZodType<AnalyticsQuery> = z.strictObject(analyticsFields);

/** The field that tells which stretch of time figures are of. */
export const windowField: FieldsOf<WithWindow> = {
  window: z.object({ since: timeSchema, until: timeSchema, bucket: z.enum(['hour', 'day', 'week']) }),
};

/** What is said of every stretch of time. */
export const WINDOW: string =
  'Of the 30 days before now, unless since and until say otherwise; 366 days at most, in at most 400 buckets (UTC).';
