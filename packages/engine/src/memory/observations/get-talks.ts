import type { TenantDatabase } from '../../base/database/database.ts';
import type { Observation } from './observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow, projectFilter } from './observation-row.ts';

/** Whose talks are wanted. */
export interface TalksRequest {
  readonly sessionIds: readonly string[];
  /** undefined = of all projects; null = of none. */
  readonly projectId?: string | null;
}

/** What was settled mostly was settled late. */
const MOST_OF_A_SESSION = 64;

/** {@link ObservationStore.getTalks} */
export async function getTalks(
  tenant: TenantDatabase,
  { sessionIds, projectId }: TalksRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<Observation[]> {
  if (sessionIds.length === 0) return [];
  const rows = await tenant.query<ObservationRow>(
    {
      name: 'observations_talks',
      text: `select ${OBSERVATION_COLUMNS} from unnest($2::text[]) with ordinality as wanted(session_id, place) cross join lateral (
        select * from observations o
        where o.org_id = $1 and o.session_id = wanted.session_id and o.kind = 'exchange' and ($3::text is null or o.project_id = $3)
          and o.superseded_by is null and o.quarantine_reason is null and o.created_at <= $4::timestamptz
          and (o.valid_to is null or o.valid_to > $4::timestamptz)
        order by o.created_at desc, o.id desc limit $5) o
      order by wanted.place, o.created_at, o.id`,
      values: [
        tenant.orgId,
        [...sessionIds],
        projectFilter(projectId),
        new Date(nowMs).toISOString(),
        MOST_OF_A_SESSION,
      ],
    },
    signal ? { signal } : {},
  );
  return rows.map(observationFromRow);
}
