import { noteChange, withChangeChain } from '../../../base/database/change-chain.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { requireId } from '../../../base/require-input.ts';
import { FIRST_ID, uuidv7 } from '../../../base/uuid.ts';
import { amendmentRecords } from '../write/amendments.ts';
import {
  type ExportedObservation,
  OBSERVATION_COLUMNS,
  type ObservationRow,
  type ObservationRecord,
  recordOf,
} from '../observation-row.ts';

const PAGE = 500;

/** What is exported, and for whom. */
export interface ExportRequest {
  /** null = what belongs to no project; undefined = all. */
  readonly projectId: string | null | undefined;
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Every row of the organisation or of one project, whatever its state, in ascending id. Pages are read as they are asked for, so the export
 * is not one snapshot: a row written meanwhile may or may not be in it.
 */
export async function* exportObservations(
  tenant: TenantDatabase,
  request: ExportRequest,
): AsyncGenerator<ObservationRecord, void, undefined> {
  for await (const page of exportPages(tenant, request)) yield* page.map(recordOf);
}

/** The same as pages of observations. The change log has it before the first one. */
export async function* exportPages(
  tenant: TenantDatabase,
  { projectId, actor, now }: ExportRequest,
): AsyncGenerator<readonly ExportedObservation[], void, undefined> {
  requireId(actor, 'actor');
  const subject = projectId === undefined ? 'organisation' : `project:${projectId ?? ''}`;
  const change = { id: uuidv7(now), actor, subject, field: 'export', oldValue: null, newValue: null };
  await withChangeChain(tenant, [noteChange(tenant.orgId, change)]);
  let page = await exportPage(tenant, projectId, FIRST_ID);
  while (page.length > 0) {
    yield await withAmendments(tenant, page);
    const last = page.at(-1);
    page = last && page.length === PAGE ? await exportPage(tenant, projectId, last.id) : [];
  }
}

async function exportPage(
  tenant: TenantDatabase,
  projectId: string | null | undefined,
  afterId: string,
): Promise<ObservationRow[]> {
  return tenant.query<ObservationRow>({
    text: `
      select ${OBSERVATION_COLUMNS} from observations o
      where o.org_id = $1 and ($2::text is null or o.project_id = $2) and o.id > $3::uuid
      order by o.id limit ${PAGE}`,
    values: [tenant.orgId, projectColumn(projectId), afterId],
  });
}

async function withAmendments(
  tenant: TenantDatabase,
  page: readonly ObservationRow[],
): Promise<readonly ExportedObservation[]> {
  const sessionIds = new Set(page.flatMap(({ sessionId }) => sessionId ?? []));
  const records = await amendmentRecords(tenant, [...sessionIds]);
  return page.map((row) => {
    const amends = records.get(row.sessionId ?? '');
    return amends ? { ...row, amends } : row;
  });
}
