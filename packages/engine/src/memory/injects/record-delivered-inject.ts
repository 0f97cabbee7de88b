import type { Clock } from '../../base/clock.ts';
import { contentHash } from '../../base/text/stored-text.ts';
import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import { isUuid, uuidv7 } from '../../base/uuid.ts';
import { heldObservations, namesForgotten } from './forgotten-names.ts';
import { INJECT_COLUMNS, type MemoryInject, type MemoryInjectRow } from './memory-inject.ts';
import { type MemoryInjectInput, requireMemoryInject } from './memory-inject-input.ts';

/** A block that its worker handed over by itself, with the delivery's id, which is the worker's own. */
export interface DeliveredInjectInput extends Omit<MemoryInjectInput, 'expiresAt' | 'supersedesKey'> {
  readonly deliveryId: string;
  /** False = it stands in an answer, and `ackMemoryInject` or `returnMemoryInject` tell what became of it. (Default: true) */
  readonly isReceived?: boolean;
}

const IDS = '$7::uuid[]';

// A row with the same text is of this epoch and was dropped before anybody saw it, or the agent has it already.
const RECORD = `
  with own as (
    select s.epoch from sessions s where s.org_id = $1 and s.id = $2
  ), ${heldObservations(IDS)}
  insert into session_memory_injects as q
    (org_id, session_id, epoch, id, content_hash, agent_id, text, observation_ids, source, log_id,
     status, delivery_id, attempts, delivered_at, acked_at)
  select $1, $2, coalesce(own.epoch, $10::integer), $3::uuid, $4::text, $5::text,
         case when ${namesForgotten(IDS)} then '' else $6::text end, ${IDS}, $8::text, $9::uuid,
         case when $12::boolean then 'acked' else 'written' end, $11::uuid, 1, now.moment, case when $12 then now.moment end
  from (select clock_timestamp() as moment) now left join own on true
  on conflict (org_id, session_id, epoch, content_hash) do update
    set status = excluded.status, drop_reason = null, delivery_id = excluded.delivery_id, attempts = 1,
        delivered_at = excluded.delivered_at, acked_at = excluded.acked_at
    where q.status = 'dropped' and q.delivery_id is null
  returning ${INJECT_COLUMNS}`;

/**
 * Writes down a block that its worker has handed over, as acknowledged or as written: what a session was given is known from its queue. For a
 * worker that need not ask the queue first; the write gives way to what somebody waits for. Answers the row, or null when the session has the text
 * in its epoch. The text is left out when it names what was forgotten. Fails with `invalid-input` on what cannot be stored.
 */
export async function recordDeliveredInject(
  tenant: TenantDatabase,
  clock: Clock,
  input: DeliveredInjectInput,
): Promise<MemoryInject | null> {
  requireMemoryInject(input, tenant.orgId);
  requireInput(isUuid(input.deliveryId), 'deliveryId', 'a UUID');
  const [row] = await tenant.query<MemoryInjectRow>(insertion(tenant.orgId, clock.now(), input), { background: true });
  return row ?? null;
}

function insertion(orgId: string, nowMs: number, input: DeliveredInjectInput): Statement {
  const { sessionId, agentId = null, text, deliveryId } = input;
  return {
    name: 'injects_record_delivered',
    text: RECORD,
    values: [
      ...[orgId, sessionId, uuidv7(nowMs), contentHash(text), agentId, text],
      ...[input.observationIds ?? [], input.source ?? 'api', input.logId ?? null, input.epoch ?? 0, deliveryId],
      input.isReceived ?? true,
    ],
  };
}
