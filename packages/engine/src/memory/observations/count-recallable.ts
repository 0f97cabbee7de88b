import type { TenantDatabase } from '../../base/database/database.ts';
import { projectFilter } from './observation-row.ts';

/** Which part of an organisation is counted. */
export interface CountRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
}

/**
 * How many observations may be recalled. As `count({ status: 'active' })`, from indexes alone: all rows less those that are set aside.
 * The first condition on those is the one of their index, word by word, or the planner does not see that they are in it.
 */
export async function countRecallable(
  tenant: TenantDatabase,
  { projectId }: CountRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const [row] = await tenant.query(
    {
      text: `
        select ((
          select count(*) from observations o where o.org_id = $1 and ($2::text is null or o.project_id = $2)
        ) - (
          select count(*) from observations o
          where o.org_id = $1 and ($2::text is null or o.project_id = $2)
            and (o.superseded_by is not null or o.quarantine_reason is not null or o.valid_to is not null)
            and (o.superseded_by is not null or o.quarantine_reason is not null or o.valid_to <= $3::timestamptz)
        ))::int as count`,
      values: [tenant.orgId, projectFilter(projectId), new Date(nowMs).toISOString()],
    },
    signal ? { signal } : {},
  );
  return row?.['count'] as number;
}
