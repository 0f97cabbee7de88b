import type { Row, TenantDatabase } from '../../../base/database/database.ts';
import { optionalMoment, requiredMoment } from '../../../base/optional-moment.ts';
import { requireId, requireInput } from '../../../base/require-input.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import type { NormalizedInput } from './normalize-observation-input.ts';

/** A later talk about what an earlier one settled. */
export interface Amendment {
  /** The later session. */
  readonly sessionId: string;
  readonly amendsSessionId: string;
  readonly projectId: string | null;
  /** ISO-8601 UTC. When the later talk was held. */
  readonly amendedAt: string;
  /** Whether it says that it changes the earlier one, which is then not shown; false = both are. */
  readonly replaces: boolean;
  /** ISO-8601 UTC. When a person took the link back; null = it holds. */
  readonly undoneAt: string | null;
}

/** A link to make. */
export type NewAmendment = Omit<Amendment, 'undoneAt'>;

/** An amendment of an amendment of an amendment …: longer chains are a circle. */
const LONGEST_CHAIN = 16;
const MOST_LISTED = 500;

/** What was said after a talk about the same: sessions, each list with the newest last. */
export interface LaterTalks {
  /** Those that changed it, or one another: the last one holds in its place. */
  readonly replacing: readonly string[];
  /** Those that came back to it, or to what holds in its place, without saying that they change it, and those that changed these. */
  readonly revisiting: readonly string[];
}

/**
 * Links two talks, unless they are, or were until a person took it back; a link that only says that both are about the same becomes one that
 * replaces. False when nothing was linked. Fails with `invalid-input`.
 */
export async function linkAmendment(tenant: TenantDatabase, link: NewAmendment): Promise<boolean> {
  requireId(link.sessionId, 'sessionId');
  requireId(link.amendsSessionId, 'amendsSessionId');
  if ((link.projectId ?? null) !== null) requireId(link.projectId, 'projectId');
  const amendedAt = requiredMoment(link.amendedAt, 'amendedAt');
  const rows = await tenant.query({
    text: `
      insert into talk_amendments as known (org_id, session_id, amends_session_id, project_id, amended_at, replaces)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (org_id, amends_session_id, session_id) do update set replaces = true
        where excluded.replaces and not known.replaces and known.undone_at is null
      returning session_id`,
    values: [tenant.orgId, link.sessionId, link.amendsSessionId, link.projectId ?? '', amendedAt, link.replaces],
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

const SELECT = `select a.session_id as "sessionId", a.amends_session_id as "amendsSessionId", nullif(a.project_id, '') as "projectId",
  a.amended_at as "amendedAt", a.replaces, a.undone_at as "undoneAt"
  from talk_amendments a where a.org_id = $1`;

/** The links of a project (undefined = of all), newest first, those taken back included; at most 500. */
export async function listAmendments(tenant: TenantDatabase, projectId?: string | null): Promise<Amendment[]> {
  return tenant.query<Amendment & Row>({
    text: `${SELECT} and ($2::text is null or a.project_id = $2) order by a.created_at desc, a.session_id limit $3`,
    values: [tenant.orgId, projectColumn(projectId), MOST_LISTED],
  });
}

/** A talk, and the project of what was found of it. */
export interface TalkPlace {
  readonly sessionId: string;
  readonly projectId: string | null;
}

/**
 * For each of the talks that was taken up again what was said later in its project. A link of another project is none here: an import brings
 * links that name talks of any, and what is recalled in a project would lack both the earlier talk and the later one.
 */
export async function laterTalks(
  tenant: TenantDatabase,
  talks: readonly TalkPlace[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, LaterTalks>> {
  if (talks.length === 0) return new Map();
  const rows = await tenant.query<Row & LaterTalks & { readonly first: string }>(
    {
      name: 'talks_later',
      text: `
        with recursive chain (first, project, session_id, amended_at, depth, revisits) as (
          select distinct id, project, id, '-infinity'::timestamptz, 0, false from unnest($2::text[], $4::text[]) as wanted(id, project)
          union all
          select chain.first, chain.project, a.session_id, a.amended_at, chain.depth + 1, chain.revisits or not a.replaces
          from chain join talk_amendments a
            on a.org_id = $1 and a.amends_session_id = chain.session_id and a.undone_at is null and a.amended_at > chain.amended_at
              and a.project_id = chain.project
          where chain.depth < $3 and (a.replaces or not chain.revisits))
        select first,
          coalesce(array_agg(session_id order by amended_at, session_id desc) filter (where not revisits), '{}') as replacing,
          coalesce(array_agg(session_id order by amended_at, session_id desc) filter (where revisits), '{}') as revisiting
        from chain where depth > 0 group by first`,
      values: [
        tenant.orgId,
        talks.map(({ sessionId }) => sessionId),
        LONGEST_CHAIN,
        talks.map(({ projectId }) => projectId ?? ''),
      ],
    },
    { signal },
  );
  const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)];
  return new Map(
    rows.map(({ first, replacing, revisiting }) => [
      first,
      { replacing: distinct(replacing), revisiting: distinct(revisiting) },
    ]),
  );
}

/** A link to an earlier talk, as each exported row of the later one has it. */
export interface AmendmentRecord {
  /** The earlier session. */
  readonly sessionId: string;
  /** Of the link: a session may have rows of several projects. Absent in older records: then that of the row. */
  readonly projectId?: string | null;
  readonly amendedAt: string;
  /** Absent in older records: true. */
  readonly replaces?: boolean;
  readonly undoneAt: string | null;
}

/** The links from these sessions to earlier ones, those taken back included. */
export async function amendmentRecords(
  tenant: TenantDatabase,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AmendmentRecord[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await tenant.query<Amendment & Row>({
    text: `${SELECT} and a.session_id = any($2::text[]) order by a.amends_session_id`,
    values: [tenant.orgId, sessionIds],
  });
  const records = new Map<string, AmendmentRecord[]>();
  for (const { sessionId, amendsSessionId, projectId, amendedAt, replaces, undoneAt } of rows) {
    const of = records.get(sessionId) ?? [];
    records.set(sessionId, [...of, { sessionId: amendsSessionId, projectId, amendedAt, replaces, undoneAt }]);
  }
  return records;
}

/** The links that an imported row brings. Fails with `invalid-input`. */
export function readAmendments(amends: unknown, { sessionId, projectId }: NormalizedInput): readonly Amendment[] {
  if (amends === undefined) return [];
  requireInput(Array.isArray(amends) && sessionId !== null, 'amends', 'a list, of a row with a sessionId');
  return amends.map((link: unknown) => {
    const given = { projectId, replaces: true, ...(link as Partial<AmendmentRecord> | null) };
    requireId(given.sessionId, 'amends.sessionId');
    requireInput(given.sessionId !== sessionId, 'amends.sessionId', 'another session');
    if (given.projectId !== null) requireId(given.projectId, 'amends.projectId');
    requireInput(typeof given.replaces === 'boolean', 'amends.replaces', 'true or false');
    const amendedAt = requiredMoment(given.amendedAt, 'amends.amendedAt');
    const undoneAt = optionalMoment(given.undoneAt, 'amends.undoneAt');
    const { projectId: ofProject, replaces } = given;
    return { sessionId, amendsSessionId: given.sessionId, projectId: ofProject, amendedAt, replaces, undoneAt };
  });
}

/** Writes links as they were. Those that are there stay, also when they were taken back since. */
export async function restoreAmendments(tenant: TenantDatabase, links: readonly Amendment[]): Promise<void> {
  if (links.length === 0) return;
  await tenant.query({
    text: `
      insert into talk_amendments (org_id, session_id, amends_session_id, project_id, amended_at, replaces, undone_at)
      select $1, "sessionId", "amendsSessionId", coalesce("projectId", ''), "amendedAt", replaces, "undoneAt"
      from jsonb_to_recordset($2::jsonb) as r(
        "sessionId" text, "amendsSessionId" text, "projectId" text, "amendedAt" timestamptz, replaces boolean, "undoneAt" timestamptz)
      order by "amendsSessionId", "sessionId"
      on conflict do nothing`,
    values: [tenant.orgId, JSON.stringify(links)],
  });
}
