import type { Statement, TenantDatabase } from '../../../base/database/database.ts';
import { quantize } from './quantize.ts';
import type { VectorSpace } from './vector-host.ts';

/** A vector on its way to the store. */
export interface NewEmbedding {
  readonly observationId: string;
  readonly vector: Float32Array;
}

/**
 * Stores one vector for each observation, in place of the one that it had. Idempotent. Observations that were forgotten meanwhile are
 * left out; the answer holds the ids that were stored. Fails with 'invalid-input' on a vector with NaN.
 */
export async function writeEmbeddings(
  tenant: TenantDatabase,
  space: VectorSpace,
  rows: readonly NewEmbedding[],
  signal?: AbortSignal,
): Promise<string[]> {
  const stored = await tenant.query(upsertEmbeddings(tenant.orgId, space, rows), { signal });
  return stored.map((row) => row['observation_id'] as string);
}

/** The statement of {@link writeEmbeddings}. */
function upsertEmbeddings(orgId: string, space: VectorSpace, rows: readonly NewEmbedding[]): Statement {
  const vectors = rows.map(({ vector }) => quantize(vector));
  return {
    // The share lock keeps a forgetter waiting until the vector is there to be deleted with its observation; without it the foreign
    // key would fail the whole batch. Locked in the order of ids, as forgetting does, so that the two cannot deadlock.
    text: `
      with input as (
        select * from unnest($2::uuid[], $3::bytea[], $4::real[]) as i(id, components, scale)
      ), standing as (
        select o.id, o.project_id from observations o
        where o.org_id = $1 and o.id = any($2::uuid[]) order by o.id for key share
      )
      insert into observation_embeddings (org_id, observation_id, project_id, model_id, dimension, components, scale)
      select $1, s.id, s.project_id, $5, $6, i.components, i.scale
      from standing s join input i on i.id = s.id
      on conflict (org_id, observation_id) do update set
        project_id = excluded.project_id, model_id = excluded.model_id, dimension = excluded.dimension,
        components = excluded.components, scale = excluded.scale, updated_at = clock_timestamp()
      returning observation_id`,
    values: [
      orgId,
      rows.map(({ observationId }) => observationId),
      vectors.map(({ components }) => new Uint8Array(components.buffer)),
      vectors.map(({ scale }) => scale),
      space.modelId,
      space.dimension,
    ],
  };
}
