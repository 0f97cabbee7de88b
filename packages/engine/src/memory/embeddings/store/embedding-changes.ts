import type { TenantDatabase } from '../../../base/database/database.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import { FIRST_ID } from '../../../base/uuid.ts';
import { EMBEDDING_COLUMNS, embeddingFromRow, type StoredEmbedding } from './embedding-row.ts';
import type { VectorSpace } from './vector-host.ts';
import type { UnembeddedRequest } from './list-unembedded.ts';

/** A place in the feed of vectors: the last one that was read, or an end of the feed of observations. */
export interface EmbeddingCursor {
  /** ISO-8601 UTC with microseconds, as the database gave it. */
  readonly updatedAt: string;
  /** Of the observation. */
  readonly id: string;
}

/** Where to go on reading. */
export interface EmbeddingChangesRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  readonly cursor: EmbeddingCursor;
  /** How far before the cursor to begin: rows are stamped when written and seen when committed. (Default: 0 ms) */
  readonly overlapMs?: number;
  /** (Default: 1000) */
  readonly limit?: number;
}

/** Vectors that were written, and where to go on. */
export interface EmbeddingChanges {
  readonly written: readonly StoredEmbedding[];
  readonly cursor: EmbeddingCursor;
  readonly hasMore: boolean;
}

/**
 * Vectors of one model written after the cursor, oldest first. One that is deleted goes with its observation, whose own feed tells.
 * The same row may come again; putting it twice is harmless. Superseded observations are left out: one that comes again would bring
 * back what their correction had removed.
 */
export async function embeddingChangesSince(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: EmbeddingChangesRequest,
): Promise<EmbeddingChanges> {
  const { cursor, overlapMs = 0, limit = 1000 } = request;
  const rows = await tenant.query({
    text: `
        select ${EMBEDDING_COLUMNS}, e.updated_at from observation_embeddings e
        where e.org_id = $1 and ($2::text is null or e.project_id = $2) and e.model_id = $3 and e.dimension = $4
          and (e.updated_at, e.observation_id)
            > ($5::timestamptz - $7::double precision * interval '1 millisecond', $6::uuid)
          and exists (
            select from observations o where o.org_id = $1 and o.id = e.observation_id and o.superseded_by is null)
        order by e.updated_at, e.observation_id limit $8`,
    values: [
      tenant.orgId,
      projectColumn(request.projectId),
      space.modelId,
      space.dimension,
      cursor.updatedAt,
      // At an earlier moment the id of the cursor says nothing.
      overlapMs > 0 ? FIRST_ID : cursor.id,
      overlapMs,
      limit + 1,
    ],
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const reached = last && { updatedAt: last['updated_at'] as string, id: last['observation_id'] as string };
  return { written: page.map(embeddingFromRow), cursor: reached ?? cursor, hasMore: rows.length > limit };
}

/**
 * One page of a scope's vectors of one model, in the order of ids, to load a scope. A page shorter than its limit is the last.
 * Superseded observations are left out: their vectors lie beside those of their successors and would take their places.
 * @param request `limit` (Default: 2000)
 */
export async function readEmbeddings(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: UnembeddedRequest & { readonly projectId?: string | null },
): Promise<StoredEmbedding[]> {
  const rows = await tenant.query({
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
  });
  return rows.map(embeddingFromRow);
}
