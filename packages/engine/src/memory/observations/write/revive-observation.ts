import { logged } from '../../../base/database/change-chain.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { uuidv7 } from '../../../base/uuid.ts';
import { announceVectorsOf } from './change-observation.ts';
import type { Observation } from '../observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';

/** Who remembers an expired statement again, and how long it is to hold now. */
export interface Revival {
  readonly id: string;
  /** null = it has no end. */
  readonly validTo: string | null;
  readonly actor: string;
  readonly now: number;
}

/**
 * Makes an expired observation valid again, and notes in the change log who did, in one statement. Of several at once one revives it. null when it
 * is not expired any more, was superseded or is gone: then nothing is written.
 */
export async function reviveObservation(
  tenant: TenantDatabase,
  { id, validTo, actor, now }: Revival,
): Promise<Observation | null> {
  const values = [tenant.orgId, id, validTo, new Date(now).toISOString(), actor, uuidv7(now)];
  const [row] = await logged<ObservationRow>(tenant, { text: REVIVE, values });
  return row ?? null;
}

const REVIVE = `
  with before as (
    select o.id, o.valid_to from observations o
    where o.org_id = $1 and o.id = $2::uuid and o.superseded_by is null and o.valid_to <= $4::timestamptz
    for update
  ), revived as (
    update observations o set valid_to = $3::timestamptz, updated_at = clock_timestamp()
    from before where o.org_id = $1 and o.id = before.id
    returning o.*
  ), noted as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, $6, $5, 'observation:' || before.id, 'validTo', to_jsonb(before.valid_to), to_jsonb($3::timestamptz), clock_timestamp()
    from before
  ), announced as (${announceVectorsOf('revived')})
  select ${OBSERVATION_COLUMNS} from revived o`;
