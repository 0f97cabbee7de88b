import type { TenantDatabase } from '../../base/database/database.ts';
import { invalidInput } from '../../base/invalid-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow } from './observation-row.ts';

/** Corrections of one statement that are followed; nobody makes so many, and a chain that was made by hand may be a ring. */
const MOST_LINKS = 100;

/**
 * What an observation replaced and what replaced it, oldest first: the chain that it is in, itself included. Several statements may have been
 * replaced by one. Empty when there is no such observation. Fails with `invalid-input`.
 */
export async function supersessionChain(tenant: TenantDatabase, id: string): Promise<readonly Observation[]> {
  if (!isUuid(id)) throw invalidInput('id', 'the id of an observation');
  const rows = await tenant.query<ObservationRow>({
    text: `
      with recursive newer (id, superseded_by) as (
        select o.id, o.superseded_by from observations o where o.org_id = $1 and o.id = $2::uuid
        union
        select o.id, o.superseded_by from newer join observations o on o.org_id = $1 and o.id = newer.superseded_by
      ), older (id) as (
        select o.id from observations o where o.org_id = $1 and o.id = $2::uuid
        union
        select o.id from older join observations o on o.org_id = $1 and o.superseded_by = older.id
      ), chain as (
        (select id from newer limit ${MOST_LINKS}) union (select id from older limit ${MOST_LINKS})
      )
      select ${OBSERVATION_COLUMNS} from chain join observations o on o.org_id = $1 and o.id = chain.id
      order by o.created_at, o.id`,
    values: [tenant.orgId, id],
  });
  return rows.map(observationFromRow);
}
