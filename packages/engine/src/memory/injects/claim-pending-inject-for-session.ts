import type { Clock } from '../../base/clock.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
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

/** Who claims. */
export interface ClaimInjectOptions {
  /** The token that claiming the session gave. Leave it out only for a session that has no row in `sessions`. */
  readonly lockToken?: string;
}

/** How a claim ends. All three are expected. */
export type ClaimInjectResult =
  /** Hand the text to the agent, then confirm `deliveryId`. Until then every claim answers the same block again. */
  | { readonly outcome: 'inject'; readonly inject: DeliveredInject }
  | { readonly outcome: 'nothing' }
  /** Somebody else holds the session by now, or nobody: stop working on it. */
  | { readonly outcome: 'lock-lost' };

// Locked no stronger than a refresh of the lock: enqueueing waits for neither longer than one statement.
const BY_TOKEN = {
  name: 'injects_claim',
  text: claimStatement(`
    select s.epoch, clock_timestamp() as now, s.lock_expires_at from sessions s
    where s.org_id = $1 and s.id = $2 and s.lock_token = $4::uuid and s.lock_expires_at > clock_timestamp()
    for no key update`),
};

// A session without a row has no lock to check, and no epoch but the blocks' own.
const WITHOUT_SESSION = {
  name: 'injects_claim_without_session',
  text: claimStatement(`
    select null::integer as epoch, clock_timestamp() as now, null::timestamptz as lock_expires_at
    where not exists (select from sessions s where s.org_id = $1 and s.id = $2)`),
};

/** Looks a claim over. Throws `invalid-input` on what is no session or no token. */
export function claimEntry(clock: Clock, sessionId: string, { lockToken }: ClaimInjectOptions): ClaimEntry {
  requireId(sessionId, 'sessionId');
  requireInput(lockToken === undefined || isUuid(lockToken), 'lockToken', 'the token that claiming the session gave');
  return { sessionId, freshId: uuidv7(clock.now()), lockToken: lockToken ?? null, ackedId: null, ttlMs: null };
}

/**
 * Takes the block that a session gets next: the one in flight again, with the same `deliveryId`, until it is acknowledged; else the oldest
 * pending one. Never two at once, whatever runs beside it on however many replicas. Only the holder of the session's lock gets
 * anything. Seed "In-Session Injection", contract section 7; differs: an outcome instead of a block or null, so that losing the lock is told.
 */
export const claimCall: QueueCall<ClaimEntry, ClaimInjectResult, ClaimRow> = {
  statement: (orgId, entry) => ({
    ...(entry.lockToken === null ? WITHOUT_SESSION : BY_TOKEN),
    values: claimValues(orgId, entry),
  }),
  answer(row) {
    if (!row) return { outcome: 'lock-lost' };
    const inject = deliveredInject(row);
    return inject ? { outcome: 'inject', inject } : { outcome: 'nothing' };
  },
};
