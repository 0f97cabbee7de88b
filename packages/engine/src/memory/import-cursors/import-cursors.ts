import type { TenantDatabase } from '../../base/database/database.ts';

/** How far an importer had come, in its own terms. Keep ids and hashes in it, never text: forgetting one statement leaves it as it is. */
export type ImportCursor = Readonly<Record<string, unknown>>;

/** Where incremental imports of one organisation continue. */
export interface ImportCursors {
  /** null when nothing was imported from this source yet, or the project was forgotten since. */
  get(projectId: string | null, source: string): Promise<ImportCursor | null>;
  set(projectId: string | null, source: string, cursor: ImportCursor): Promise<void>;
}

/** Binds the cursors to one organisation. Set a cursor after the rows it covers are written: doing them again is harmless, losing them is not. */
export function createImportCursors(tenant: TenantDatabase): ImportCursors {
  return {
    get: (projectId, source) => getImportCursor(tenant, projectId, source),
    set: (projectId, source, cursor) => setImportCursor(tenant, projectId, source, cursor),
  };
}

async function getImportCursor(
  tenant: TenantDatabase,
  projectId: string | null,
  source: string,
): Promise<ImportCursor | null> {
  const [row] = await tenant.query({
    text: 'select cursor from import_cursors where org_id = $1 and project_id = $2 and source = $3',
    values: [tenant.orgId, projectId ?? '', source],
  });
  return (row?.['cursor'] as ImportCursor | undefined) ?? null;
}

async function setImportCursor(
  tenant: TenantDatabase,
  projectId: string | null,
  source: string,
  cursor: ImportCursor,
): Promise<void> {
  await tenant.query({
    text: `
      insert into import_cursors (org_id, project_id, source, cursor) values ($1, $2, $3, $4::jsonb)
      on conflict (org_id, project_id, source) do update set cursor = excluded.cursor, updated_at = clock_timestamp()`,
    values: [tenant.orgId, projectId ?? '', source, JSON.stringify(cursor)],
  });
}
