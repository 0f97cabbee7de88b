import type { TenantDatabase } from '../../base/database/database.ts';
import { ID_MAX_CHARACTERS, requireInput } from '../../base/require-input.ts';

/** How far an importer had come, in its own terms. Keep ids and hashes in it, never text: forgetting one statement leaves it as it is. */
export type ImportCursor = Readonly<Record<string, unknown>>;

/**
 * Where incremental imports of one organisation continue. A source whose name ends with `-all` goes into several projects: forgetting any of
 * them forgets its cursor. Both fail with `invalid-input` on what cannot be stored.
 */
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
  requireKey(projectId, source);
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
  requireKey(projectId, source);
  const json = cursorAsJson(cursor);
  await tenant.query({
    text: `
      insert into import_cursors (org_id, project_id, source, cursor) values ($1, $2, $3, $4::jsonb)
      on conflict (org_id, project_id, source) do update set cursor = excluded.cursor, updated_at = clock_timestamp()`,
    values: [tenant.orgId, projectId ?? '', source, json],
  });
}

// A project's id has up to 1,536 bytes; both are part of an index entry, which PostgreSQL limits to 2,704 bytes.
const MAX_SOURCE_BYTES = 512;

function requireKey(projectId: string | null, source: string): void {
  const isProject = projectId === null || (isStorable(projectId) && projectId.length <= ID_MAX_CHARACTERS);
  requireInput(isProject, 'projectId', `a string of at most ${ID_MAX_CHARACTERS} characters, or null`);
  const isSource = isStorable(source) && source !== '' && Buffer.byteLength(source, 'utf8') <= MAX_SOURCE_BYTES;
  requireInput(isSource, 'source', `a string of 1 to ${MAX_SOURCE_BYTES} bytes`);
}

/** Text that PostgreSQL can hold, in a column and in jsonb: without U+0000 and lone surrogates. */
function isStorable(value: unknown): value is string {
  return typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);
}

function cursorAsJson(cursor: ImportCursor): string {
  requireInput(typeof cursor === 'object' && cursor !== null && !Array.isArray(cursor), 'cursor', 'an object');
  const json = toJson(cursor);
  requireInput(json?.startsWith('{') === true, 'cursor', 'JSON whose strings have no U+0000 and no lone surrogate');
  return json;
}

/** undefined for what is no JSON or cannot be stored as jsonb: a cycle, a bigint, half a character. */
function toJson(cursor: ImportCursor): string | undefined {
  try {
    return JSON.stringify(cursor, (key, value: unknown) => {
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new TypeError('not storable');
      return value;
    });
  } catch {
    return undefined;
  }
}
