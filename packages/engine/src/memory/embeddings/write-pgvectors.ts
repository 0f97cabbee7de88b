import type { Statement } from '../../base/database/database.ts';
import type { VectorSpace } from './vector-arm.ts';
import { type EmbeddingWriter, type NewEmbedding, upsertEmbeddings } from './write-embeddings.ts';

/** Stores vectors as `writeEmbeddings` does and for pgvector too, both or none. Needs the table of `createPgvectorTable`. */
export const writeEmbeddingsAndPgvectors: EmbeddingWriter = async (tenant, space, rows, signal) => {
  const statements = [upsertEmbeddings(tenant.orgId, space, rows), upsertPgvectors(tenant.orgId, space, rows)];
  const [stored = []] = await tenant.batch(statements, signal ? { signal } : {});
  return stored.map((row) => row['observation_id'] as string);
};

/** The rows that were just stored are locked by this transaction, so no forgetter can come between. */
function upsertPgvectors(orgId: string, space: VectorSpace, rows: readonly NewEmbedding[]): Statement {
  return {
    text: `
      insert into observation_vectors (org_id, observation_id, project_id, model_id, dimension, embedding)
      select $1, o.id, o.project_id, $4, $5, i.embedding::vector
      from unnest($2::uuid[], $3::text[]) as i(id, embedding)
      join observations o on o.org_id = $1 and o.id = i.id
      on conflict (org_id, observation_id) do update set
        project_id = excluded.project_id, model_id = excluded.model_id,
        dimension = excluded.dimension, embedding = excluded.embedding`,
    values: [
      orgId,
      rows.map(({ observationId }) => observationId),
      rows.map(({ vector }) => `[${vector.join(',')}]`),
      space.modelId,
      space.dimension,
    ],
  };
}
