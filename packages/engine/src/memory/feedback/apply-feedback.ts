import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { uuidv5 } from '../../base/uuid.ts';
import type { FeedbackEvidence } from './find-evidence.ts';
import { type FeedbackCause, weightStep, DEFAULT_WEIGHT_RULE } from './next-weight.ts';

/** One observation that feedback is about. */
export interface FeedbackItem {
  readonly observationId: string;
  readonly evidence: FeedbackEvidence;
}

/** Feedback of one cause on some observations. */
export interface FeedbackBatch {
  /** null = outside a session. */
  readonly sessionId: string | null;
  readonly cause: FeedbackCause;
  readonly items: readonly FeedbackItem[];
  /** The same text makes the same history rows: what was applied is not applied again. */
  readonly identity: string;
  /** When `outdated` observations expire. */
  readonly now: Date;
}

/** A weight that changed; for `outdated` the weights are equal. */
export interface WeightChange {
  readonly observationId: string;
  readonly evidence: FeedbackEvidence;
  readonly oldWeight: number;
  readonly newWeight: number;
}

/** The namespace of history ids. Never changes: replays find their rows by it. */
const NAMESPACE = '0b6f4c1e-5f0d-5b8e-9d0a-3f3d6a2c7e11';

/**
 * Moves the weights and writes the history, all or nothing, each (identity, observation) once: what a retry finds written is left alone.
 * Observations that do not exist are passed over; a session's outcome does not touch those that it got an explicit verdict on. Rows are
 * locked in the order of ids, then read as the last writer left them, so two sessions that end at one moment both count.
 */
export async function applyFeedback(tenant: TenantDatabase, batch: FeedbackBatch): Promise<readonly WeightChange[]> {
  if (batch.items.length === 0) return [];
  const { orgId } = tenant;
  const [, changed] = await tenant.batch([lockObservations(orgId, batch), moveWeights(orgId, batch)]);
  return (changed as ChangeRow[]).map((row) => ({
    observationId: row.observation_id,
    evidence: row.evidence,
    oldWeight: row.old_weight,
    newWeight: row.new_weight,
  }));
}

interface ChangeRow extends Row {
  readonly observation_id: string;
  readonly evidence: FeedbackEvidence;
  readonly old_weight: number;
  readonly new_weight: number;
}

function lockObservations(orgId: string, { items }: FeedbackBatch): Statement {
  return {
    text: 'select id from observations where org_id = $1 and id = any($2::uuid[]) order by id for update',
    values: [orgId, items.map(({ observationId }) => observationId)],
  };
}

// The step is nextWeight's; a test holds the two together. Misleading is counted with this time.
const MOVE = `
  with given as (
    select * from unnest($2::uuid[], $3::uuid[], $4::text[]) as g (history_id, observation_id, evidence)
  ), stepped as (
    select g.*, o.weight as old_weight,
      case
        when $7::float8 > o.weight then $8::float8
        when $6 = 'misleading' and $11::int <= 1 + (
          select count(*) from observation_weight_history h
          where h.org_id = $1 and h.observation_id = o.id and h.cause = 'misleading'
        ) then $10::float8
        else $9::float8
      end as alpha
    from given g join observations o on o.org_id = $1 and o.id = g.observation_id
    where $6 not in ('accepted', 'rework', 'rejected') or not exists (
      select from observation_weight_history h
      where h.org_id = $1 and h.session_id = $5 and h.observation_id = o.id and h.cause in ('helpful', 'misleading', 'outdated'))
  ), fresh as (
    insert into observation_weight_history (org_id, id, observation_id, session_id, cause, evidence, old_weight, new_weight)
    select $1, s.history_id, s.observation_id, $5, $6, s.evidence, s.old_weight, s.old_weight + s.alpha * ($7::float8 - s.old_weight)
    from stepped s
    on conflict do nothing
    returning observation_id, evidence, old_weight, new_weight
  ), moved as (
    update observations o set weight = f.new_weight, updated_at = clock_timestamp(),
      valid_to = case when $6 = 'outdated' then least(o.valid_to, $12::timestamptz) else o.valid_to end
    from fresh f where o.org_id = $1 and o.id = f.observation_id
  )
  select observation_id, evidence, old_weight, new_weight from fresh order by observation_id`;

function moveWeights(orgId: string, { sessionId, cause, items, identity, now }: FeedbackBatch): Statement {
  const step = weightStep(cause, 1);
  const doubled = weightStep(cause, DEFAULT_WEIGHT_RULE.strikes);
  return {
    text: MOVE,
    values: [
      orgId,
      items.map(({ observationId }) => uuidv5(NAMESPACE, JSON.stringify([identity, cause, observationId]))),
      items.map(({ observationId }) => observationId),
      items.map(({ evidence }) => evidence),
      sessionId,
      cause,
      step.target,
      step.up,
      step.down,
      doubled.down,
      DEFAULT_WEIGHT_RULE.strikes,
      now,
    ],
  };
}
