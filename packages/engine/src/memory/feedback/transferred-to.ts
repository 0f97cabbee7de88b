import type { TenantDatabase } from '../../base/database/database.ts';

/**
 * True of an observation `o` that the project `d.project_id` has by a grant, or had until after `d.since`: whoever was shown it may no
 * longer be, and it was read-only all the same. The change log knows until when; without it a revocation before the feedback would make
 * the rows count.
 */
export const TRANSFERRED = `(
    exists (
      select from transfer_grants g
      where g.org_id = $1 and g.source_project_id = o.project_id and g.destination_project_id = d.project_id
    ) or exists (
      select from config_changes c
      where c.org_id = $1 and c.subject = 'transfer' and c.field = jsonb_build_array(o.project_id, d.project_id)::text
        and c.old_value = 'true'::jsonb and c.created_at >= d.since
    )
  )`;

/** What a verdict is about, and where it comes from. */
export interface TransferQuestion {
  readonly observationId: string;
  readonly sessionId: string | null;
  readonly projectId: string | null;
  /** For a verdict outside of sessions: how long a revoked grant counts. */
  readonly since: Date;
}

/** True when the session's project, or the named one, has the observation by transfer. */
export async function isTransferred(
  tenant: TenantDatabase,
  { observationId, sessionId, projectId, since }: TransferQuestion,
): Promise<boolean> {
  const rows = await tenant.query({
    text: `
      with d as (
        select project_id, created_at as since from sessions where org_id = $1 and id = $3
        union all
        select $4::text, $5::timestamptz where $4::text is not null
      )
      select o.id from observations o cross join d where o.org_id = $1 and o.id = $2 and ${TRANSFERRED} limit 1`,
    values: [tenant.orgId, observationId, sessionId, projectId, since],
  });
  return rows.length > 0;
}
