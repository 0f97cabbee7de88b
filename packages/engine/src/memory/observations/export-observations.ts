import type { TenantDatabase } from '../../base/database/database.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow, projectFilter } from './observation-row.ts';
import { type ObservationRecord, recordOf } from './observation-record.ts';

const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Every row of the organisation or of one project, whatever its state, in ascending id. Pages are read as they are asked for, so the export
 * is not one snapshot: a row written meanwhile may or may not be in it.
 */
export async function* exportObservations(
  tenant: TenantDatabase,
  projectId: string | null | undefined,
): AsyncGenerator<ObservationRecord, void, undefined> {
  for await (const page of exportPages(tenant, projectId)) yield* page.map(recordOf);
}

/** The same as pages of observations. */
export async function* exportPages(
  tenant: TenantDatabase,
  projectId: string | null | undefined,
): AsyncGenerator<readonly Observation[], void, undefined> {
  let page = await exportPage(tenant, projectId, FIRST_ID);
  while (page.length > 0) {
    yield page;
    const last = page.at(-1);
    page = last && page.length === PAGE ? await exportPage(tenant, projectId, last.id) : [];
  }
}

async function exportPage(
  tenant: TenantDatabase,
  projectId: string | null | undefined,
  afterId: string,
): Promise<Observation[]> {
  const rows = await tenant.query<ObservationRow>({
    text: `
      select ${OBSERVATION_COLUMNS} from observations o
      where o.org_id = $1 and ($2::text is null or o.project_id = $2) and o.id > $3::uuid
      order by o.id limit ${PAGE}`,
    values: [tenant.orgId, projectFilter(projectId), afterId],
  });
  return rows.map(observationFromRow);
}
