import type { TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from './embedding-row.ts';
import type { UnembeddedRequest } from './list-unembedded.ts';
import type { VectorSpace } from './vector-arm.ts';

/** How many observations `listUnembedded` would list in all. */
export async function countUnembedded(
  tenant: TenantDatabase,
  space: VectorSpace,
  { projectId }: Pick<UnembeddedRequest, 'projectId'>,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const [row] = await tenant.query(
    {
      text: `
        select count(*) as missing from observations o
        where o.org_id = $1 and ($2::text is null or o.project_id = $2)
          and o.superseded_by is null and (o.valid_to is null or o.valid_to > $5::timestamptz)
          and not exists (
            select from observation_embeddings e
            where e.org_id = $1 and e.observation_id = o.id and e.model_id = $3 and e.dimension = $4)`,
      values: [tenant.orgId, projectColumn(projectId), space.modelId, space.dimension, new Date(nowMs).toISOString()],
    },
    signal ? { signal } : {},
  );
  return Number(row?.['missing']);
}
