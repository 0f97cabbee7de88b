import type { Row, TenantDatabase } from '../../../base/database/database.ts';
import { requiredMoment } from '../../../base/optional-moment.ts';
import { requireId } from '../../../base/require-input.ts';
import { projectColumn } from '../../../base/database/project-column.ts';

/** A later talk that changes what an earlier one settled. */
export interface Amendment {
  /** The later session. */
  readonly sessionId: string;
  readonly amendsSessionId: string;
  readonly projectId: string | null;
  /** ISO-8601 UTC. When the later talk was held. */
  readonly amendedAt: string;
  /** ISO-8601 UTC. When a person took the link back; null = it holds. */
  readonly undoneAt: string | null;
}

/** A link to make. */
export type NewAmendment = Omit<Amendment, 'undoneAt'>;

/** An amendment of an amendment of an amendment …: longer chains are a circle. */
const LONGEST_CHAIN = 16;
const MOST_LISTED = 500;

/** Links two talks, unless they are, or were until a person took it back. False when nothing was linked. Fails with `invalid-input`. */
export async function linkAmendment(tenant: TenantDatabase, link: NewAmendment): Promise<boolean> {
  requireId(link.sessionId, 'sessionId');
  requireId(link.amendsSessionId, 'amendsSessionId');
  if ((link.projectId ?? null) !== null) requireId(link.projectId, 'projectId');
  const amendedAt = requiredMoment(link.amendedAt, 'amendedAt');
  const rows = await tenant.query({
    text: `
      insert into talk_amendments (org_id, session_id, amends_session_id, project_id, amended_at)
      values ($1, $2, $3, $4, $5) on conflict do nothing returning session_id`,
    values: [tenant.orgId, link.sessionId, link.amendsSessionId, link.projectId ?? '', amendedAt],
  });
  return rows.length > 0;
}

/** Takes a link back; it is not made again. False when there is none that holds. */
export async function undoAmendment(
  tenant: TenantDatabase,
  { sessionId, amendsSessionId }: Pick<Amendment, 'sessionId' | 'amendsSessionId'>,
  nowMs: number,
): Promise<boolean> {
  const rows = await tenant.query({
    text: `
      update talk_amendments set undone_at = $4
      where org_id = $1 and amends_session_id = $2 and session_id = $3 and undone_at is null returning session_id`,
    values: [tenant.orgId, amendsSessionId, sessionId, new Date(nowMs).toISOString()],
  });
  return rows.length > 0;
}

/** The links of a project (undefined = of all), newest first, those taken back included; at most 500. */
export async function listAmendments(tenant: TenantDatabase, projectId?: string | null): Promise<Amendment[]> {
  return tenant.query<Amendment & Row>({
    text: `
      select a.session_id as "sessionId", a.amends_session_id as "amendsSessionId", nullif(a.project_id, '') as "projectId",
        a.amended_at as "amendedAt", a.undone_at as "undoneAt"
      from talk_amendments a where a.org_id = $1 and ($2::text is null or a.project_id = $2)
      order by a.created_at desc, a.session_id limit $3`,
    values: [tenant.orgId, projectColumn(projectId), MOST_LISTED],
  });
}

/** For each of the sessions that was amended the later ones that changed it or one another, the newest, which holds in its place, last. */
export async function laterTalks(
  tenant: TenantDatabase,
  sessionIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await tenant.query<Row & { readonly first: string; readonly later: readonly string[] }>(
    {
      name: 'talks_later',
      text: `
        with recursive chain (first, session_id, amended_at, depth) as (
          select wanted.id, wanted.id, '-infinity'::timestamptz, 0 from unnest($2::text[]) as wanted(id)
          union all
          select chain.first, a.session_id, a.amended_at, chain.depth + 1
          from chain join talk_amendments a
            on a.org_id = $1 and a.amends_session_id = chain.session_id and a.undone_at is null and a.amended_at > chain.amended_at
          where chain.depth < $3)
        select first, array_agg(session_id order by amended_at, session_id desc) as later
        from chain where depth > 0 group by first`,
      values: [tenant.orgId, [...sessionIds], LONGEST_CHAIN],
    },
    signal ? { signal } : {},
  );
  return new Map(rows.map(({ first, later }) => [first, [...new Set(later)]]));
}
