import type { Row } from '../../base/database/database.ts';

/** Who put a block into the queue. Under pressure only the oldest 'in-session' hints give way. */
export type InjectSource = 'session-start' | 'in-session' | 'correction' | 'api' | 'canary';

/**
 * pending → delivered → acked, or dropped. 'delivered' is in flight: handed to a worker that has not confirmed it yet. A worker that cannot know
 * at once whether its agent has the block puts 'written' in between: the block stands in an answer, and the next one may come.
 */
export type InjectStatus = 'pending' | 'delivered' | 'written' | 'acked' | 'dropped';

/** Why a block will not be delivered (any more). `denied`: policies have come to forbid what is in it. */
export type InjectDropReason = 'expired' | 'superseded' | 'queue-full' | 'session-ended' | 'forgotten' | 'denied';

/** One row of `session_memory_injects`: a block of text on its way into a session. Moments are ISO-8601 UTC. */
export interface MemoryInject {
  readonly orgId: string;
  readonly id: string;
  readonly sessionId: string;
  /** The epoch in which it was enqueued or, once delivered, last handed over. */
  readonly epoch: number;
  readonly agentId: string | null;
  /** '' after an observation that it names was forgotten. */
  readonly text: string;
  /** SHA-256 hex of the text. */
  readonly contentHash: string;
  readonly observationIds: readonly string[];
  readonly source: InjectSource;
  readonly status: InjectStatus;
  readonly dropReason: InjectDropReason | null;
  /** The same on every redelivery. null = never handed over. */
  readonly deliveryId: string | null;
  /** How often it was handed over; counted anew when it is known not to have arrived. */
  readonly attempts: number;
  readonly expiresAt: string | null;
  readonly supersedesKey: string | null;
  /** The row of `context_injection_logs` that it belongs to. */
  readonly logId: string | null;
  readonly createdAt: string;
  /** When it was first handed over. */
  readonly deliveredAt: string | null;
  readonly ackedAt: string | null;
}

/** A {@link MemoryInject} as a statement answers it. */
export type MemoryInjectRow = MemoryInject & Row;

/** What a statement selects, from the table under the alias `q`, to answer {@link MemoryInjectRow}s. */
export const INJECT_COLUMNS = `q.org_id as "orgId", q.id, q.session_id as "sessionId", q.epoch, q.agent_id as "agentId", q.text,
  q.content_hash as "contentHash", q.observation_ids as "observationIds", q.source, q.status, q.drop_reason as "dropReason",
  q.delivery_id as "deliveryId", q.attempts, q.expires_at as "expiresAt", q.supersedes_key as "supersedesKey", q.log_id as "logId",
  q.created_at as "createdAt", q.delivered_at as "deliveredAt", q.acked_at as "ackedAt"`;
