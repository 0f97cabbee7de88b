import type { Observation } from './observation.ts';

/**
 * An observation as it is exported, one JSON object a line. Left out is what belongs to the database it came from: the organisation (an
 * import decides that), the time of the last change (an import is a change, and followers of the feed must see it) and what is
 * computed from the text (SimHash).
 */
export type ObservationRecord = Omit<Observation, 'orgId' | 'updatedAt' | 'simhash'>;

/** The record of a row. Keys always come in this order, so that equal rows make equal lines. */
export function recordOf(row: Observation): ObservationRecord {
  return {
    id: row.id,
    projectId: row.projectId,
    agentId: row.agentId,
    sessionId: row.sessionId,
    kind: row.kind,
    content: row.content,
    contentHash: row.contentHash,
    source: row.source,
    classification: row.classification,
    weight: row.weight,
    pinned: row.pinned,
    metadata: row.metadata,
    supersededBy: row.supersededBy,
    validTo: row.validTo,
    quarantineReason: row.quarantineReason,
    createdAt: row.createdAt,
  };
}
