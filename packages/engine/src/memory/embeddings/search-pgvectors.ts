import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from './embedding-row.ts';
import { requireWhole } from './embedder-settings.ts';
import type { StoredSearch } from './search-stored-embeddings.ts';
import type { VectorHit } from './search-vectors.ts';
import type { VectorSpace } from './vector-arm.ts';

/** What to find with pgvector. */
export interface PgvectorSearch extends StoredSearch {
  /**
   * Compares with every vector of the scope instead of walking the index. The caller chooses, by the scope's size: at 13,600 of 1M
   * rows PostgreSQL chose the index, 103 ms, where comparing all takes 21. (Default: false)
   */
  readonly exact?: boolean;
}

/** The `k` nearest by cosine, best first. Needs the table of `createPgvectorTable`, and pgvector 0.8 for scopes smaller than the index. */
export async function searchPgvectors(
  tenant: TenantDatabase,
  space: VectorSpace,
  search: PgvectorSearch,
  signal?: AbortSignal,
): Promise<VectorHit<string>[]> {
  const statements = [scanOnUntilEnough(), nearestPgvectors(tenant.orgId, space, search)];
  const [, rows = []] = await tenant.batch(statements, signal ? { signal } : {});
  return rows.map((row) => ({ id: row['observation_id'] as string, similarity: 1 - Number(row['distance']) }));
}

/** The index knows nothing of scopes: it goes on until `k` rows of this one are found, and not only until it has 40 of any. */
function scanOnUntilEnough(): Statement {
  return { text: `select set_config('hnsw.iterative_scan', 'strict_order', true)`, values: [] };
}

function nearestPgvectors(orgId: string, space: VectorSpace, search: PgvectorSearch): Statement {
  const { projectId, query, k, exact = false } = search;
  const dimension = requireWhole('dimension', space.dimension);
  const distance = `(v.embedding::vector(${dimension}) <=> $4::vector(${dimension}))`;
  return {
    text: `
      select v.observation_id, ${distance} as distance from observation_vectors v
      where v.org_id = $1 and ($2::text is null or v.project_id = $2) and v.model_id = $3 and v.dimension = ${dimension}
      order by ${exact ? `${distance} + 0` : distance} limit $5`,
    values: [orgId, projectColumn(projectId), space.modelId, `[${query.join(',')}]`, k],
  };
}
