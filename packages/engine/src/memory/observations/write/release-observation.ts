import { logged } from '../../../base/database/change-chain.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { observationNotFound } from '../../../base/errors.ts';
import { invalidInput, requireId } from '../../../base/require-input.ts';
import { isUuid, uuidv7 } from '../../../base/uuid.ts';
import { announceVectorsOf } from './change-observation.ts';
import type { Observation } from '../observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';

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
export async function releaseObservation(
  tenant: TenantDatabase,
  id: string,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<ReleaseResult> {
  if (!isUuid(id)) throw invalidInput('id', 'the id of an observation');
  requireId(actor, 'actor');
  // The update hides from the select beside it: one answers the row as it was, the other as it is now, in one statement.
  const [row] = await logged<ObservationRow & { released: boolean }>(tenant, {
    text: `
      with held as (
        select o.id, o.quarantine_reason from observations o where o.org_id = $1 and o.id = $2::uuid for update
      ), freed as (
        update observations o set quarantine_reason = null, updated_at = clock_timestamp() from held
        where o.org_id = $1 and o.id = held.id and held.quarantine_reason is not null
        returning o.*),
      noted as (
        insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
        select $1, $3, $4, 'observation:' || freed.id, 'quarantine', to_jsonb(held.quarantine_reason), null, clock_timestamp()
        from freed join held on held.id = freed.id),
      announced as (${announceVectorsOf('freed')})
      select true as released, ${OBSERVATION_COLUMNS} from freed o
      union all
      select false, ${OBSERVATION_COLUMNS} from observations o
      where o.org_id = $1 and o.id = $2::uuid and not exists (select from freed)`,
    values: [tenant.orgId, id, uuidv7(now), actor],
  });
  if (!row) throw observationNotFound(id);
  const { released, ...observation } = row;
  return { released, observation };
}
