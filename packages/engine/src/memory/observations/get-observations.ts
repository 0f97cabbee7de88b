import type { TenantDatabase } from '../../base/database/database.ts';
import { isUuid } from '../../base/uuid.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow } from './observation-row.ts';

/** The observations with these ids, in the order of the ids. Unknown ids, and texts that are no ids, are left out. */
export async function getObservations(
  tenant: TenantDatabase,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Observation[]> {
  const known = ids.filter(isUuid).map((id) => id.toLowerCase());
  if (known.length === 0) return [];
  const rows = await tenant.query<ObservationRow>(
    {
      name: 'observations_get',
      text: `select ${OBSERVATION_COLUMNS} from observations o where o.org_id = $1 and o.id = any($2::uuid[])`,
      values: [tenant.orgId, known],
    },
    signal ? { signal } : {},
  );
  const byId = new Map(rows.map((row) => [row.id, observationFromRow(row)]));
  return known.flatMap((id) => byId.get(id) ?? []);
}
