import { chunksOf } from '../../base/lists.ts';
import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { invalidInput } from '../../base/require-input.ts';
import { type GraphNodeInput, graphNodeId } from './graph-node.ts';
import type { Tokenize } from './graph-terms.ts';
import { prepareGraphNodes, type PreparedGraphNode } from './prepare-graph-nodes.ts';

/** Rows of one statement: some 25 ms of PGlite's only connection. */
export const GRAPH_ROWS_PER_WRITE = 500;

/** What came of writing nodes. */
export interface UpsertedGraphNodes {
  /** One for each input, in its order. */
  readonly ids: readonly string[];
  readonly created: number;
  /** Stood before and have other values now. */
  readonly updated: number;
}

/**
 * Writes nodes, batch by batch: what is new is created, what stands takes the given values, and what feedback made of it stays. A node
 * that already has all the values is not touched. When a later batch fails the earlier ones are written; calling again does the rest.
 * Fails with `invalid-input`, before anything is written.
 */
export async function upsertGraphNodes(
  tenant: TenantDatabase,
  inputs: readonly GraphNodeInput[],
  tokenize: Tokenize,
): Promise<UpsertedGraphNodes> {
  if (!Array.isArray(inputs)) throw invalidInput('nodes', 'a list of nodes');
  const nodes = prepareGraphNodes(tenant.orgId, inputs, tokenize);
  const rows: Row[] = [];
  for (const some of chunksOf(nodes, GRAPH_ROWS_PER_WRITE))
    rows.push(...(await tenant.query(upsert(tenant.orgId, some))));
  return {
    ids: inputs.map((input) => graphNodeId(tenant.orgId, input)),
    created: total(rows, 'created'),
    updated: total(rows, 'updated'),
  };
}

/** A figure of every batch, added up. */
export function total(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

function upsert(orgId: string, nodes: readonly PreparedGraphNode[]): Statement {
  return {
    text: `
      with input as (
        select * from jsonb_to_recordset($2::jsonb) as r(
          id uuid, project_id text, type text, name text, qualified_name text, classification text, importance double precision,
          metadata jsonb, name_terms text[], path_terms text[])
      ), given as (
        select i.id, n.id is null as is_new, i.project_id, i.type, i.name, i.qualified_name,
          coalesce(i.classification, n.classification, 'internal') as classification,
          coalesce(i.importance, n.importance, 0.5) as importance,
          coalesce(i.metadata, n.metadata, '{}') as metadata,
          array_to_tsvector(i.name_terms || coalesce(i.path_terms, array(
            select '/' || path from jsonb_array_elements_text(n.metadata -> 'paths') path where octet_length(path) < 1024
          ))) as terms
        from input i left join graph_nodes n on n.org_id = $1 and n.id = i.id
        order by i.id
      ), written as (
        insert into graph_nodes as n
          (org_id, id, project_id, type, name, qualified_name, classification, importance, metadata, terms)
        select $1, id, project_id, type, name, qualified_name, classification, importance, metadata, terms from given
        on conflict (org_id, id) do update
          set classification = excluded.classification, importance = excluded.importance, metadata = excluded.metadata,
            terms = excluded.terms, updated_at = clock_timestamp()
          where (n.classification, n.importance, n.metadata, n.terms)
            is distinct from (excluded.classification, excluded.importance, excluded.metadata, excluded.terms)
        returning n.id
      )
      select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as updated
      from given join written using (id)`,
    values: [orgId, JSON.stringify(nodes)],
  };
}
