import type { Activity } from '@inkling/engine';
import type { Facet } from '@inkling/engine/types';

/** The facets that were stored with what the feed has told since, by name. */
export function freshestFacets(stored: readonly Facet[], activities: readonly Activity[]): Facet[] {
  const facets = new Map(stored.map((facet) => [facet.key, facet]));
  for (const { type, body, seq, occurredAt } of activities) {
    const { key, value } = body;
    if (type !== 'context' || typeof key !== 'string' || value === undefined) continue;
    if ((facets.get(key)?.seq ?? 0) < seq) facets.set(key, { key, value, seq, changedAt: occurredAt });
  }
  return [...facets.values()].toSorted((a, b) => a.key.localeCompare(b.key));
}
