import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import type { FeedbackEvidence } from './find-evidence.ts';
import { DEFAULT_WEIGHT_RULE, weightStep, type FeedbackCause } from './next-weight.ts';

/** How one observation was used, or what somebody said of it. */
export interface ObservationUse {
  readonly observationId: string;
  /** The same text for the same observation is the same use: what is said again is not counted again, what is corrected replaces it. */
  readonly identity: string;
  readonly evidence: FeedbackEvidence;
  /** null = the outcome of the session, as far as it is known. */
  readonly cause: FeedbackCause | null;
}

/** Uses that became known together. */
export interface FeedbackBatch {
  /** null = outside a session. */
  readonly sessionId: string | null;
  readonly uses: readonly ObservationUse[];
  /** Their place among the uses of other sessions and days. (Default: when the session was created) */
  readonly occurredAt: Date | null;
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

/** The identity of a session's use. */
export const sessionUse = (sessionId: string): string => `session:${sessionId}`;

/**
 * Stores uses and computes the weights of their observations anew from all that is known of these, all or nothing, and writes the history. Which order
 * batches come in makes no difference: a weight is its base after the steps of its uses in the order of their moments. With a session, all its uses take
 * the outcome that it has now. Observations that do not exist are passed over; a session's outcome does not count where it gave an explicit verdict.
 * Rows are locked in the order of ids.
 */
export async function applyFeedback(tenant: TenantDatabase, batch: FeedbackBatch): Promise<readonly WeightChange[]> {
  const { orgId } = tenant;
  const { sessionId, uses, now, occurredAt } = batch;
  if (uses.length === 0 && (sessionId === null || !(await hasUses(tenant, sessionId)))) return [];
  const ids = uses.map(({ observationId }) => observationId);
  const scope = [orgId, ids, sessionId];
  const [, , , stored, , changed, expired] = await tenant.batch([
    { text: LOCK_SESSION, values: [orgId, sessionId] },
    { text: LOCK_OBSERVATIONS, values: scope },
    { text: KEEP_BASE, values: scope },
    storeUses(orgId, batch, occurredAt),
    { text: JUDGE, values: [orgId, sessionId] },
    moveWeights(orgId, batch),
    expire(orgId, uses, now),
  ]);
  // What was remembered again since expires again, also when the same was said before.
  const isNews = new Set([...(stored ?? []), ...(expired ?? [])].map((row) => row['observation_id']));
  return (changed as (WeightChange & Row)[]).filter(
    ({ observationId, evidence, oldWeight, newWeight }) =>
      oldWeight !== newWeight || (evidence === 'explicit' && isNews.has(observationId)),
  );
}

/**
 * Takes a session's uses, and what was said in it, out of the weights and of their history, all or nothing: the weights become what they would have
 * been. An observation that expired stays so. Answers the weights that moved.
 */
export async function withdrawFeedback(tenant: TenantDatabase, sessionId: string): Promise<readonly WeightChange[]> {
  const ofSession = [tenant.orgId, sessionId];
  const [, , , changed] = await tenant.batch([
    { text: LOCK_SESSION, values: ofSession },
    { text: LOCK_OBSERVATIONS, values: [tenant.orgId, [], sessionId] },
    { text: 'update observation_uses set cause = null where org_id = $1 and session_id = $2', values: ofSession },
    moveWeights(tenant.orgId, { sessionId, uses: [] }),
    { text: 'delete from observation_uses where org_id = $1 and session_id = $2', values: ofSession },
    { text: 'delete from observation_weight_history where org_id = $1 and session_id = $2', values: ofSession },
  ]);
  return (changed as (WeightChange & Row)[]).filter(({ oldWeight, newWeight }) => oldWeight !== newWeight);
}

/** Most sessions use nothing of what they were given, and the next one waits for the same database. */
async function hasUses(tenant: TenantDatabase, sessionId: string): Promise<boolean> {
  const found = await tenant.query({
    name: 'feedback_has_uses',
    text: 'select from observation_uses where org_id = $1 and session_id = $2 limit 1',
    values: [tenant.orgId, sessionId],
  });
  return found.length > 0;
}

// Two that judge one session at once: the second one waits, and then sees the outcome that holds.
const LOCK_SESSION = 'select id from sessions where org_id = $1 and id = $2 for update';

// One list, found first: with `or` in its place PostgreSQL reads the whole table.
const CONCERNED = `
  o.id = any(array(
    select unnest($2::uuid[]) union select u.observation_id from observation_uses u where u.org_id = $1 and u.session_id = $3))`;

const LOCK_OBSERVATIONS = `select o.id from observations o where o.org_id = $1 and ${CONCERNED} order by o.id for update`;

/** What an observation weighed before anybody used it: an import may have brought it with a weight. */
const KEEP_BASE = `
  insert into observation_uses (org_id, observation_id, identity, evidence, base, occurred_at)
  select $1, o.id, 'base', 'base', o.weight, '-infinity' from observations o where o.org_id = $1 and ${CONCERNED}
  on conflict do nothing`;

// Evidence only grows: an event that was read once counts, also when it was forgotten meanwhile.
const STORE = `
  insert into observation_uses as known (org_id, observation_id, identity, session_id, evidence, cause, occurred_at)
  select $1, o.id, g.identity, $6, g.evidence, g.cause, coalesce($7::timestamptz, s.created_at, clock_timestamp())
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as g (id, identity, evidence, cause)
    join observations o on o.org_id = $1 and o.id = g.id
    left join sessions s on s.org_id = $1 and s.id = $6
  order by o.id
  on conflict (org_id, observation_id, identity) do update
    set evidence = excluded.evidence, cause = excluded.cause, session_id = excluded.session_id, occurred_at = excluded.occurred_at
    where case when known.evidence = 'explicit'
      then known.cause is distinct from excluded.cause and known.occurred_at <= excluded.occurred_at
      else array_position(array['touched', 'followed', 'cited'], excluded.evidence) > array_position(array['touched', 'followed', 'cited'], known.evidence)
    end
  returning observation_id`;

function storeUses(orgId: string, { sessionId, uses }: FeedbackBatch, occurredAt: Date | null): Statement {
  const column = <Value>(read: (use: ObservationUse) => Value): readonly Value[] => uses.map(read);
  return {
    text: STORE,
    values: [
      orgId,
      column(({ observationId }) => observationId),
      column(({ identity }) => identity),
      column(({ evidence }) => evidence),
      column(({ cause }) => cause),
      sessionId,
      occurredAt,
    ],
  };
}

const JUDGE = `
  update observation_uses u set cause = s.outcome from sessions s
  where u.org_id = $1 and u.session_id = $2 and u.evidence <> 'explicit' and s.org_id = $1 and s.id = $2
    and u.cause is distinct from s.outcome
  returning u.observation_id`;

// The steps are weightStep's: each cause with its target and its shares.
const MOVE = `
  with recursive counting as (
    select u.observation_id, u.identity, u.occurred_at, rule.target, rule.up,
      case when u.cause = 'misleading'
          and $8::int <= count(*) filter (where u.cause = 'misleading') over (partition by u.observation_id order by u.occurred_at, u.identity)
        then $9::float8 else rule.down end as down
    from observation_uses u join unnest($4::text[], $5::float8[], $6::float8[], $7::float8[]) as rule (cause, target, up, down) using (cause)
    where u.org_id = $1 and u.evidence in ('cited', 'followed', 'explicit')
      and u.observation_id in (select o.id from observations o where o.org_id = $1 and ${CONCERNED})
      and (u.evidence = 'explicit' or not exists (
        select from observation_uses said where said.org_id = $1 and said.observation_id = u.observation_id
          and said.session_id = u.session_id and said.evidence = 'explicit'))
  ), steps as (
    select observation_id, array_agg(target order by occurred_at, identity) as targets, array_agg(up order by occurred_at, identity) as ups,
      array_agg(down order by occurred_at, identity) as downs
    from counting group by 1
  ), start as (
    select o.id, o.weight as old_weight, b.base, s.targets, s.ups, s.downs, coalesce(cardinality(s.targets), 0) as total
    from observations o join observation_uses b on b.org_id = $1 and b.observation_id = o.id and b.identity = 'base'
      left join steps s on s.observation_id = o.id
    where o.org_id = $1 and ${CONCERNED}
  ), walk as (
    select id, 0 as n, base as weight from start
    union all
    select w.id, w.n + 1,
      w.weight + (case when s.targets[w.n + 1] > w.weight then s.ups[w.n + 1] else s.downs[w.n + 1] end) * (s.targets[w.n + 1] - w.weight)
    from walk w join start s using (id) where w.n < s.total
  ), ended as (
    select s.id, s.old_weight, w.weight as new_weight from start s join walk w on w.id = s.id and w.n = s.total
  ), told as (
    select distinct on (u.observation_id) u.observation_id, u.cause, u.evidence from observation_uses u
    where u.org_id = $1 and u.observation_id in (select o.id from observations o where o.org_id = $1 and ${CONCERNED})
      and ((u.observation_id, u.identity) in (select * from unnest($2::uuid[], $10::text[])) or u.session_id = $3)
    order by u.observation_id, u.evidence = 'explicit' desc, (u.observation_id, u.identity) in (select * from unnest($2::uuid[], $10::text[])) desc
  ), moved as (
    update observations o set weight = e.new_weight, updated_at = clock_timestamp()
    from ended e where o.org_id = $1 and o.id = e.id and o.weight is distinct from e.new_weight
    returning o.id
  ), noted as (
    insert into observation_weight_history (org_id, id, observation_id, session_id, cause, evidence, old_weight, new_weight)
    select $1, gen_random_uuid(), e.id, $3, coalesce(t.cause, 'withdrawn'), t.evidence, e.old_weight, e.new_weight
    from ended e join told t on t.observation_id = e.id
    where e.old_weight is distinct from e.new_weight or (t.cause = 'outdated' and not exists (
      select from observation_weight_history h where h.org_id = $1 and h.observation_id = e.id and h.cause = 'outdated'
        and h.session_id is not distinct from $3))
  )
  select e.id as "observationId", t.evidence, e.old_weight as "oldWeight", e.new_weight as "newWeight" from ended e join told t on t.observation_id = e.id
  order by e.id`;

const CAUSES: readonly FeedbackCause[] = ['accepted', 'rework', 'rejected', 'helpful', 'misleading'];

function moveWeights(orgId: string, { sessionId, uses }: Pick<FeedbackBatch, 'sessionId' | 'uses'>): Statement {
  const steps = CAUSES.map((cause) => weightStep(cause, 1));
  return {
    text: MOVE,
    values: [
      orgId,
      uses.map(({ observationId }) => observationId),
      sessionId,
      CAUSES,
      steps.map(({ target }) => target),
      steps.map(({ up }) => up),
      steps.map(({ down }) => down),
      DEFAULT_WEIGHT_RULE.strikes,
      weightStep('misleading', DEFAULT_WEIGHT_RULE.strikes).down,
      uses.map(({ identity }) => identity),
    ],
  };
}

function expire(orgId: string, uses: readonly ObservationUse[], now: Date): Statement {
  return {
    text: `
      update observations o set valid_to = least(o.valid_to, $3::timestamptz), updated_at = clock_timestamp()
      where o.org_id = $1 and o.id = any($2::uuid[]) and (o.valid_to is null or o.valid_to > $3::timestamptz)
      returning o.id as observation_id`,
    values: [orgId, uses.filter(({ cause }) => cause === 'outdated').map(({ observationId }) => observationId), now],
  };
}
