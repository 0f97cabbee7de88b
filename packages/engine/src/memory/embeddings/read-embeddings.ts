import type { TenantDatabase } from '../../base/database/database.ts';
import { EMBEDDING_COLUMNS, embeddingFromRow, FIRST_ID, projectColumn, type StoredEmbedding } from './embedding-row.ts';
import type { UnembeddedRequest } from './list-unembedded.ts';
import type { VectorSpace } from './vector-arm.ts';

/**
 * One page of a scope's vectors of one model, in the order of ids, to load an arm. A page shorter than its limit is the last.
 * Superseded observations are left out: their vectors lie beside those of their successors and would take their places.
 * @param request `limit` (Default: 2000)
 */
export async function readEmbeddings(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: UnembeddedRequest,
  signal?: AbortSignal,
): Promise<StoredEmbedding[]> {
  const rows = await tenant.query(
    {
      text: `
        select ${EMBEDDING_COLUMNS} from observation_embeddings e
        where e.org_id = $1 and ($2::text is null or e.project_id = $2) and e.model_id = $3 and e.dimension = $4
          and e.observation_id > $5::uuid and exists (
            select from observations o where o.org_id = $1 and o.id = e.observation_id and o.superseded_by is null)
        order by e.observation_id limit $6`,
      values: [
        tenant.orgId,
        projectColumn(request.projectId),
        space.modelId,
        space.dimension,
        request.afterId ?? FIRST_ID,
        request.limit ?? 2000,
      ],
    },
    signal ? { signal } : {},
  );
  return rows.map(embeddingFromRow);
}
