import { chunksOf } from '../../base/lists.ts';
import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { invalidInput, requireId, requireInput } from '../../base/require-input.ts';
import { normalizePath } from '../../base/normalize-path.ts';
import { isUuid } from '../../base/uuid.ts';
import type { GraphEdgeInput } from './graph-edge.ts';
import { requireShare } from './prepare-graph-nodes.ts';
import { GRAPH_ROWS_PER_WRITE, total } from './upsert-graph-nodes.ts';

/** What came of writing edges. Those that are in neither figure stood with the same values, or miss an end. */
export interface UpsertedGraphEdges {
  readonly created: number;
  /** Stood before and have other values now. */
  readonly updated: number;
  /** Left out, because one of their nodes does not exist. */
  readonly missing: number;
}

/**
 * Writes edges, batch by batch: what is new is created, what stands takes the given values, and what feedback made of it stays. An edge
 * belongs to the project of its source. One with an end that does not exist is left out. When a later batch fails the earlier ones are
 * written; calling again does the rest. Fails with `invalid-input`, before anything is written.
 */
export async function upsertGraphEdges(
  tenant: TenantDatabase,
  inputs: readonly GraphEdgeInput[],
): Promise<UpsertedGraphEdges> {
  if (!Array.isArray(inputs)) throw invalidInput('edges', 'a list of edges');
  const edges = prepareEdges(inputs);
  const rows: Row[] = [];
  for (const some of chunksOf(edges, GRAPH_ROWS_PER_WRITE))
    rows.push(...(await tenant.query(upsert(tenant.orgId, some))));
  return { created: total(rows, 'created'), updated: total(rows, 'updated'), missing: total(rows, 'missing') };
}

/** Of an edge that is there twice the last one stands; sorted, so that two writers lock the same rows in one order. */
function prepareEdges(inputs: readonly GraphEdgeInput[]): Record<string, unknown>[] {
  const byKey = new Map(
    inputs.map((input, index) => {
      const edge = prepareEdge(input, `edges[${index}]`);
      return [`${edge.source_id} ${edge.target_id} ${edge.relationship_name}`, edge] as const;
    }),
  );
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
}

function prepareEdge(input: GraphEdgeInput, field: string) {
  requireInput(
    typeof input === 'object' && input !== null,
    field,
    'an object with sourceId, relationshipName, targetId',
  );
  const { sourceId, relationshipName, targetId, importance, observationId, sessionId, sourceFile } = input;
  requireInput(isUuid(sourceId), `${field}.sourceId`, 'a UUID');
  requireInput(isUuid(targetId), `${field}.targetId`, 'a UUID');
  requireId(relationshipName, `${field}.relationshipName`);
  requireShare(importance, `${field}.importance`);
  const observed = observationId ?? null;
  requireInput(observed === null || isUuid(observed), `${field}.observationId`, 'a UUID');
  if (typeof sessionId === 'string') requireId(sessionId, `${field}.sessionId`);
  if (typeof sourceFile === 'string') requireId(sourceFile, `${field}.sourceFile`);
  return {
    source_id: sourceId.toLowerCase(),
    relationship_name: relationshipName,
    target_id: targetId.toLowerCase(),
    importance: importance ?? null,
    observation_id: observed,
    session_id: sessionId ?? null,
    source_file: typeof sourceFile === 'string' ? normalizePath(sourceFile) : null,
  };
}

function upsert(orgId: string, edges: readonly Record<string, unknown>[]): Statement {
  return {
    text: `
      with input as (
        select * from jsonb_to_recordset($2::jsonb) as r(
          source_id uuid, relationship_name text, target_id uuid, importance double precision, observation_id uuid, session_id text,
          source_file text)
      ), given as (
        select i.source_id, i.relationship_name, i.target_id, e.source_id is null as is_new, s.project_id,
          coalesce(i.importance, e.importance, 0.5) as importance, coalesce(i.observation_id, e.observation_id) as observation_id,
          coalesce(i.session_id, e.session_id) as session_id, coalesce(i.source_file, e.source_file) as source_file
        from input i
        join graph_nodes s on s.org_id = $1 and s.id = i.source_id
        join graph_nodes t on t.org_id = $1 and t.id = i.target_id
        left join graph_edges e on e.org_id = $1 and e.source_id = i.source_id and e.relationship_name = i.relationship_name
          and e.target_id = i.target_id
        order by i.source_id, i.target_id, i.relationship_name
      ), written as (
        insert into graph_edges as e
          (org_id, source_id, relationship_name, target_id, project_id, importance, observation_id, session_id, source_file)
        select $1, source_id, relationship_name, target_id, project_id, importance, observation_id, session_id, source_file from given
        on conflict (org_id, source_id, relationship_name, target_id) do update
          set importance = excluded.importance, observation_id = excluded.observation_id, session_id = excluded.session_id,
            source_file = excluded.source_file, updated_at = clock_timestamp()
          where (e.importance, e.observation_id, e.session_id, e.source_file)
            is distinct from (excluded.importance, excluded.observation_id, excluded.session_id, excluded.source_file)
        returning e.source_id, e.relationship_name, e.target_id
      )
      select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as updated,
        (select count(*) from input) - (select count(*) from given) as missing
      from given join written using (source_id, relationship_name, target_id)`,
    values: [orgId, JSON.stringify(edges)],
  };
}
