import { chunksOf } from '../../base/lists.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { normalizePath } from '../../base/normalize-path.ts';
import { INTEGER_MAX, requireId, requireInput, requireWholeNumber } from '../../base/require-input.ts';
import { isJsonList, storableJson, type JsonObject } from '../../base/text/stored-text.ts';
import { isUuid } from '../../base/uuid.ts';
import { GRAPH_ROWS_PER_WRITE } from './upsert-graph-nodes.ts';

/** What an indexed file gave, so that it is read again only when it or the extractor changed. */
export interface GraphFile {
  /** Normalised on write. */
  readonly path: string;
  readonly contentHash: string;
  readonly extractorVersion: number;
  /** The nodes that the file declares. */
  readonly nodeIds: readonly string[];
  /** What linking across files needs without reading the file again. */
  readonly facts: JsonObject;
}

/** The indexed files of a project, by path. */
export async function listGraphFiles(tenant: TenantDatabase, projectId: string | null): Promise<readonly GraphFile[]> {
  return tenant.query<GraphFile & Row>({
    text: `
      select path, content_hash as "contentHash", extractor_version as "extractorVersion", node_ids as "nodeIds", facts
      from graph_files where org_id = $1 and project_id = $2
      order by path collate "C"`,
    values: [tenant.orgId, projectId ?? ''],
  });
}

/** Writes what files gave, over what stood for the same paths. Fails with `invalid-input`, before anything is written. */
export async function setGraphFiles(
  tenant: TenantDatabase,
  projectId: string | null,
  files: readonly GraphFile[],
): Promise<void> {
  if (projectId !== null) requireId(projectId, 'projectId');
  const byPath = new Map(
    files.map((file, index) => {
      const row = rowOf(file, `files[${index}]`);
      return [row.path, row] as const;
    }),
  );
  const rows = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const some of chunksOf(rows, GRAPH_ROWS_PER_WRITE)) {
    await tenant.query({
      text: `
        insert into graph_files (org_id, project_id, path, content_hash, extractor_version, node_ids, facts, indexed_at)
        select $1, $2, path, content_hash, extractor_version, node_ids, facts, clock_timestamp()
        from jsonb_to_recordset($3::jsonb) as r(path text, content_hash text, extractor_version integer, node_ids uuid[], facts jsonb)
        on conflict (org_id, project_id, path) do update
          set content_hash = excluded.content_hash, extractor_version = excluded.extractor_version, node_ids = excluded.node_ids,
            facts = excluded.facts, indexed_at = excluded.indexed_at`,
      values: [tenant.orgId, projectId ?? '', JSON.stringify(some)],
    });
  }
}

function rowOf({ path, contentHash, extractorVersion, nodeIds, facts }: GraphFile, field: string) {
  requireId(path, `${field}.path`);
  requireId(contentHash, `${field}.contentHash`);
  requireWholeNumber(extractorVersion, `${field}.extractorVersion`, 0, INTEGER_MAX);
  requireInput(Array.isArray(nodeIds) && nodeIds.every(isUuid), `${field}.nodeIds`, 'a list of UUIDs');
  const kept = storableJson(facts, `${field}.facts`);
  requireInput(typeof kept === 'object' && kept !== null && !isJsonList(kept), `${field}.facts`, 'a JSON object');
  return {
    path: normalizePath(path),
    content_hash: contentHash,
    extractor_version: extractorVersion,
    node_ids: nodeIds,
    facts: kept,
  };
}

/**
 * Removes files that are gone, with the edges that were read from them and the nodes of their project that no other file declares. Those
 * nodes' edges go as well, whatever gave them.
 */
export async function removeGraphFiles(
  tenant: TenantDatabase,
  projectId: string | null,
  paths: readonly string[],
): Promise<void> {
  await tenant.query({
    text: `
      with gone as (
        delete from graph_files where org_id = $1 and project_id = $2 and path = any($3::text[]) returning node_ids
      ), edges as (
        delete from graph_edges where org_id = $1 and project_id = $2 and source_file = any($3::text[])
      )
      delete from graph_nodes n
      where n.org_id = $1 and n.project_id = $2 and n.id in (
        select unnest(node_ids) from gone
        except
        select unnest(f.node_ids) from graph_files f where f.org_id = $1 and f.project_id = $2 and not f.path = any($3::text[]))`,
    values: [tenant.orgId, projectId ?? '', paths.map(normalizePath)],
  });
}
