import type { TenantDatabase } from '../../base/database/database.ts';
import { observationNotFound } from '../../base/not-found.ts';
import { isUuid } from '../../base/uuid.ts';
import { invalidInput } from '../../base/invalid-input.ts';
import { announceVectorsOf } from './announce-vectors.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow } from './observation-row.ts';

/** The end of {@link releaseObservation}. */
export interface ReleaseResult {
  /** False when the row was in no quarantine: nothing was written. */
  readonly released: boolean;
  /** The row as it is now; it may still be superseded or expired, and is then not recalled. */
  readonly observation: Observation;
}

/**
 * Ends an observation's quarantine after a review: it may be recalled like any other. Of several at once one releases it.
 * Fails with `invalid-input` when the id is none, and with `observation-not-found`.
 */
export async function releaseObservation(tenant: TenantDatabase, id: string): Promise<ReleaseResult> {
  if (!isUuid(id)) throw invalidInput('id', 'the id of an observation');
  // The update hides from the select beside it: one answers the row as it was, the other as it is now, in one statement.
  const [row] = await tenant.query<ObservationRow & { released: boolean }>({
    text: `
      with freed as (
        update observations o set quarantine_reason = null, updated_at = clock_timestamp()
        where o.org_id = $1 and o.id = $2::uuid and o.quarantine_reason is not null
        returning o.*),
      announced as (${announceVectorsOf('freed')})
      select true as released, ${OBSERVATION_COLUMNS} from freed o
      union all
      select false, ${OBSERVATION_COLUMNS} from observations o
      where o.org_id = $1 and o.id = $2::uuid and not exists (select from freed)`,
    values: [tenant.orgId, id],
  });
  if (!row) throw observationNotFound(id);
  return { released: row.released, observation: observationFromRow(row) };
}
