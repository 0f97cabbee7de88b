import type { Statement, TenantDatabase } from '../../../base/database/database.ts';
import { FIRST_ID } from '../../../base/uuid.ts';
import type { VectorSpace } from './vector-host.ts';

/** An observation that has no vector of the model. */
export interface UnembeddedObservation {
  readonly id: string;
  readonly content: string;
}

/** Which observations to look at. */
export interface UnembeddedRequest {
  /** Id of the last row of the page before. */
  readonly afterId?: string | null;
  /** (Default: 64) */
  readonly limit?: number;
}

/**
 * Observations without a vector of this model and dimension, in the order of ids; a page shorter than its limit is the last.
 * Superseded and expired ones are left out, they are never recalled. Those in quarantine are not: a review may release them.
 */
export async function listUnembedded(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: UnembeddedRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<UnembeddedObservation[]> {
  const rows = await tenant.query(selectUnembedded(tenant.orgId, space, request, nowMs), { signal });
  return rows.map((row) => ({ id: row['id'] as string, content: row['content'] as string }));
}

function selectUnembedded(orgId: string, space: VectorSpace, request: UnembeddedRequest, nowMs: number): Statement {
  return {
    text: `
      select o.id, o.content from observations o
      where o.org_id = $1 and o.id > $4::uuid
        and o.superseded_by is null and (o.valid_to is null or o.valid_to > $5::timestamptz)
        and not exists (
          select from observation_embeddings e
          where e.org_id = $1 and e.observation_id = o.id and e.model_id = $2 and e.dimension = $3)
      order by o.id limit $6`,
    values: [
      orgId,
      space.modelId,
      space.dimension,
      request.afterId ?? FIRST_ID,
      new Date(nowMs).toISOString(),
      request.limit ?? 64,
    ],
  };
}
