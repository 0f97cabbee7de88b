import type { Observation, ObservationStatus } from './observation.ts';

type StatusFields = Pick<Observation, 'supersededBy' | 'validTo' | 'quarantineReason'>;

/** The state of a row at `nowMs`. A row that is several of these is named by the first: superseded, expired, quarantined. */
export function observationStatus(row: StatusFields, nowMs: number): ObservationStatus {
  if (row.supersededBy !== null) return 'superseded';
  if (row.validTo !== null && Date.parse(row.validTo) <= nowMs) return 'expired';
  return row.quarantineReason === null ? 'active' : 'quarantined';
}

/** True when the row may be recalled at `nowMs`: not superseded, not expired, not in quarantine. Source: contract section 3. */
export function isRecallable(row: StatusFields, nowMs: number): boolean {
  return observationStatus(row, nowMs) === 'active';
}

/** What happened to one observation, as writers announce it and the change feed tells it. */
export type ObservationChange =
  | { readonly type: 'written'; readonly observation: Observation }
  | { readonly type: 'removed'; readonly id: string; readonly projectId: string | null };
