import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { isUuid } from '../../base/uuid.ts';

/** Whose rank is asked about. */
export interface RankDeltaRequest {
  /** (Default: all sessions) */
  readonly sessionId?: string;
  /** (Default: all) */
  readonly observationId?: string;
  /** Retrievals since then. (Default: all) */
  readonly since?: Date;
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
}

/** What feedback did to the place of one observation. */
export interface RankDelta {
  readonly observationId: string;
  /** How often it was a candidate. */
  readonly retrievals: number;
  /** How often it came into a block. */
  readonly injected: number;
  /** Mean of the rank without weights − the rank with them: positive = feedback moved it up. */
  readonly meanDelta: number;
  /** The mean weight that it had. */
  readonly meanWeight: number;
}

/** What feedback did to ranks, the most moved first. Fails with `invalid-input`. Contract 10. */
export async function rankDelta(
  tenant: TenantDatabase,
  { sessionId, observationId, since, limit = 100 }: RankDeltaRequest = {},
): Promise<readonly RankDelta[]> {
  if (sessionId !== undefined) requireId(sessionId, 'sessionId');
  requireInput(observationId === undefined || isUuid(observationId), 'observationId', 'the id of an observation');
  requireInput(since === undefined || Number.isFinite(since.getTime()), 'since', 'a date');
  requirePageLimit(limit, 1000);
  return tenant.query<RankDelta & Row>({
    text: `
      select observation_id as "observationId", count(*)::int as retrievals, count(*) filter (where injected)::int as injected,
        avg(unweighted_rank - weighted_rank)::float8 as "meanDelta", avg(weight)::float8 as "meanWeight"
      from retrieval_ab_logs
      where org_id = $1 and ($2::text is null or session_id = $2) and ($3::uuid is null or observation_id = $3)
        and ($4::timestamptz is null or created_at >= $4)
      group by observation_id order by abs(avg(unweighted_rank - weighted_rank)) desc, observation_id limit $5`,
    values: [tenant.orgId, sessionId ?? null, observationId ?? null, since ?? null, limit],
  });
}
