import type { Clock } from '../../base/clock.ts';
import { contentHash } from '../../base/text/stored-text.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import { optionalMoment } from '../../base/optional-moment.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { heldObservations, namesForgotten } from './forgotten-names.ts';
import { INJECT_COLUMNS, type MemoryInject, type MemoryInjectRow } from './memory-inject.ts';
import { INJECT_QUEUE_LIMIT, type MemoryInjectInput, requireMemoryInject } from './memory-inject-input.ts';
import { callAlone, type QueueCall } from './queue-call.ts';

const IDS = '$7::uuid[]';
const TEXT = `case when place.closed = 'forgotten' then '' else $6::text end`;
const VALUES = `$3::uuid, $4::text, $5::text, ${TEXT}, ${IDS}, $8::text, $9::timestamptz, $10::text, $11::uuid`;

// own     the session's row, locked against a new epoch and against its end until the block is in: whoever starts an epoch or ends the
//         session sees every block of before. Sessions without a row (library users) have nothing to lock.
// place   its epoch, and why the block is not delivered, if so: it names what was forgotten while it was under way, or the session has ended.
// reused  a row with the same text that this call takes over, because the text is new to this epoch all the same: one still open from an
//         earlier epoch (what compaction removed is wanted again, and two open rows would deliver it twice), or one of this epoch that was
//         dropped before anybody saw it (the agent came back to the file).
// victim  the oldest hint, when the queue is full. Nothing else gives way.
// The insert's conflict has no target: it stands for the key (this epoch) and for the index of open texts (any epoch).
const ENQUEUE = `
  with own as (
    select s.epoch, s.ended_at from sessions s where s.org_id = $1 and s.id = $2 for share
  ), ${heldObservations(IDS)}, place as (
    select coalesce(own.epoch, $12::integer) as epoch,
           case when ${namesForgotten(IDS)} then 'forgotten' when own.ended_at is not null then 'session-ended' end as closed
    from (select) one left join own on true
  ), waiting as (
    select q.id, q.source, q.created_at from session_memory_injects q
    where q.org_id = $1 and q.session_id = $2 and q.status = 'pending' and (q.supersedes_key = $10::text) is not true
  ), depth as (
    select count(*) >= ${INJECT_QUEUE_LIMIT} as reached from waiting
  ), victim as (
    select w.id from waiting w, depth where depth.reached and w.source = 'in-session' order by w.created_at, w.id limit 1
  ), reused as (
    update session_memory_injects q
    set id = $3, agent_id = $5, text = $6, observation_ids = $7, source = $8, expires_at = $9, supersedes_key = $10, log_id = $11,
        epoch = place.epoch, status = 'pending', drop_reason = null, delivery_id = null, delivered_to = null, delivered_at = null,
        attempts = 0, created_at = clock_timestamp()
    from place
    where place.closed is null and q.org_id = $1 and q.session_id = $2 and q.content_hash = $4
      and (q.status in ('pending', 'delivered') and q.epoch < place.epoch
        or q.status = 'dropped' and q.delivery_id is null and q.epoch = place.epoch
          and q.drop_reason in ('expired', 'superseded', 'queue-full'))
    returning ${INJECT_COLUMNS}
  ), inserted as (
    insert into session_memory_injects as q
      (org_id, session_id, epoch, status, drop_reason,
       id, content_hash, agent_id, text, observation_ids, source, expires_at, supersedes_key, log_id)
    select $1, $2, place.epoch, case when place.closed is null then 'pending' else 'dropped' end,
           place.closed, ${VALUES}
    from place, depth
    where not exists (select from reused) and (place.closed is not null or not depth.reached or exists (select from victim))
    on conflict do nothing
    returning ${INJECT_COLUMNS}
  ), written as (
    select * from reused union all select * from inserted
  ), dropped as (
    update session_memory_injects q
    set status = 'dropped', drop_reason = case when q.id in (select id from victim) then 'queue-full' else 'superseded' end
    from written w
    where w.status = 'pending' and q.org_id = $1 and q.session_id = $2 and q.status = 'pending' and q.id <> w.id
      and (q.supersedes_key = $10 or q.id in (select id from victim))
  )
  select w.*, w.id is null and depth.reached and not exists (select from victim) and not exists (
      select from session_memory_injects q, place
      where q.org_id = $1 and q.session_id = $2 and q.content_hash = $4
        and (q.epoch = place.epoch or q.status in ('pending', 'delivered'))) as refused
  from depth left join written w on true`;

/** A block that has been looked over, as the statements take it. */
export interface EnqueueEntry extends Pick<
  MemoryInject,
  | 'id'
  | 'sessionId'
  | 'agentId'
  | 'text'
  | 'contentHash'
  | 'observationIds'
  | 'source'
  | 'expiresAt'
  | 'supersedesKey'
  | 'logId'
  | 'epoch'
> {}

/** Looks a block over and gives it its id. Throws `invalid-input` on what cannot be stored. */
export function enqueueEntry(orgId: string, clock: Clock, input: MemoryInjectInput): EnqueueEntry {
  requireMemoryInject(input, orgId);
  return {
    id: uuidv7(clock.now()),
    sessionId: input.sessionId,
    agentId: input.agentId ?? null,
    text: input.text,
    contentHash: contentHash(input.text),
    observationIds: [...(input.observationIds ?? [])],
    source: input.source ?? 'api',
    expiresAt: optionalMoment(input.expiresAt, 'expiresAt'),
    supersedesKey: input.supersedesKey ?? null,
    logId: input.logId ?? null,
    epoch: input.epoch ?? 0,
  };
}

/**
 * Puts a block into a session's queue, from which it is delivered at least once, in the order of arrival. Answers the row, or
 * null when the same text was already enqueued for the session in its epoch. A block for a session that has ended is kept as dropped
 * ('session-ended'), and so is one that names what was forgotten ('forgotten'), without its text.
 * A full queue ({@link INJECT_QUEUE_LIMIT} pending blocks) drops its oldest in-session hint; when it holds none, enqueueing fails with
 * `inject-queue-full`. Fails with `invalid-input` on what cannot be stored. Seed "In-Session Injection", contract section 7.
 */
export async function enqueueMemoryInject(
  tenant: TenantDatabase,
  clock: Clock,
  input: MemoryInjectInput,
): Promise<MemoryInject | null> {
  return callAlone(tenant, enqueueCall, enqueueEntry(tenant.orgId, clock, input));
}

/** {@link enqueueMemoryInject} of a block that has been looked over. */
export const enqueueCall: QueueCall<
  EnqueueEntry,
  MemoryInject | null,
  MemoryInjectRow & { readonly refused: boolean }
> = {
  statement: (orgId, entry) => ({
    name: 'injects_enqueue',
    text: ENQUEUE,
    values: [
      ...[orgId, entry.sessionId, entry.id, entry.contentHash, entry.agentId, entry.text, entry.observationIds],
      ...[entry.source, entry.expiresAt, entry.supersedesKey, entry.logId, entry.epoch],
    ],
  }),
  answer(answered, { sessionId }) {
    if (!answered) return null;
    const { refused, ...row } = answered;
    if (refused) throw queueFull(sessionId);
    return row.id === null ? null : row;
  },
};

function queueFull(sessionId: string): InklingError {
  return new InklingError('inject-queue-full', `${INJECT_QUEUE_LIMIT} blocks already wait for session ${sessionId}.`, {
    hint: 'Let its worker claim and acknowledge them, or enqueue hints with the source "in-session": those are dropped when the queue is full.',
    details: { sessionId, limit: INJECT_QUEUE_LIMIT },
  });
}
