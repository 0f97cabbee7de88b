import type { Row, TenantDatabase } from '../../../base/database/database.ts';
import { requireId, requireInput } from '../../../base/require-input.ts';
import { optionalMoment, requiredMoment } from '../../../base/optional-moment.ts';
import type { Amendment } from '../write/amendments.ts';
import type { NormalizedInput } from '../write/normalize-observation-input.ts';

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
    text: `
      select a.session_id as "sessionId", a.amends_session_id as "amendsSessionId", nullif(a.project_id, '') as "projectId",
        a.amended_at as "amendedAt", a.replaces, a.undone_at as "undoneAt"
      from talk_amendments a where a.org_id = $1 and a.session_id = any($2::text[]) order by a.amends_session_id`,
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
