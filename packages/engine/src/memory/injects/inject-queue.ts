import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { ackMemoryInject, type AckInjectResult } from './ack-memory-inject.ts';
import {
  claimPendingInjectForSession,
  type ClaimInjectOptions,
  type ClaimInjectResult,
} from './claim-pending-inject-for-session.ts';
import { enqueueMemoryInject } from './enqueue-memory-inject.ts';
import { listMemoryInjects, type ListMemoryInjectsOptions } from './list-memory-injects.ts';
import { type InjectQueueState, measureInjectQueue } from './measure-inject-queue.ts';
import type { MemoryInject } from './memory-inject.ts';
import type { MemoryInjectInput } from './memory-inject-input.ts';
import { purgeMemoryInjects, type PurgeInjectsOptions } from './purge-memory-injects.ts';
import { type DeliveredInjectInput, recordDeliveredInject } from './record-delivered-inject.ts';
import {
  type HeartbeatOptions,
  type HeartbeatResult,
  refreshLockAndClaimInject,
} from './refresh-lock-and-claim-inject.ts';

/** The durable inject queue of one organisation. Seed "In-Session Injection", contract section 7. */
export interface InjectQueue {
  /** Puts a block into a session's queue; null when the same text was already enqueued for the session in its epoch. */
  enqueueMemoryInject(input: MemoryInjectInput): Promise<MemoryInject | null>;
  /** Takes the block that a session gets next: the one in flight again, else the oldest. */
  claimPendingInjectForSession(sessionId: string, options?: ClaimInjectOptions): Promise<ClaimInjectResult>;
  /** Confirms that the agent has a block. A late or repeated ack says so and changes nothing. */
  ackMemoryInject(sessionId: string, deliveryId: string): Promise<AckInjectResult>;
  /** A worker's beat in one round trip: extends the lock, confirms the last block, takes the next. */
  refreshLockAndClaimInject(sessionId: string, options: HeartbeatOptions): Promise<HeartbeatResult>;
  /** Writes down a block that its worker has handed over by itself; null when the session has the text in its epoch. */
  recordDeliveredInject(input: DeliveredInjectInput): Promise<MemoryInject | null>;
  /** The queue of a session, newest first. */
  listMemoryInjects(sessionId: string, options?: ListMemoryInjectsOptions): Promise<readonly MemoryInject[]>;
  /** How much waits in the organisation, and how long. */
  measureInjectQueue(): Promise<InjectQueueState>;
  /** Deletes blocks of before a moment that are done with. What a live session's epoch was given stays: it is its memory against doubles. */
  purgeMemoryInjects(before: Date, options?: PurgeInjectsOptions): Promise<{ readonly purged: number }>;
}

/** Binds the queue to one organisation. */
export function createInjectQueue(tenant: TenantDatabase, clock: Clock): InjectQueue {
  return {
    enqueueMemoryInject: (input) => enqueueMemoryInject(tenant, clock, input),
    claimPendingInjectForSession: (sessionId, options) =>
      claimPendingInjectForSession(tenant, clock, sessionId, options),
    ackMemoryInject: (sessionId, deliveryId) => ackMemoryInject(tenant, sessionId, deliveryId),
    refreshLockAndClaimInject: (sessionId, options) => refreshLockAndClaimInject(tenant, clock, sessionId, options),
    recordDeliveredInject: (input) => recordDeliveredInject(tenant, clock, input),
    listMemoryInjects: (sessionId, options) => listMemoryInjects(tenant, sessionId, options),
    measureInjectQueue: () => measureInjectQueue(tenant),
    purgeMemoryInjects: (before, options) => purgeMemoryInjects(tenant, before, options),
  };
}
