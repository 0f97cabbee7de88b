import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { optionalMoment } from '../../base/optional-moment.ts';
import { requireId, requireInput, requirePageLimit } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { FeedbackEvidence } from './find-evidence.ts';
import type { FeedbackCause } from './next-weight.ts';

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
  const from = optionalMoment(since, 'since');
  requirePageLimit(limit, 1000);
  return tenant.query<RankDelta & Row>({
    text: `
      select c.id as "observationId", count(*)::int as retrievals, count(*) filter (where c.id = any (r.injected_ids))::int as injected,
        avg(c.unweighted - c.weighted)::float8 as "meanDelta", avg(c.weight)::float8 as "meanWeight"
      from session_retrievals r cross join lateral unnest(r.observation_ids, r.unweighted_ranks, r.weighted_ranks, r.weights)
        as c (id, unweighted, weighted, weight)
      where r.org_id = $1 and ($2::text is null or r.session_id = $2) and ($4::timestamptz is null or r.created_at >= $4)
        and ($3::uuid is null or (r.observation_ids @> array[$3::uuid] and c.id = $3))
      group by c.id order by abs(avg(c.unweighted - c.weighted)) desc, c.id limit $5`,
    values: [tenant.orgId, sessionId ?? null, observationId ?? null, from, limit],
  });
}

/** One change of a weight. */
export interface WeightHistoryEntry {
  readonly id: string;
  readonly observationId: string;
  /** null = feedback outside a session. */
  readonly sessionId: string | null;
  /** `withdrawn` = the outcome of a session was taken back. */
  readonly cause: FeedbackCause | 'withdrawn';
  readonly evidence: FeedbackEvidence;
  readonly oldWeight: number;
  readonly newWeight: number;
  readonly createdAt: string;
}

/** How much of the history is wanted. */
export interface WeightHistoryOptions {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
}

/** The changes of an observation's weight, newest first. Fails with `invalid-input`. */
export async function listWeightHistory(
  tenant: TenantDatabase,
  observationId: string,
  { limit = 100 }: WeightHistoryOptions = {},
): Promise<readonly WeightHistoryEntry[]> {
  requireInput(isUuid(observationId), 'observationId', 'the id of an observation');
  requirePageLimit(limit, 1000);
  return tenant.query<WeightHistoryEntry & Row>({
    text: `
      select id, observation_id as "observationId", session_id as "sessionId", cause, evidence, old_weight as "oldWeight",
        new_weight as "newWeight", created_at as "createdAt"
      from observation_weight_history where org_id = $1 and observation_id = $2 order by created_at desc, id desc limit $3`,
    values: [tenant.orgId, observationId, limit],
  });
}
