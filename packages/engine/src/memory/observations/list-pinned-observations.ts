import type { TenantDatabase } from '../../base/database/database.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow } from './observation-row.ts';

/** Which pinned observations are wanted. */
export interface PinnedRequest {
  /** null = those that belong to no project. */
  readonly projectId: string | null;
  readonly kinds: readonly string[];
  readonly limit: number;
}

/** Pinned observations of a project that may be recalled, newest first. */
export async function listPinnedObservations(
  tenant: TenantDatabase,
  { projectId, kinds, limit }: PinnedRequest,
  nowMs: number,
): Promise<readonly Observation[]> {
  const rows = await tenant.query<ObservationRow>({
    text: `
      select ${OBSERVATION_COLUMNS} from observations o
      where o.org_id = $1 and o.project_id = $2 and o.pinned and o.kind = any($3::text[]) and o.superseded_by is null
        and o.quarantine_reason is null and (o.valid_to is null or o.valid_to > $4::timestamptz)
      order by o.created_at desc, o.id desc limit $5`,
    values: [tenant.orgId, projectId ?? '', [...kinds], new Date(nowMs).toISOString(), limit],
  });
  return rows.map(observationFromRow);
}
