import type { Clock } from '../../base/clock.ts';
import { requireId, requireInput, requireObject } from '../../base/require-input.ts';
import { isUuid, uuidv7 } from '../../base/uuid.ts';
import {
  type ClaimEntry,
  type ClaimRow,
  claimStatement,
  claimValues,
  type DeliveredInject,
  deliveredInject,
} from './claim-statement.ts';
import type { QueueCall } from './queue-call.ts';

/** One heartbeat of a worker. */
export interface HeartbeatOptions {
  /** The token that claiming the session gave. */
  readonly lockToken: string;
  /** How long the lock holds from now, 1 to 86,400,000 ms. (Default: 30,000, as of a claim) */
  readonly ttlMs?: number;
  /** The delivery of the heartbeat before, once the agent has it: it is acknowledged and the next block comes with the same heartbeat. */
  readonly ackDeliveryId?: string | null;
}

/** How a heartbeat ends. */
export type HeartbeatResult =
  | {
      /** 'inject': hand the text to the agent, then confirm `inject.deliveryId` with the next heartbeat or by `ackMemoryInject`. */
      readonly outcome: 'inject';
      readonly inject: DeliveredInject;
      readonly lockExpiresAt: string;
      /** Whether `ackDeliveryId` was in flight and is acknowledged now; false also for a late or repeated ack. */
      readonly acked: boolean;
      /** Whether another block waits behind this one. */
      readonly hasMore: boolean;
    }
  | { readonly outcome: 'nothing'; readonly lockExpiresAt: string; readonly acked: boolean }
  /** Nothing was refreshed, acknowledged or taken: stop working on the session. */
  | { readonly outcome: 'lock-lost' };

// The refresh of memory/sessions/refresh-session-lock.ts: the token alone decides, because taking a session over changes it under the same
// row's lock. Whoever is back before anybody took the session holds it again, and the claim stands on that.
const HEARTBEAT = {
  name: 'injects_heartbeat',
  text: claimStatement(`
    update sessions s
    set status = 'working', updated_at = case when s.status = 'claimed' then clock_timestamp() else s.updated_at end,
        lock_expires_at = clock_timestamp() + $6::double precision * interval '1 millisecond'
    where s.org_id = $1 and s.id = $2 and s.lock_token = $4::uuid
    returning s.epoch, clock_timestamp() as now, s.lock_expires_at`),
};

const DAY_MS = 86_400_000;

/** That of a claim and of `sessions.refreshLock`. */
const DEFAULT_TTL_MS = 30_000;

/** Looks a heartbeat over. Throws `invalid-input` on what cannot be meant. */
export function heartbeatEntry(clock: Clock, sessionId: string, options: HeartbeatOptions): ClaimEntry {
  requireObject(options, 'options');
  const { lockToken, ttlMs = DEFAULT_TTL_MS, ackDeliveryId = null } = options;
  requireId(sessionId, 'sessionId');
  requireInput(isUuid(lockToken), 'lockToken', 'the token that claiming the session gave');
  requireInput(Number.isFinite(ttlMs) && ttlMs >= 1 && ttlMs <= DAY_MS, 'ttlMs', 'milliseconds from 1 to 86400000');
  requireInput(
    ackDeliveryId === null || isUuid(ackDeliveryId),
    'ackDeliveryId',
    'the id that the claim answered, or null',
  );
  return { sessionId, freshId: uuidv7(clock.now()), lockToken, ackedId: ackDeliveryId, ttlMs };
}

/**
 * The heartbeat: extends the lock, acknowledges the block of the heartbeat before and takes the next one, in one statement, so a heartbeat is one
 * round trip and a lock that is lost carries nothing. Contract section 7: "lock refresh = heartbeat = the beat that carries an inject".
 */
export const heartbeatCall: QueueCall<ClaimEntry, HeartbeatResult, ClaimRow> = {
  statement: (orgId, entry) => ({ ...HEARTBEAT, values: [...claimValues(orgId, entry), entry.ttlMs] }),
  answer(row) {
    if (!row || row.lockExpiresAt === null) return { outcome: 'lock-lost' };
    const inject = deliveredInject(row);
    const heartbeat = { lockExpiresAt: row.lockExpiresAt, acked: row.wasAcked };
    return inject
      ? { outcome: 'inject', inject, ...heartbeat, hasMore: row.hasMore }
      : { outcome: 'nothing', ...heartbeat };
  },
};
