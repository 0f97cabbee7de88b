import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput, requirePageLimit } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { FeedbackEvidence } from './find-evidence.ts';
import type { FeedbackCause } from './next-weight.ts';

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
