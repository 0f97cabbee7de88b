import type { Json } from '@inkling/engine/types';
import { z } from 'zod';

// Shapes and lengths that make no sense are refused here; what a value means is the engine's to judge, so that library, command line and
// HTTP answer alike.

/** An id that the caller chose: organisation, project, session, agent. */
export const idSchema = z.string().min(1).max(512);

export const sessionParams = z.strictObject({ sessionId: idSchema });

/** An id that the engine gave. */
export const uuidSchema = z.uuid();

/** What a mistyped id of a memory is answered with. */
export const NO_MEMORY_ID = 'it is not the id of a memory, which has 8 characters, or 36 as a UUID';

/** The way out for whoever gave a wrong {@link observationIdSchema}. */
export const MEMORY_ID_HINT = 'Blocks, `inkling recall`, the tool recall and the inspector show the ids of memories.';

/** The id of an observation, whole or short as blocks show it. Which one a short id means is the engine's to say. */
export const observationIdSchema = z
  .string()
  .regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{8})$/iu, NO_MEMORY_ID);

/** ISO-8601 UTC. */
export const timeSchema = z.string().max(64).meta({ format: 'date-time' });

export const cursorSchema = z.string().min(1).max(1024);

/** Longest wait that a caller may ask for. */
export const deadlineSchema = z.number().min(1).max(600_000);

export const shareSchema = z.number().min(0).max(1);

/** Files named as hints. A longer list is a mistake or an attack: the engine reads the first 64. */
export const pathsSchema = z.array(z.string().max(4096)).max(1000);

export const flagInQuery = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A feedback weight in a query string. */
export const weightInQuery = z.coerce.number().min(0).max(2);

export function countInQuery(low: number, high: number): z.ZodType<number> {
  return z.coerce.number().int().min(low).max(high);
}

export const jsonSchema = z.json() as z.ZodType<Json>;

/** Words that several operations answer or take. */
export const words = {
  /** What a memory was used for, as far as anybody knows. */
  evidence: z.enum(['cited', 'followed', 'touched', 'explicit']),
  /** How a session ended; null = unknown. */
  outcome: z.enum(['accepted', 'rework', 'rejected']).nullable(),
  /** What somebody says of a memory. */
  verdict: z.enum(['helpful', 'misleading', 'outdated']),
  /** Why a verdict does not count; null = it does. */
  refusal: z.enum(['said-before', 'transferred', 'not-given']).nullable(),
  /** What became of a tool call that the memory was asked about. */
  verbOutcome: z.enum(['injected', 'queued', 'no-match', 'skipped', 'budget-exceeded', 'disabled']),
  /** Where a block is on its way. */
  injectStatus: z.enum(['pending', 'delivered', 'written', 'acked', 'dropped']),
  /** What became of a start block. */
  blockOutcome: z.enum(['ok', 'no-match', 'nothing-fits', 'memory-off', 'deadline-exceeded', 'failed']),
  /** Why an answer may lack something; null = it does not. */
  degraded: z.enum(['cold-index', 'stale-index']).nullable(),
  /** How a session came out of another. */
  link: z.enum(['sub-agent', 'hand-off', 'resume']),
  /** How projects are compared. */
  measure: z.enum(['jaccard', 'containment']),
};
