import type { GraphContextTriplet } from '../../memory/graph/triplet.ts';
import type { Degradation } from '../../memory/search/search.ts';
import type { LeftOut, RecalledObservation } from '../../recall/memory-store.ts';
import type { Evidence } from './pace.ts';

/** What the memory has for an event. */
export interface Found {
  /** Best first, those included that the session has seen. */
  readonly rows: readonly RecalledObservation[];
  /** Most important first. */
  readonly triplets: readonly GraphContextTriplet[];
  /** Candidates that recall itself left out. */
  readonly leftOut: readonly LeftOut[];
  readonly degraded: Degradation | null;
  /** null = nobody knows what the session is about, so nothing is held back. */
  readonly evidence: Evidence | null;
}

/** What is found where nothing is asked. */
export const NOTHING: Found = { rows: [], triplets: [], leftOut: [], degraded: null, evidence: null };
