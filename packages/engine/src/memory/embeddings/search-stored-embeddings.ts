import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { EMBEDDING_COLUMNS, embeddingFromRow, projectColumn } from './embedding-row.ts';
import { cosineOf, type QuantizedVector, quantize } from './quantize.ts';
import type { VectorHit } from './search-vectors.ts';
import { signCodeText } from './sign-code.ts';
import type { VectorSpace } from './vector-arm.ts';

/** What to find in the store. */
export interface StoredSearch {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  readonly query: Float32Array;
  readonly k: number;
}

const DEPTH = 200;

/**
 * The two stages of an arm for a scope that is not loaded: the database chooses 200 by their sign codes, with core functions alone,
 * and their cosines order them here. It scans the scope: 38 ms at 100,000 vectors of 256 dimensions on a server, 66 on PGlite.
 */
export async function searchStoredEmbeddings(
  tenant: TenantDatabase,
  space: VectorSpace,
  { projectId, query, k }: StoredSearch,
  signal?: AbortSignal,
): Promise<VectorHit<string>[]> {
  const asked = quantize(query);
  const rows = await tenant.query(nearestByCode(tenant.orgId, space, projectId, asked, k), signal ? { signal } : {});
  return rows
    .map(embeddingFromRow)
    .map(({ observationId, vector }) => ({ id: observationId, similarity: cosineOf(vector, asked) }))
    .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, k);
}

/** The first stage: at least 200 of the scope, the nearest by their sign codes first. */
export function nearestByCode(
  orgId: string,
  space: VectorSpace,
  projectId: string | null | undefined,
  query: QuantizedVector,
  k: number,
): Statement {
  return {
    text: `
      select ${EMBEDDING_COLUMNS} from observation_embeddings e
      where e.org_id = $1 and ($2::text is null or e.project_id = $2) and e.model_id = $3 and e.dimension = $4
      order by bit_count(e.code # $5::text::bit varying), e.observation_id limit $6`,
    values: [
      orgId,
      projectColumn(projectId),
      space.modelId,
      space.dimension,
      signCodeText(query.components),
      Math.max(10 * k, DEPTH),
    ],
  };
}
