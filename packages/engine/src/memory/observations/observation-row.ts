import type { Row } from '../../base/database/database.ts';
import type { AmendmentRecord } from './write/amendments.ts';
import type { Observation } from './observation.ts';

/**
 * What every statement that answers {@link Observation}s selects, from the table under the alias `o`. The project's column has `''` for none: a unique
 * key cannot hold null without letting duplicates through.
 */
export const OBSERVATION_COLUMNS = `o.org_id as "orgId", o.id, nullif(o.project_id, '') as "projectId", o.agent_id as "agentId",
  o.session_id as "sessionId", o.kind, o.content, o.content_hash as "contentHash", o.source, o.classification, o.weight, o.pinned,
  o.metadata, lpad(to_hex(o.simhash), 16, '0') as simhash, o.superseded_by as "supersededBy", o.valid_to as "validTo",
  o.quarantine_reason as "quarantineReason", o.created_at as "createdAt", o.updated_at as "updatedAt"`;

/** A row of {@link OBSERVATION_COLUMNS}. */
export type ObservationRow = Observation & Row;

/**
 * An observation as it is exported, one JSON object a line. Left out is what belongs to the database it came from: the organisation (an
 * import decides that), the time of the last change (an import is a change, and followers of the feed must see it) and what is
 * computed from the text (SimHash).
 */
export type ObservationRecord = Omit<Observation, 'orgId' | 'updatedAt' | 'simhash'> & {
  /** The earlier talks that the row's session changes; absent when there are none. */
  readonly amends?: readonly AmendmentRecord[];
};

/** An observation with what its record says beyond the row. */
export type ExportedObservation = Observation & Pick<ObservationRecord, 'amends'>;

/** The record of a row. Its keys are in the order of {@link OBSERVATION_COLUMNS}, so that equal rows make equal lines. */
export function recordOf({
  orgId: _org,
  updatedAt: _updated,
  simhash: _simhash,
  ...record
}: ExportedObservation): ObservationRecord {
  return record;
}
