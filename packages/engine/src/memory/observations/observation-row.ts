import type { Row } from '../../base/database/database.ts';
import type { Classification, Observation, ObservationMetadata, ObservationSource } from './observation.ts';

/** What every statement that answers observations selects, from the table under the alias `o`. */
export const OBSERVATION_COLUMNS = `o.org_id, o.id, o.project_id, o.agent_id, o.session_id, o.kind, o.content, o.content_hash, o.source,
  o.classification, o.weight, o.pinned, o.metadata, lpad(to_hex(o.simhash), 16, '0') as simhash, o.superseded_by, o.valid_to,
  o.quarantine_reason, o.created_at, o.updated_at`;

/** A row of {@link OBSERVATION_COLUMNS} as both database adapters answer it: moments are ISO text, bigints would be text. */
export interface ObservationRow extends Row {
  readonly org_id: string;
  readonly id: string;
  readonly project_id: string;
  readonly agent_id: string;
  readonly session_id: string | null;
  readonly kind: string;
  readonly content: string;
  readonly content_hash: string;
  readonly source: string;
  readonly classification: string;
  readonly weight: number;
  readonly pinned: boolean;
  readonly metadata: ObservationMetadata;
  readonly simhash: string;
  readonly superseded_by: string | null;
  readonly valid_to: string | null;
  readonly quarantine_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The observation that a row holds. */
export function observationFromRow(row: ObservationRow): Observation {
  return {
    orgId: row.org_id,
    id: row.id,
    projectId: projectFromColumn(row.project_id),
    agentId: row.agent_id,
    sessionId: row.session_id,
    kind: row.kind,
    content: row.content,
    contentHash: row.content_hash,
    source: row.source as ObservationSource,
    classification: row.classification as Classification,
    weight: row.weight,
    pinned: row.pinned,
    metadata: row.metadata,
    simhash: row.simhash,
    supersededBy: row.superseded_by,
    validTo: row.valid_to,
    quarantineReason: row.quarantine_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The column's `''` is no project: a unique key cannot hold null without letting duplicates through. */
export function projectFromColumn(column: string): string | null {
  return column === '' ? null : column;
}

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
