import type { TenantDatabase } from '../../base/database/database.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow, projectFilter } from './observation-row.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Which page of a scope is wanted. */
export interface ScopePageRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  /** Id of the last row of the page before. */
  readonly afterId?: string | null;
  /** (Default: 2000) */
  readonly limit?: number;
}

/** One page of a scope's recallable rows in the order of ids. A page shorter than its limit is the last. */
export async function scopePage(
  tenant: TenantDatabase,
  request: ScopePageRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<Observation[]> {
  const rows = await tenant.query<ObservationRow>(
    {
      text: `
        select ${OBSERVATION_COLUMNS} from observations o
        where o.org_id = $1 and ($2::text is null or o.project_id = $2) and o.id > $3::uuid
          and o.superseded_by is null and o.quarantine_reason is null
          and (o.valid_to is null or o.valid_to > $4::timestamptz)
        order by o.id limit $5`,
      values: [
        tenant.orgId,
        projectFilter(request.projectId),
        request.afterId ?? FIRST_ID,
        new Date(nowMs).toISOString(),
        request.limit ?? 2000,
      ],
    },
    signal ? { signal } : {},
  );
  return rows.map(observationFromRow);
}
