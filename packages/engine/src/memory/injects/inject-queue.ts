import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { purgeBefore, type PurgeOptions } from '../../base/database/purge-before.ts';
import {
  ackCall,
  ackEntry,
  type AckInjectOptions,
  type AckInjectResult,
  type AckEntry,
  mayAck,
} from './ack-memory-inject.ts';
import {
  claimCall,
  claimEntry,
  type ClaimInjectOptions,
  type ClaimInjectResult,
} from './claim-pending-inject-for-session.ts';
import { enqueueCall, enqueueEntry } from './enqueue-memory-inject.ts';
import {
  type GivenBlock,
  listGiven,
  listMemoryInjects,
  type ListMemoryInjectsOptions,
  type InjectQueueState,
  measureInjectQueue,
} from './list-given.ts';
import type { MemoryInject } from './memory-inject.ts';
import type { MemoryInjectInput } from './memory-inject-input.ts';
import { DONE_WITH } from './purge-memory-injects.ts';
import { type DeliveredInjectInput, recordDeliveredInject } from './record-delivered-inject.ts';
import { callAlone, callsInGroups } from './queue-call.ts';
import {
  heartbeatCall,
  heartbeatEntry,
  type HeartbeatOptions,
  type HeartbeatResult,
} from './refresh-lock-and-claim-inject.ts';

/** The durable inject queue of one organisation. Seed "In-Session Injection", contract section 7. */
export interface InjectQueue {
  /** Puts a block into a session's queue; null when the same text was already enqueued for the session in its epoch. */
  enqueueMemoryInject(input: MemoryInjectInput): Promise<MemoryInject | null>;
  /** Takes the block that a session gets next: the one in flight again, else the oldest. */
  claimPendingInjectForSession(sessionId: string, options?: ClaimInjectOptions): Promise<ClaimInjectResult>;
  /** Confirms that the agent has a block. A late or repeated ack says so and changes nothing. */
  ackMemoryInject(sessionId: string, deliveryId: string, options?: AckInjectOptions): Promise<AckInjectResult>;
  /** The block in flight stands in an answer: the next one may come, and whether the agent has this one is told later. */
  markInjectWritten(sessionId: string, deliveryId: string): Promise<boolean>;
  /** A block that was written did not reach the agent: it waits again, unless a compaction came in between. */
  returnMemoryInject(sessionId: string, deliveryId: string): Promise<boolean>;
  /** What the conversation was given in its present epoch, newest first, over all the sessions that it was resumed as. */
  listGiven(sessionId: string): Promise<readonly GivenBlock[]>;
  /** A worker's heartbeat in one round trip: extends the lock, confirms the last block, takes the next. */
  refreshLockAndClaimInject(sessionId: string, options: HeartbeatOptions): Promise<HeartbeatResult>;
  /** Writes down a block that its worker has handed over by itself; null when the session has the text in its epoch. */
  recordDeliveredInject(input: DeliveredInjectInput): Promise<MemoryInject | null>;
  /** The queue of a session, newest first. */
  listMemoryInjects(sessionId: string, options?: ListMemoryInjectsOptions): Promise<readonly MemoryInject[]>;
  /** How much waits in the organisation, and how long. */
  measureInjectQueue(): Promise<InjectQueueState>;
  /** Deletes blocks of before a moment that are done with. What a live session's epoch was given stays: it is its memory against doubles. */
  purgeMemoryInjects(before: Date, options?: PurgeOptions): Promise<{ readonly purged: number }>;
}

/** Binds the queue to one organisation. Calls that are made at the same moment for different sessions are run together. */
export function createInjectQueue(tenant: TenantDatabase, clock: Clock): InjectQueue {
  const enqueue = callsInGroups(tenant, enqueueCall);
  const claim = callsInGroups(tenant, claimCall);
  const heartbeat = callsInGroups(tenant, heartbeatCall);
  const ack = callsInGroups(tenant, ackCall);
  return {
    enqueueMemoryInject: async (input) => enqueue(enqueueEntry(tenant.orgId, clock, input)),
    claimPendingInjectForSession: async (sessionId, options = {}) => claim(claimEntry(clock, sessionId, options)),
    async ackMemoryInject(sessionId, deliveryId, { lockToken, background = false } = {}) {
      const entry = ackEntry(sessionId, deliveryId);
      if (lockToken !== undefined && !(await mayAck(tenant, entry, lockToken))) return { outcome: 'lock-lost' };
      return background ? callAlone(tenant, ackCall, entry, { background }) : ack(entry);
    },
    markInjectWritten: async (sessionId, deliveryId) => markInjectWritten(tenant, ackEntry(sessionId, deliveryId)),
    returnMemoryInject: async (sessionId, deliveryId) => returnMemoryInject(tenant, ackEntry(sessionId, deliveryId)),
    listGiven: (sessionId) => listGiven(tenant, sessionId),
    refreshLockAndClaimInject: async (sessionId, options) => heartbeat(heartbeatEntry(clock, sessionId, options)),
    recordDeliveredInject: (input) => recordDeliveredInject(tenant, clock, input),
    listMemoryInjects: (sessionId, options) => listMemoryInjects(tenant, sessionId, options),
    measureInjectQueue: () => measureInjectQueue(tenant),
    purgeMemoryInjects: (before, options) => purgeBefore(tenant, 'session_memory_injects', before, options, DONE_WITH),
  };
}

/**
 * The block in flight stands in an answer now: the next one may come, and whether the agent has this one is told later. False when it is not in
 * flight any more.
 */
async function markInjectWritten(tenant: TenantDatabase, { sessionId, deliveryId }: AckEntry): Promise<boolean> {
  const rows = await tenant.query({
    name: 'injects_written',
    text: `
      update session_memory_injects q set status = 'written'
      where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $3::uuid and q.status = 'delivered'
      returning q.id`,
    values: [tenant.orgId, sessionId, deliveryId],
  });
  return rows.length > 0;
}

/**
 * The answer did not reach the agent: the block waits again, with its delivery's id, before what came into the queue later. Its hand-overs are counted
 * anew: none of them arrived, so a block that is dropped now was not shown. False when it is none that
 * was written in the session's present epoch, when its text waits already, or when that was forgotten.
 */
async function returnMemoryInject(tenant: TenantDatabase, { sessionId, deliveryId }: AckEntry): Promise<boolean> {
  const rows = await tenant.query({
    name: 'injects_return',
    text: `
      update session_memory_injects q set status = 'pending', attempts = 0
      from sessions s
      where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $3::uuid and q.status = 'written' and q.text <> ''
        and s.org_id = $1 and s.id = $2 and s.epoch = q.epoch and s.ended_at is null
        and not exists (
          select from session_memory_injects o
          where o.org_id = $1 and o.session_id = $2 and o.content_hash = q.content_hash and o.status in ('pending', 'delivered'))
      returning q.id`,
    values: [tenant.orgId, sessionId, deliveryId],
  });
  return rows.length > 0;
}
