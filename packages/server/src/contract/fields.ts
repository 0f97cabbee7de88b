import { z } from 'zod';

// Shapes and lengths that make no sense are refused here; what a value means is the engine's to judge, so that library, command line and
// HTTP answer alike.

/** The schemas of some fields of a type, for the objects that share them. Which of them may be left out is said by the schemas. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodType<Required<Type>[Name]> };

/** The schemas of fields that may all be left out. */
export type OptionalFieldsOf<Type> = {
  readonly [Name in keyof Type]-?: z.ZodExactOptional<z.ZodType<Required<Type>[Name]>>;
};

/** An id that the caller chose: organisation, project, session, agent. */
export const idSchema: z.ZodType<string> = z.string().min(1).max(512);

/** One session in the path. */
export interface SessionParams {
  readonly sessionId: string;
}

/** One session in the path. */
export const sessionParams: z.ZodType<SessionParams> = z.strictObject({ sessionId: idSchema });

/** An id that the engine gave. */
export const uuidSchema: z.ZodType<string> = z.uuid();

/** The id of an observation, whole or short as blocks show it. Which one a short id means is the engine's to say. */
export const observationIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{8})$/iu);

/** ISO-8601 UTC. */
export const timeSchema: z.ZodType<string> = z.string().max(64).meta({ format: 'date-time' });

/** The `cursor` of another page. */
export const cursorSchema: z.ZodType<string> = z.string().min(1).max(1024);

/** Longest wait that a caller may ask for. */
export const deadlineSchema: z.ZodType<number> = z.number().min(1).max(600_000);

/** A number from 0 to 1. */
export const shareSchema: z.ZodType<number> = z.number().min(0).max(1);

/** Files named as hints. A longer list is a mistake or an attack: the engine reads the first 64. */
export const pathsSchema: z.ZodType<readonly string[]> = z.array(z.string().max(4096)).max(1000);

/** True or false in a query string. */
export const flagInQuery: z.ZodType<boolean> = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A feedback weight in a query string. */
export const weightInQuery: z.ZodType<number> = z.coerce.number().min(0).max(2);

/** A whole number in a query string. */
export function countInQuery(low: number, high: number): z.ZodType<number> {
  return z.coerce.number().int().min(low).max(high);
}
