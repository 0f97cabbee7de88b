import type { Observation } from './observation.ts';

/** What happened to one observation, as writers announce it and the change feed tells it. */
export type ObservationChange =
  | { readonly type: 'written'; readonly observation: Observation }
  | { readonly type: 'removed'; readonly id: string; readonly projectId: string | null };
